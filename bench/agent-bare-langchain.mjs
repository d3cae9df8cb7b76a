// The adapter to LangChain, whose `withHooks` adds no hooks.
export * from "hookline/langchain";
export const withHooks = (params) => params;
