import { isCancel, select } from "@clack/prompts";
import type { Engine, Hook } from "../../index.ts";
import { writeWhole } from "../../system/standard-streams.ts";
import { type Paint, paintFor } from "../render.ts";
import { visibleLine } from "../visible.ts";
import { approveAsSeen, seenNow } from "./approve-as-seen.ts";
import { entryText, shownPath, textOf } from "./changes.ts";
import { renderDiff } from "./diff.ts";
import { waitingHooks } from "./hooks.ts";
import { uncovered } from "./show.ts";

/** How much of a script is shown before somebody is asked. */
const most = 80;

/** Shows each hook that waits, with its script or with what changed in it, and asks whether it may run. */
export async function reviewHooks(engine: Engine, verbose: boolean): Promise<string> {
  const waiting = waitingHooks(engine);
  if (waiting.length === 0) return engine.mustFail ? "" : "nothing here waits for approval\n";
  const paint = paintFor(1);
  let approved = 0;
  for (const [index, hook] of waiting.entries()) {
    const seen = seenNow(engine, hook);
    writeWhole(1, `${describe(engine, hook, paint, verbose).join("\n")}\n`);
    const answer = await select({
      message: `${index + 1} of ${waiting.length}: may ${visibleLine(hook.id)} run here?`,
      options: [
        { value: "skip", label: "Skip", hint: "decide later" },
        { value: "approve", label: "Approve", hint: "it runs until it changes" },
        { value: "quit", label: "Quit" },
      ],
    });
    if (isCancel(answer) || answer === "quit") break;
    if (answer !== "approve") continue;
    if (await approveAsSeen(engine, hook, seen)) approved++;
    else
      writeWhole(1, `${paint.yellow("not approved")}  its files have changed while you looked; look again\n`);
  }
  const left = waiting.length - approved;
  return `${approved} approved, ${left === 0 ? "nothing waits" : `${left} not approved`}\n`;
}

function describe(engine: Engine, hook: Hook, paint: Paint, verbose: boolean): readonly string[] {
  const beyond = uncovered(engine, hook);
  const unsure = beyond === "" ? [] : [paint.yellow(beyond.slice(1))];
  if (engine.trustOf(hook).state === "modified")
    return ["", ...renderDiff(engine, hook, paint, verbose), ...unsure];
  return [
    "",
    `${paint.yellow("not approved")}  ${paint.bold(visibleLine(hook.id))}  ${paint.dim(visibleLine(hook.source.text))}`,
    ...indented(entryText(hook.entry)),
    ...engine.covers(hook).flatMap((path) => script(engine, path, paint, verbose)),
    ...unsure,
  ];
}

/** A script that the hook names; of a program the path is enough. */
function script(engine: Engine, path: string, paint: Paint, verbose: boolean): readonly string[] {
  const shown = visibleLine(shownPath(engine, path));
  const text = textOf(path);
  if (text === null) return [paint.dim(`  covers ${shown}`)];
  const lines = indented(text);
  const more = verbose ? 0 : lines.length - most;
  return [
    paint.dim(`  covers ${shown}:`),
    ...(more > 0 ? lines.slice(0, most) : lines),
    ...(more > 0 ? [paint.dim(`    … ${more} more lines; -v shows them`)] : []),
  ];
}

function indented(text: string): readonly string[] {
  return text
    .trimEnd()
    .split("\n")
    .map((line) => `    ${visibleLine(line)}`);
}
