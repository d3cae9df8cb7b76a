// Loaded before hookline-agent: its hooks' middleware is left out, and everything else is as it is.
import { register } from "node:module";
import { isMainThread } from "node:worker_threads";

const bare = new URL("./agent-bare-langchain.mjs", import.meta.url).href;

/** Puts the adapter without its middleware in the place of the adapter. */
export function resolve(specifier, context, next) {
  if (specifier === "hookline/langchain" && context.parentURL !== bare)
    return { url: bare, shortCircuit: true };
  return next(specifier, context);
}

if (isMainThread) register(import.meta.url);
