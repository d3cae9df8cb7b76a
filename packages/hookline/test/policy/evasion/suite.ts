import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Event } from "../../../src/contract/event.ts";
import type { Json, JsonObject } from "../../../src/contract/json.ts";
import { compilePolicy, type Policy } from "../../../src/policy/compile-policy.ts";
import { judgePolicy } from "../../../src/policy/judge-policy.ts";
import { makeModel } from "../../../src/policy/make-model.ts";
import type { PolicyFacts } from "../../../src/policy/model.ts";
import type { Pack } from "../../../src/policy/pack.ts";
import { allPacks } from "../../../src/policy/packs/all.ts";
import { judgeTools } from "../../../src/runners/judge-tools.ts";
import { exampleEvent } from "../../pipeline/examples.ts";

/** What an agent would do: a command for a shell, or a tool with its input. */
export type Action =
  | string
  | { readonly tool: string; readonly input: JsonObject; readonly event?: string; readonly response?: Json };

/** Actions that belong together. */
export interface Family {
  readonly family: string;
  readonly commands: readonly Action[];
  /** The branch that is checked out; one that nobody protects if absent. */
  readonly branch?: string;
  /** Where the project is, and where the agent works; those of the example machine if absent. */
  readonly project?: string;
  readonly cwd?: string;
  readonly settings?: JsonObject;
  /** The packs that are switched on; all if absent. */
  readonly packs?: readonly string[];
}

/** Actions that must be stopped, and by which rule. */
export interface StopFamily extends Family {
  readonly verdict: "deny" | "ask" | "redact";
  readonly rule: string;
  /** Spelled by somebody who tries to get around. */
  readonly around?: true;
  /** No other rule of the pack has anything to say. */
  readonly only?: true;
}

/** Actions that are not stopped, and why. */
export interface GapFamily extends Family {
  readonly why: string;
}

const read = (name: string) => JSON.parse(readFileSync(join(import.meta.dirname, name), "utf8"));

/** What must be stopped. */
export const mustStop: readonly StopFamily[] = read("must-stop.json");
/** What must pass. */
export const mustPass: readonly Family[] = read("must-pass.json");
/** What we know that we do not stop. */
export const knownGaps: readonly GapFamily[] = read("known-gaps.json");

/** Several calls of one session, and what becomes of the last. */
export interface Session {
  readonly name: string;
  readonly steps: readonly Action[];
  /** Files of the project that are there before anything else. */
  readonly before?: { readonly [path: string]: string };
  /** What is on the disk before the last step, beside what a Write said. */
  readonly files?: { readonly [path: string]: string };
  readonly links?: { readonly [path: string]: string };
  readonly verdict: "deny" | "ask" | "pass";
  readonly rule?: string;
  /** Why it passes, although it should not. */
  readonly gap?: string;
}

/** What one call writes and a later one runs. */
export const sessions: readonly Session[] = read("sessions.json");

/** A machine as the suite thinks of it. */
export const exampleFacts: PolicyFacts = { ...read("machine.json"), real: new Map() };

/** All packs as one policy. */
export function policyOf(packs: readonly Pack[] = allPacks, settings: JsonObject = {}): Policy {
  const makers = { tools: judgeTools, packs, today: exampleFacts.today };
  return compilePolicy({ packs: packs.map(({ name }) => name), settings }, makers).policy;
}

/** The event of an action. */
export function eventOf(action: Action): Event {
  if (typeof action === "string")
    return exampleEvent("PreToolUse", { tool_name: "Bash", tool_input: { command: action } });
  const { tool, input, event = "PreToolUse", response } = action;
  const past = response === undefined ? {} : { tool_response: response };
  return exampleEvent(event, { tool_name: tool, tool_input: input, ...past });
}

/** What a policy says of an action: its verdict, and the rules that fit or broke. */
export function judge(policy: Policy, action: Action, facts: PolicyFacts = exampleFacts) {
  const { verdict, faults, sayings } = judgePolicy(policy, makeModel(eventOf(action), facts), facts);
  const fitting = sayings.filter(({ says }) => says === "fits").map(({ compiled }) => compiled.rule);
  const redacts = fitting.some((rule) => rule.verdict === "redact");
  return {
    verdict: verdict === "pass" && redacts ? ("redact" as const) : verdict,
    rules: fitting.map(({ id }) => id),
    faults: faults.map(({ detail }) => detail),
  };
}

/** True if a rule is the one that a family names, or one of a group that has this name. */
export function isOf(rule: string, name: string): boolean {
  return name.endsWith("*") ? rule.startsWith(name.slice(0, -1)) : rule === name;
}

const policies = new Map<string, Policy>();

/** The policy for a family. */
export function policyFor({ packs, settings }: Family): Policy {
  const key = JSON.stringify([packs, settings]);
  const chosen = packs ? allPacks.filter(({ name }) => packs.includes(name)) : allPacks;
  const policy = policies.get(key) ?? policyOf(chosen, settings ?? {});
  policies.set(key, policy);
  return policy;
}

/** The facts for a family. */
export function factsOf({ branch, project, cwd }: Family): PolicyFacts {
  if (branch === undefined && project === undefined && cwd === undefined) return exampleFacts;
  const projectDir = project ?? exampleFacts.projectDir;
  const folder = cwd ?? projectDir;
  return {
    ...exampleFacts,
    branch: branch ?? exampleFacts.branch,
    projectDir,
    cwd: folder,
    variables: { ...exampleFacts.variables, PWD: folder },
  };
}

const sizeOf = (families: readonly Family[]): number =>
  families.reduce((sum, { commands }) => sum + commands.length, 0);

/** How large the suite is. */
export function scoreOf() {
  return {
    stop: sizeOf(mustStop),
    around: sizeOf(mustStop.filter(({ around }) => around)),
    pass: sizeOf(mustPass),
    gaps: sizeOf(knownGaps) + sessions.filter(({ gap }) => gap !== undefined).length,
  };
}
