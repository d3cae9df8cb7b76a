import type { Decision, Engine, FireOptions, Hook, JsonObject, Notice, RunReport } from "../../index.ts";
import { allDialects } from "../../index.ts";

/** Fires an event and shows its hooks as they start and end, as GenCode does. */
export async function displayHooks(
  engine: Engine,
  event: string,
  payload: JsonObject,
  options: FireOptions,
  write: (line: string) => void,
): Promise<Decision> {
  const { plan } = engine.preview(event, payload, options);
  const { id: eventId } = plan.event;
  const variables = variablesOf(engine, plan.event);
  const actions = new Map(engine.hooks.map((hook) => [hook.id, filledIn(commandOf(hook), variables)]));
  let started = 0;
  const show = (notice: Notice) => {
    if (notice.eventId !== eventId) return;
    const action = actions.get(notice.hook) ?? notice.hook;
    if (notice.type === "started") {
      if (started++ === 0) write("Running hooks...");
      write(startedLine(event, action));
    } else if (notice.type === "response" && !notice.background) {
      write(endedLine(notice.report, started > 1 ? action : null));
    }
  };
  const end = engine.listen(show);
  try {
    const decision = await engine.fire(event, plan.event.payload, { ...options, eventId });
    // Notices come after the engine's own work: the last ones are on their way.
    await new Promise((resolve) => setImmediate(resolve));
    for (const run of decision.runs) {
      if (run.status === "background") write(endedLine(run, actions.get(run.hook) ?? run.hook));
    }
    const blocked = blockedLine(decision);
    if (blocked !== null) write(`\n${blocked}`);
    return decision;
  } finally {
    end();
  }
}

/** The line of a hook that starts. */
export function startedLine(event: string, action: string): string {
  return `  ▶ ${event}: ${oneLine(action)}`;
}

/** The line of a hook that has ended: what it said last, why it blocks, or what broke it; with its name where there are several. */
export function endedLine(report: RunReport, action: string | null): string {
  const { status, fault, verdict, reason, stdout } = report;
  const name = action === null ? "" : `${oneLine(action)}: `;
  if (status === "background") return `  … ${name}runs in the background`;
  if (verdict === "deny") return `  ✗ ${name}${linesOf(reason)[0] ?? "blocked"}`;
  if (fault !== null) return `  ! ${name}${linesOf(reason)[0] ?? fault}`;
  return `  ✓ ${name}${linesOf(stdout).at(-1) ?? "done"}`;
}

/** The sentence under a block, with what the hooks say beyond their first line; null if nothing is blocked. */
export function blockedLine({ verdict, halt, runs }: Decision): string | null {
  if (verdict !== "deny" && halt === null) return null;
  const more = runs.filter((run) => run.verdict === "deny").flatMap(({ reason }) => linesOf(reason).slice(1));
  return ["Hook blocked further execution.", ...more].join(" ");
}

/** What a hook does, as its author wrote it. */
export function commandOf({ fields, type, id }: Hook): string {
  const { command, prompt } = fields;
  if (typeof command === "string") return command;
  return typeof prompt === "string" ? `ask: ${prompt}` : `${type} ${id}`;
}

/** The command as people read it, with its values in it: this text is shown and never run. */
function filledIn(command: string, variables: { readonly [name: string]: string }): string {
  return command.replace(/\$(?:\{(\w+)\}|(\w+))/g, (all, braced?: string, bare?: string) => {
    const name = braced ?? bare ?? "";
    return (Object.hasOwn(variables, name) ? variables[name] : undefined) ?? all;
  });
}

function variablesOf(engine: Engine, event: Parameters<(typeof allDialects)[number]["present"]>[0]) {
  const gencode = allDialects.find(({ name }) => name === "gencode");
  return gencode?.present(event, { projectDir: engine.projectDir, at: Date.now() }).env ?? {};
}

function linesOf(text: string): readonly string[] {
  return text
    .split("\n")
    .map((line) => oneLine(line).trim())
    .filter((line) => line !== "");
}

/** Text of hooks must not move the cursor or hide a line. */
function oneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, " ").slice(0, 200);
}
