import { createEngine, type Engine, type Hook } from "../../index.ts";
import { writeWhole } from "../../system/standard-streams.ts";
import { listAnswer } from "../answers/list.ts";
import { workingFolder } from "../folder.ts";
import { aboutHook, aboutTrust } from "../list/about.ts";
import { effectiveLine, effectiveRow } from "../list/effective.ts";
import { type ListItem, renderRows } from "../list/render.ts";
import { rowOf } from "../list/row.ts";
import { paintFor, renderDiagnostic } from "../render.ts";
import { defineVerb, listOption, type VerbOptions } from "../verb.ts";
import { visibleLine } from "../visible.ts";

/** `hookline list`: shows every hook that is configured here, and whether it would run. */
export const listVerb = defineVerb({
  name: "list",
  summary: "show the hooks that are configured here",
  examples: [
    "hookline list",
    "hookline list --effective --show-origin",
    "hookline list --json",
    "hookline list --cwd ../other-project",
    "",
    "Exit status: 1 if a hook file cannot be read or lacks what must hold, 0 otherwise.",
  ],
  answers: listAnswer,
  declare: (command) =>
    command
      .option(
        "--dialect <name>",
        "read only the hook files of this dialect (may be repeated)",
        (value: string, before: string[] = []) => [...before, value],
      )
      .option("--effective", "only what would really run, in the order of running, with the values that hold")
      .option("--show-origin", "where each value comes from: file, line and column, or what else says it")
      .option("--json", "print the list as JSON"),
  async run(_args, options) {
    const dialects = listOption(options, "dialect");
    const engine = await createEngine({ cwd: workingFolder(options), ...(dialects && { dialects }) });
    try {
      const health = engine.health();
      const { hooks } = engine;
      const rows = hooks.map((hook) => rowOf(engine, hook, health));
      const about = new Map(
        rows.map((row, index) => [
          row,
          [
            ...aboutHook(hooks[index]),
            ...aboutPause(engine, hooks[index]),
            ...aboutTrust(engine, hooks[index], row),
          ],
        ]),
      );
      for (const diagnostic of [...engine.diagnostics, ...engine.twoMeanings()])
        writeWhole(2, `${renderDiagnostic(diagnostic)}\n`);
      if (options.json === true) writeWhole(1, `${JSON.stringify(items.map(shownRow), null, 2)}\n`);
      else if (options.quiet !== true) writeWhole(1, render(engine, items, options));
      return engine.mustFail ? 1 : 0;
    } finally {
      await engine.close();
    }
  },
});

type Item = ListItem & { readonly more: object };

function rowOf(engine: Engine, hook: Hook, health: readonly HookHealth[]) {
  const { id, event, matcher, type, source, dialect, onFailure, mode } = hook;
  const trust = engine.trustOf(hook);
  const paused = engine.pause().why(hook);
  const state =
    hook.disabled !== null
      ? "disabled"
      : paused !== null
        ? "paused"
        : trust.why !== null
          ? "untrusted"
          : "active";
  const broken = health.find((one) => one.hook === id && one.source === source.file);
  return {
    id,
    event,
    matcher: matcher.pattern,
    meaning: matcher.meaning,
    type,
    source: source.text,
    dialect,
    state,
    onFailure,
    mode,
    trust: trust.state,
    health: broken ? healthOf(broken) : null,
  };
  if (options.effective !== true) return engine.hooks.map((hook) => item(hook, [], {}));
  return engine.effective.hooks().map((one) => item(one.hook, [effectiveLine(one)], effectiveRow(one)));
}

/** How often a hook has broken, for programs. */
function healthOf({ faults, failedOpen, since, last }: HookHealth) {
  const date = (at: number) => new Date(at).toISOString();
  return { faults, failedOpen, since: date(since), last: { ...last, at: date(last.at) } };
}

