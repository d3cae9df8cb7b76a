import { type Facts, graceOf, outcomeLine, postedFacts, preview, stampFacts } from "./facts.ts";
import { partly } from "./left-out.ts";
import { type ConformanceRecord, linesOf, type Sighting, uncut } from "./record.ts";

/** More outcomes than this are not in a record. */
const mostOutcomes = 20;

/** What Claude Code did, without its own wording around the words of hooks. */
export function observedFacts(record: ConformanceRecord): Partial<Facts> {
  const { observed, id } = record;
  const facts: { -readonly [K in keyof Facts]?: Facts[K] } = {
    toolRan: observed.tool_ran ?? false,
    fileContent: observed.file_content === undefined ? null : uncut(observed.file_content),
    requests: observed.n_model_requests,
    ending: observed.terminal_reason ?? null,
    stopped: stoppedText(record),
    refused: observed.permission_denials,
  };
  if (observed.model_saw !== undefined) facts.told = toldTexts(record, observed.model_saw);
  if (!id.endsWith("-no-event-stream") && observed.hook_outcomes.length < mostOutcomes)
    facts.outcomes = observed.hook_outcomes
      .map(({ hook_name, exit_code, outcome }) =>
        outcomeLine(hook_name.split(":")[0] ?? "", exit_code, outcome),
      )
      .sort();
  if (observed.stamps) Object.assign(facts, stampFacts(observed.stamps));
  if (observed.marks) {
    facts.marks = observed.marks.map(([word]) => word);
    facts.grace = graceOf(observed.marks, observed.last_tick_s?.[0]?.[1] ?? 0);
  }
  if (observed.processes)
    facts.processes = Object.fromEntries(
      Object.entries(observed.processes).map(([name, { alive }]) => [name, alive]),
    );
  if (observed.where) facts.where = whereSeen(observed.where);
  if (observed.each_request_last_user)
    facts.prompts = observed.each_request_last_user.map((request) => textOf(record, request[0]?.[2] ?? ""));
  if (observed.stop_inputs) facts.stopInputs = observed.stop_inputs;
  if (observed.fired !== undefined)
    facts.fired = typeof observed.fired === "boolean" ? observed.fired : [...observed.fired].sort();
  if (observed.matrix) facts.matrix = observed.matrix;
  if (observed.ran !== undefined) facts.ran = observed.ran;
  if (observed.second_hook_saw) facts.secondHookSaw = observed.second_hook_saw;
  if (observed.post_tool_input) facts.postToolInput = observed.post_tool_input;
  if (observed.assistant_history_input) facts.history = observed.assistant_history_input;
  if (observed.http_requests) facts.posted = observed.http_requests.map(postedFacts);
  for (const name of partly[id]?.facts ?? []) delete facts[name];
  return facts;
}

/** The texts of a request, without role and prefix. */
function toldTexts(record: ConformanceRecord, saw: string): readonly string[] {
  const blocks = saw.split(/(?:^|\n)\[(?:user|system)\/(?:tool_result(?: is_error)?|text)\] /).slice(1);
  const texts = blocks.map((block) => textOf(record, uncut(block)));
  const agentsOwn = /^<total_tokens>|^The user sent a new message while you were working/;
  // A block of Stop is told twice, to two roles.
  return texts.filter((text, index) => !agentsOwn.test(text) && text !== texts[index - 1]);
}

/** What a hook said, taken out of what the agent made of it. */
function textOf(record: ConformanceRecord, block: string): string {
  let text = block.replace(/^<system-reminder>\n([\s\S]*)\n<\/system-reminder>$/, "$1");
  text = text.replace(/^(?:\w+(?::\w+)? hook (?:error|additional context): |Stop hook feedback:\n)/, "");
  for (const line of linesOf(record)) {
    const blocking = `hook blocking error from command: "${line}": `;
    const at = text.indexOf(blocking);
    if (at !== -1) text = text.slice(at + blocking.length);
    if (text.startsWith(`[${line}]: `)) text = text.slice(line.length + 4);
  }
  return text.startsWith("<persisted-output>") ? preview : text.trimEnd();
}

function stoppedText(record: ConformanceRecord): string | null {
  const { result } = record.observed;
  const blocked = /^UserPromptSubmit operation blocked by hook:\n([\s\S]*)\n\nOriginal prompt: go$/.exec(
    result ?? "",
  );
  const halted = /^Operation stopped by hook: (.*)$/.exec(result ?? "");
  return blocked ? textOf(record, blocked[1] ?? "") : (halted?.[1] ?? null);
}

/** Markers in the order of request, block and place in the text; the agent's own system prompt does not count. */
function whereSeen(where: { readonly [marker: string]: readonly Sighting[] }): readonly string[] {
  const seen = Object.entries(where).flatMap(([marker, sightings]) => {
    const own = sightings.find(([, place, text]) => place !== "system" && !text.startsWith("# Environment"));
    if (!own) return [];
    const [request, place, text] = own;
    const block = Number(/block (\d+)\//.exec(place)?.[1] ?? 0);
    return [{ line: `${marker} ${request}`, order: [request, block, text.indexOf(marker)] }];
  });
  return seen.sort((one, other) => compare(one.order, other.order)).map(({ line }) => line);
}

function compare(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((value, index) => value !== other[index]);
  return at === -1 ? 0 : (one[at] ?? 0) - (other[at] ?? 0);
}
