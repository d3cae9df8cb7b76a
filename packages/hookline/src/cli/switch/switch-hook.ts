import type { Command } from "commander";
import { createEngine, type Engine, editHookFile, type Hook } from "../../index.ts";
import { writeWhole } from "../../system/standard-streams.ts";
import { workingFolder } from "../folder.ts";
import { renderDiagnostic } from "../render.ts";
import { textOption, type VerbOptions } from "../verb.ts";
import { visibleLine } from "../visible.ts";
import { findEntry } from "./find-entry.ts";

/** What a switch did. */
export interface Switched {
  readonly id: string;
  /** The id that it has now: one without an id of its own gets another when its entry changes. */
  readonly now: string;
  readonly state: "on" | "off";
  readonly changed: boolean;
  readonly source: string;
  /** Why it still does not run, though it is on; null if it does. */
  readonly still: string | null;
}

/** Adds what `enable` and `disable` are told. */
export function declareSwitch(command: Command): Command {
  return command
    .argument("<id>", 'the hook; "hookline list" shows the ids')
    .option("--file <file>", "the file that is meant, if several have this id: a path, or team, local, user")
    .option("--json", "print what was done as JSON");
}

/** The JSON Schema of what `enable --json` and `disable --json` print. */
export const switchedSchema = {
  type: "object",
  additionalProperties: false,
  required: ["id", "now", "state", "changed", "source", "still"],
  properties: {
    id: { type: "string" },
    now: { type: "string" },
    state: { enum: ["on", "off"] },
    changed: { type: "boolean" },
    source: { type: "string" },
    still: { type: ["string", "null"] },
  },
} as const;

/** Switches the entry of a hook on or off in its file, and says what came of it. */
export async function switchHook(id: string, on: boolean, options: VerbOptions): Promise<number> {
  const cwd = workingFolder(options);
  const engine = await createEngine({ cwd });
  try {
    for (const diagnostic of engine.diagnostics) writeWhole(2, `${renderDiagnostic(diagnostic)}\n`);
    const done = await switched(engine, findEntry(engine, id, textOption(options, "file"), cwd), on);
    if (options.json === true) writeWhole(1, `${JSON.stringify(done, null, 2)}\n`);
    else if (options.quiet !== true) writeWhole(1, told(done));
    return 0;
  } finally {
    await engine.close();
  }
}

async function switched(engine: Engine, hooks: readonly Hook[], on: boolean): Promise<Switched> {
  const [hook] = hooks;
  if (!hook) throw new Error("no hook was found");
  const texts = engine.hooks.map(({ source }) => source.text);
  const places = hooks.map(({ source }) => texts.indexOf(source.text));
  const fine = hooks.map((one) => isApproved(engine, one));
  const { file } = hook.source;
  const { before, after } = await editHookFile({
    file,
    changes: [{ kind: "switch", id: hook.id, on }],
  });
  await engine.reload();
  // The order of the hooks is that of the files: a switch moves none.
  const now = places.map((place) => engine.hooks[place]);
  const same = now.flatMap((one, index) =>
    one && fine[index] && engine.distrust(one) !== null ? [one] : [],
  );
  if (same.length > 0) await engine.approve(same);
  const [first] = now;
  return {
    id: hook.id,
    now: first?.id ?? hook.id,
    state: on ? "on" : "off",
    changed: before !== after,
    source: first?.source.text ?? hook.source.text,
    still: first && on ? (first.disabled ?? engine.distrust(first)) : null,
  };
}

/** True if somebody has approved all of it but the switch: then the switch alone asks nobody again. */
function isApproved(engine: Engine, hook: Hook): boolean {
  const { state, changes } = engine.trustOf(hook);
  return state === "trusted" || (state === "modified" && changes.join() === "its enabled changed");
}

function told({ id, now, state, changed, source, still }: Switched): string {
  const [shown, place] = [visibleLine(id), visibleLine(source)];
  if (!changed && still === null) return `${shown} is ${state} already (${place})\n`;
  const other = state === "on" ? "disable" : "enable";
  const lines = [
    changed ? `${shown} is ${state} now (${place})` : `${shown} is ${state} already (${place})`,
    ...(still === null ? [] : [`  it does not run all the same: ${visibleLine(still)}`]),
    ...(now === id
      ? []
      : [`  it has no id of its own: it is called ${visibleLine(now)} now; write an "id" into its entry`]),
    ...(changed ? [`  undo: hookline ${other} ${visibleLine(now)}`] : []),
  ];
  return `${lines.join("\n")}\n`;
}
