/** LangChain and deepagents: `hooksMiddleware(engine)` for `createAgent`, `withHooks(params, engine)` for `createDeepAgent`. */
export { type BatchEnd, endBatch } from "./batch.ts";
export {
  type Compacted,
  type CompactionOptions,
  compactionMiddleware,
  compactMessages,
} from "./compaction.ts";
export { hooksMiddleware } from "./hooks-middleware.ts";
export { type Mark, markOf, textOf } from "./marks.ts";
export type { HooksOptions, InterruptOn, Middleware, SubAgentName } from "./options.ts";
export { contextMessages } from "./prompt.ts";
export { type DeepAgentParams, withHooks } from "./with-hooks.ts";