/** Until when a hook is paused, by whom and why. */
function aboutPause(engine: Engine, hook: Hook | undefined): readonly string[] {
  const why = hook && hook.disabled === null ? engine.pause().why(hook) : null;
  return why === null || why === undefined ? [] : [shownText(why)];
}

/** What has changed since a hook was approved, and how it broke. */
function aboutTrust(engine: Engine, hook: Hook | undefined, { trust, health }: Row): readonly string[] {
  const changes = hook && trust === "modified" ? engine.trustOf(hook).changes : [];
  const changed = changes.length > 0 ? [`modified since it was approved: ${changes.join(", ")}`] : [];
  if (health === null) return changed;
  const { failedOpen, faults, last } = health;
  const what = failedOpen > 0 ? `failed open ${times(failedOpen)}` : `broke ${times(faults)}`;
  return [...changed, `${what}, last: ${last.fault}, ${ago(Date.parse(last.at))}`];
}

/** How much of a command or a prompt is shown. */
const shown = 100;

/** Nobody waits for such a hook, so nobody is blocked by it, whatever its entry says. */
const blocksNothing = "runs in the background: it blocks nothing";

/** What people know a hook by: its description, what it runs, and where alone it holds. */
function aboutHook(hook: Hook | undefined): readonly string[] {
  if (!hook) return [];
  const { command, url, prompt, tool, module } = hook.fields;
  const action = [command, url, module, tool, prompt, rulesIn(hook)].find((text) => typeof text === "string");
  const line = typeof action === "string" ? shownText(action).replaceAll(/\s+/g, " ") : "";
  const scope = hook.scope ? `${hook.scope.except ? "not" : "only"} in ${hook.scope.names.join(", ")}` : "";
  const short = line.length > shown ? `${line.slice(0, shown - 1)}…` : line;
  const idle = hook.background && hook.onFailure === "block" ? blocksNothing : "";
  return [hook.description, short, scope, idle].filter((text) => text !== "");
}

/** What a policy judges by: its packs, and how many rules of its own. */
function rulesIn({ type, fields }: Hook): string | undefined {
  if (type !== "policy") return undefined;
  const packs = Array.isArray(fields.packs) ? fields.packs.map(String) : [];
  const own = Array.isArray(fields.rules) ? fields.rules.length : 0;
  const parts = [
    ...(packs.length > 0 ? [`packs ${packs.join(", ")}`] : []),
    ...(own > 0 ? [`${own} ${own === 1 ? "rule" : "rules"} of its own`] : []),
  ];
  return parts.join("; ");
}

function render(
  rows: readonly Row[],
  about: ReadonlyMap<Row, readonly string[]>,
  projectDir: string,
  paint: Paint,
): string {
  if (rows.length === 0) return `no hooks are configured for ${projectDir}\n`;
  const lines: string[] = [];
  for (const event of new Set(rows.map((row) => row.event))) {
    lines.push(paint.bold(event));
    for (const row of rows.filter((one) => one.event === event)) {
      const word = row.state === "untrusted" && row.trust === "modified" ? "modified" : row.state;
      const state = row.state === "active" ? paint.green("active") : paint.yellow(word);
      const texts = about.get(row) ?? [];
      const rules = [
        row.onFailure === "block" && !texts.includes(blocksNothing) ? "blocks when it fails" : "",
        row.mode === "enforce" ? "" : row.mode,
      ];
      const rest = rules.filter((text) => text !== "").map((text) => `  ${text}`);
      const where = row.dialect === "native" ? row.source : `${row.source} (${row.dialect})`;
      const [id, meaning, place] = [row.id, row.meaning, where].map(visibleLine);
      lines.push(`  ${id}  ${row.type}  ${state}  ${meaning}  ${paint.dim(place ?? "")}${rest.join("")}`);
      for (const text of texts) lines.push(`      ${paint.dim(visibleLine(text))}`);
    }
  }
  return `${lines.join("\n")}\n`;
}
