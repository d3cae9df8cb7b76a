import { createMiddleware } from "langchain";
import type { Engine } from "../../index.ts";
import { endBatch } from "./batch.ts";
import { modelCallHook } from "./model-call.ts";
import type { HooksOptions, Middleware } from "./options.ts";
import { beginRun } from "./prompt.ts";
import { endRun } from "./stop.ts";
import { toolCallHook } from "./tool-call.ts";

/**
 * Hooks around an agent of LangChain: give it to `createAgent`, as the last of its middleware. Nothing is kept between calls but what
 * the messages carry, so that a run which was interrupted goes on in another process.
 */
export function hooksMiddleware(engine: Engine, options: HooksOptions = {}): Middleware {
  return createMiddleware({
    name: "HooklineMiddleware",
    beforeAgent: {
      canJumpTo: ["end"],
      hook: ({ messages }, { signal }) => beginRun(engine, options, messages, signal),
    },
    ...(options.batch !== "host-step" && {
      beforeModel: {
        canJumpTo: ["end"],
        hook: ({ messages }, { signal }) => endBatch(engine, options, messages, signal),
      },
    }),
    wrapModelCall: modelCallHook(engine, options),
    wrapToolCall: toolCallHook(engine, options),
    afterAgent: {
      canJumpTo: ["model"],
      hook: async ({ messages }, { signal }) => {
        const next = await endRun(engine, options, messages, signal);
        return next && { messages: [next], jumpTo: "model" };
      },
    },
  });
}
