import type { Command } from "commander";
import type { RecordFilter } from "../../audit/index.ts";
import { isVerdict, verdicts } from "../../contract/verdict.ts";
import { builtInEvents, suggest } from "../../index.ts";
import { textOption, UsageError, type VerbOptions } from "../verb.ts";
import { momentOf } from "./moments.ts";

/** Adds the options that choose records. */
export function declareFilters(command: Command): Command {
  return command
    .option("--event <name>", "of this event")
    .option("--tool <name>", "of this tool, or this kind of tool (shell, write, edit …)")
    .option("--verdict <verdict>", `decided so: ${verdicts.join(", ")}`)
    .option("--hook <id>", "in which this hook ran")
    .option("--session <id>", "of this session (or how its id begins)")
    .option("--agent <name>", "of the agent with this id or type")
    .option("--since <when>", "from then on: 2h (ago), 2026-11-01, 2026-11-01T09:14:02Z")
    .option("--until <when>", "before then")
    .option("--grep <text>", "with this text anywhere in the record or its payload")
    .option("--failed-open", "in which a hook broke and what it guards went on");
}

/** The records that the options choose. */
export function filterOf(options: VerbOptions): RecordFilter {
  const verdict = textOption(options, "verdict");
  if (verdict !== undefined && !isVerdict(verdict))
    throw new UsageError(`--verdict ${verdict}: there are ${verdicts.join(", ")}`);
  checkEvent(textOption(options, "event"));
  const [since, until] = [textOption(options, "since"), textOption(options, "until")];
  const filter: RecordFilter = {
    ...texts(options, ["event", "tool", "verdict", "hook", "session", "agent", "grep"]),
    ...(since !== undefined && { since: momentOf(since, "--since") }),
    ...(until !== undefined && { until: momentOf(until, "--until") }),
    ...(options.failedOpen === true && { failedOpen: true }),
  };
  if (filter.since !== undefined && filter.until !== undefined && filter.since >= filter.until)
    throw new UsageError(`--since ${since} is not before --until ${until}: no record can fit`);
  return filter;
}

/** A host may have events of its own, so only a name that is nearly one of ours is taken for a slip. */
function checkEvent(event: string | undefined): void {
  const names = builtInEvents.map(({ name }) => name);
  if (event === undefined || names.some((name) => name === event)) return;
  const meant = suggest(event, names);
  if (meant !== null) throw new UsageError(`--event ${event}: did you mean ${meant}?`);
}

/** The choice in words, for the head of a report; empty if all records are meant. */
export function filterWords(options: VerbOptions): string {
  const names = ["chain", "event", "tool", "verdict", "hook", "session", "agent", "since", "until", "grep"];
  const said = names.flatMap((name) => {
    const text = textOption(options, name);
    return text === undefined ? [] : `${name} ${text}`;
  });
  return [...said, ...(options.failedOpen === true ? ["failed open"] : [])].join(", ");
}

/** The number of an option that takes a whole number above zero. */
export function numberOption(options: VerbOptions, name: string): number | undefined {
  const text = textOption(options, name);
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,14}$/.test(text))
    throw new UsageError(`--${name} ${text}: a whole number above 0 is wanted`);
  return Number(text);
}

function texts<N extends string>(
  options: VerbOptions,
  names: readonly N[],
): { readonly [name in N]?: string } {
  const given: { [name in N]?: string } = {};
  for (const name of names) {
    const text = textOption(options, name);
    if (text !== undefined) given[name] = text;
  }
  return given;
}
