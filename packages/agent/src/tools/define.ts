import { DynamicStructuredTool } from "langchain";
import type { z } from "zod";
import { type ToolContext, type ToolRun, toolRun } from "./context.ts";
import type { SeenFiles } from "./seen-files.ts";

/** What a tool gives: a short text for the model, and the same as data for hooks. */
export type ToolAnswer = readonly [content: string, artifact: object];

/** One tool before a session uses it. */
export interface CodingTool {
  readonly name: string;
  /** Binds it to a session. */
  bind(context: ToolContext, seen: SeenFiles): DynamicStructuredTool;
}

/** Describes one tool; what its function throws is what the model and PostToolUseFailure hear. */
export function defineCodingTool<S extends z.ZodObject>(spec: {
  readonly name: string;
  readonly description: string;
  readonly schema: S;
  /** Begins a session of this tool; what must last from call to call lives in here. */
  readonly open: () => (input: z.infer<S>, run: ToolRun) => Promise<ToolAnswer>;
}): CodingTool {
  const { name, description, schema } = spec;
  return {
    name,
    bind(context, seen) {
      const act = spec.open();
      // Not `tool()`: that one rejects as soon as the signal comes, while what it started is still at work.
      return new DynamicStructuredTool({
        name,
        description,
        schema,
        responseFormat: "content_and_artifact",
        func: async (input, _callbacks, config) => {
          const run = toolRun(context, seen, config ?? {});
          if (run.stop.aborted) throw new Error(`${name} was interrupted before it began.`);
          return act(input, run);
        },
      });
    },
  };
}
