import type { Event } from "../contract/event.ts";
import type { Hook } from "../contract/hook.ts";
import type { JsonObject } from "../contract/json.ts";
import { LastSeen } from "../contract/last-seen.ts";
import { faultRun, type Run, silence } from "../contract/run.ts";
import { toolCommands } from "../policy/accesses/tool-commands.ts";
import type { CompiledPolicy, Policy } from "../policy/compile-policy.ts";
import type { Judgement } from "../policy/judge-policy.ts";
import type { PolicyModel } from "../policy/model.ts";
import { capturedText } from "./captured-text.ts";
import { judgeTools } from "./judge-tools.ts";
import type { PolicyCall, PolicyRoom } from "./policy-call.ts";
import { followPaths, gatherFacts, mostPaths, today } from "./policy-facts.ts";
import { type Known, readScripts, rememberFiles, scriptsLength } from "./policy-scripts.ts";

const compiled = new WeakMap<JsonObject, CompiledPolicy>();
const compiledTexts = new Map<string, CompiledPolicy>();
const late = new WeakSet<Event>();
const seen = new LastSeen<Event, Known>();

/** Judges the rules of an entry on an event, and remembers the files that the event leaves behind; never throws. */
export function runPolicy(
  room: PolicyRoom,
  { onFailure }: Pick<Hook, "onFailure">,
  fields: JsonObject,
  call: PolicyCall,
): Run {
  const began = performance.now();
  let policy: Policy | null = null;
  const policyOf = (model: PolicyModel): Policy => {
    policy ??= room.narrowed?.(fields, readersOf(room), model) ?? compiledPolicy(room, fields).policy;
    return policy;
  };
  const judged = judge(room, policyOf, call);
  const known = seen.get(call.event);
  const forgotten = known && policyOf(known.model).looksAtPaths ? rememberFiles(room, known, call) : null;
  const durationMs = performance.now() - began;
  if (typeof judged === "string") return faultRun("resource", judged, durationMs);
  const stdout = capturedText(fittingText(room, judged));
  const end = { kind: "value", value: answerOf(judged, forgotten) } as const;
  const run: Run = { end, stdout, stderr: silence, durationMs, left: [] };
  const [first] = judged.faults;
  // What the good rules say holds beside a broken one, if it is as strict as the fault or the fault would go on.
  const holds = judged.verdict === "deny" || (judged.verdict === "ask" && onFailure === "continue");
  if (!first || holds) return run;
  return { ...run, end: { kind: "fault", fault: first.kind, detail: faultText(judged) } };
}

/** A text up to this length is read in a moment; a longer one is watched. */
const shortText = 8_192;

/** What reading and judging a long command may take. */
const limitMs = 450;

/** Scripts that run scripts are read so many times over. */
const mostRounds = 5;

/** What the rules say, or why that cannot be known. */
function judge(
  policyRoom: PolicyRoom,
  policyOf: (model: PolicyModel) => Policy,
  call: PolicyCall,
): Judgement | string {
  const { event } = call;
  const tooLong = `the command cannot be looked through within ${limitMs} ms; do it in smaller steps`;
  if (late.has(event)) return tooLong;
  const work = (watched: boolean): Judgement | string | null => {
    const known = modelOf(policyRoom, call);
    const { facts } = known;
    let { model } = known;
    for (let round = 0; round < mostRounds && readScripts(policyRoom, { facts, model }, call); round++) {
      model = policyRoom.makeModel(event, facts);
      seen.set(event, { facts, model });
      if (!watched && lengthOf(event) + scriptsLength(facts) > shortText) return null;
    }
    const rules = policyOf(model);
    if (rules.looksAtPaths && !followPaths(facts, policyRoom.pathsToFollow(model)))
      return `it touches more than ${mostPaths} paths; do it in smaller steps`;
    return policyRoom.judgePolicy(rules, model, facts);
  };
  const short = lengthOf(event) <= shortText ? work(false) : null;
  if (short !== null) return short;
  const ended = judgeTools.callWithin(limitMs, () => work(true));
  if (ended.kind === "value" && ended.value !== null) return ended.value;
  // What was stopped in the middle may be half done, and the next policy would be no quicker.
  seen.delete(event);
  late.add(event);
  return tooLong;
}

/** How long the commands of an event are, in whatever form they are given. */
function lengthOf(event: Event): number {
  return toolCommands(event).texts.reduce((sum, { text }) => sum + text.length, 0);
}

/** How many compiled policies are kept beside the entries that they belong to. */
const keptTexts = 50;

/** What policies are read with. */
const readersOf = ({ allPacks: packs }: PolicyRoom) => ({ packs, tools: judgeTools });

/** Compiles an entry once, although it is judged when it is loaded and runs as another object. */
export function compiledPolicy(room: PolicyRoom, fields: JsonObject): CompiledPolicy {
  const known = compiled.get(fields);
  if (known) return known;
  const text = JSON.stringify(fields);
  let made = compiledTexts.get(text);
  if (!made) {
    made = room.compilePolicy(fields, {
      ...readersOf(room),
      get today() {
        return today(new Date());
      },
    });
    if (compiledTexts.size >= keptTexts) compiledTexts.clear();
    compiledTexts.set(text, made);
  }
  compiled.set(fields, made);
  return made;
}

/** Several policies look at one event: it is read once. */
function modelOf({ makeModel }: PolicyRoom, call: PolicyCall): Known {
  let known = seen.get(call.event);
  if (!known) {
    const facts = gatherFacts(call);
    known = { facts, model: makeModel(call.event, facts) };
    seen.set(call.event, known);
  }
  return known;
}

/** So many broken rules are told by their texts. */
const told = 3;

function faultText({ faults }: Judgement): string {
  const more = faults.length > told ? [`and ${faults.length - told} more`] : [];
  return [...faults.slice(0, told).map(({ detail }) => detail), ...more].join("; ");
}

/** What is said in the words of a function's answer; nothing if there is nothing to say. */
function answerOf(judgement: Judgement, forgotten: string | null): JsonObject | undefined {
  const { verdict, reason, redaction, notes, faults } = judgement;
  const { updatedInput = null, updatedOutput = null, updatedPrompt = null } = redaction ?? {};
  const broken = faults.length > 0 ? [faultText(judgement)] : [];
  const messages = [...notes, ...broken, ...(forgotten === null ? [] : [forgotten])];
  const value = {
    ...(verdict !== "pass" && { verdict, reason }),
    ...(updatedInput !== null && { updatedInput }),
    ...(updatedOutput !== null && { updatedOutput }),
    ...(updatedPrompt !== null && { updatedPrompt }),
    ...(messages.length > 0 && { message: messages.join("\n") }),
  };
  return Object.keys(value).length === 0 ? undefined : value;
}

function fittingText({ fittingRules }: PolicyRoom, judgement: Judgement): string {
  return judgement.sayings.some(({ says }) => says === "fits" || says === "unsure")
    ? JSON.stringify(fittingRules(judgement))
    : "";
}
