// Loaded before the agent: packages whose names match REFUSED cannot be imported.
import { register } from "node:module";
import { isMainThread } from "node:worker_threads";

const refused = new RegExp(process.env.REFUSED);

export function resolve(specifier, context, next) {
  if (refused.test(specifier)) throw new Error(`${specifier} is imported`);
  return next(specifier, context);
}

if (isMainThread) register(import.meta.url);
