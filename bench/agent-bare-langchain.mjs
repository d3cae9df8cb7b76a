// The adapter to LangChain without what its hooks do.
export * from "hookline/langchain";
export const withHooks = (params) => params;
export const endBatch = async () => undefined;
