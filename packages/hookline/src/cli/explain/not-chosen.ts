import type { JsonObject } from "../../contract/json.ts";
import { createEngine, type Engine } from "../../index.ts";
import { listOption, type VerbOptions } from "../verb.ts";
import { explainEvent } from "./explain-event.ts";
import type { Asked, ExplainedHook } from "./explained-hook.ts";

/** The hooks of files that `--dialect` leaves out, each with what would become of it otherwise. */
export async function unchosenHooks(
  chosen: Engine,
  options: VerbOptions,
  asked: { readonly event: string; readonly payload: JsonObject } & Pick<Asked, "conditions">,
  cwd: string,
): Promise<readonly ExplainedHook[]> {
  const dialects = listOption(options, "dialect");
  if (dialects === undefined) return [];
  const read = new Set(chosen.hooks.map(({ source }) => source.file));
  const engine = await createEngine({ cwd, ship: false });
  try {
    const preview = engine.preview(asked.event, asked.payload, { conditions: asked.conditions });
    const { hooks } = explainEvent(engine, preview, asked.conditions);
    const files = new Set(engine.hooks.map(({ source }) => source.file).filter((file) => !read.has(file)));
    const left = new Set(
      engine.hooks.filter(({ source }) => files.has(source.file)).map(({ source }) => source.text),
    );
    return hooks
      .filter(({ source, event }) => left.has(source) && event === asked.event)
      .map((hook) => ({
        ...hook,
        answer: "not-chosen" as const,
        near: hook.answer === "runs",
        why: [`its dialect is ${hook.dialect}, and --dialect names ${dialects.join(", ")}`, ...hook.why],
        todo: [`add --dialect ${hook.dialect}, or leave --dialect out`],
        order: null,
      }));
  } finally {
    await engine.close();
  }
}
