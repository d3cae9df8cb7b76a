import { isAbsolute, resolve } from "node:path";
import { matcherCompiler } from "../config/entries/matchers.ts";
import { findProject } from "../config/find-project.ts";
import { knowFiles } from "../config/known-files.ts";
import { hookFiles, shownPath } from "../config/places.ts";
import { parseJsonText } from "../config/text/json-text.ts";
import type { Diagnostic } from "../contract/diagnostic.ts";
import { HooklineError } from "../contract/errors.ts";
import type { Event } from "../contract/event.ts";
import { type Hook, positionOf } from "../contract/hook.ts";
import type { JsonObject } from "../contract/json.ts";
import { allDialects } from "../dialects/all.ts";
import { native } from "../dialects/native.ts";
import { createCatalog } from "../events/catalog.ts";
import { checkPayload, completePayload, subjectOf } from "../events/complete.ts";
import type { Judgement, Policy, PolicyFacts, PolicyModel } from "../policy/index.ts";
import { allRunners } from "../runners/all.ts";
import { judgeTools } from "../runners/judge-tools.ts";
import { followPaths, gatherFacts, mostPaths, today } from "../runners/policy-facts.ts";
import { homeFolder } from "../system/home-folder.ts";
import { stateFolder } from "../system/state-folder.ts";
import { readWhole } from "../system/whole-file.ts";

/** A policy of a file that is looked at. */
export interface CheckedPolicy {
  /** The entry that it stands in; null in a file that is nothing but a policy. */
  readonly hook: Hook | null;
  readonly source: string;
  readonly policy: Policy;
}

/** A file with policies, and what is wrong in it. */
export interface PolicyFile {
  readonly policies: readonly CheckedPolicy[];
  readonly diagnostics: readonly Diagnostic[];
}

/** An event as policies see it. */
export interface PolicyCase {
  readonly event: Event;
  readonly model: PolicyModel;
  readonly facts: PolicyFacts;
}

/** Looks at policies without any agent: what a file holds, what a tool call would do, and what rules say about it. */
export interface PolicyCheck {
  /** Reads a hook file with policies, or a file that is a policy itself; of a policy that is given as text, the text. */
  open(file: string, given?: string): Promise<PolicyFile>;
  /** Makes an event of a name and a payload; throws for a caller's mistake. */
  makeCase(name: string, payload: JsonObject): PolicyCase;
  /** What a policy says; null if its entry is for other events or tools. */
  judge(checked: CheckedPolicy, about: PolicyCase): Judgement | null;
}

/** Makes what looks at policies in a project. */
export async function createPolicyCheck(given: {
  readonly cwd: string;
  readonly env?: { readonly [name: string]: string | undefined };
}): Promise<PolicyCheck> {
  const { cwd, env = process.env } = given;
  const { compilePolicy, allPacks, isPolicy, judgePolicy, makeModel, pathsToFollow } = await import(
    "../policy/index.ts"
  );
  const home = homeFolder(env);
  const catalog = createCatalog();
  const projectDir = findProject(cwd, home, allDialects);
  const runners = new Map(allRunners.map((runner) => [runner.type, runner]));
  const compileMatcher = matcherCompiler(catalog);
  const basis = { catalog, runners, env, home, projectDir, managedOnFailure: null, compileMatcher };
  const makers = { tools: judgeTools, packs: allPacks, today: today(new Date()) };
  const own = [
    stateFolder(env, home),
    ...hookFiles(allDialects, { projectDir, home, systemRoot: "/", env }).map(({ path }) => path),
  ];
  return {
    async open(file, text) {
      const path = isAbsolute(file) ? file : resolve(cwd, file);
      const place = { path, layer: "team" as const, dialect: native };
      const read = text === undefined ? readWhole(path) : { text };
      if (!("text" in read)) throw new HooklineError("invalid-option", `${file}: ${read.error.message}`);
      const document = await parseJsonText(read.text, true);
      if ("value" in document && isPolicy(document.value) && document.value.hooks === undefined) {
        const { policy, problems } = compilePolicy(document.value, makers);
        const shown = text === undefined ? shownPath(place, basis) : file;
        const diagnostics = problems.map(({ path: at, ...rest }) => ({
          file: shown,
          ...document.locate(at),
          ...rest,
        }));
        return { policies: [{ hook: null, source: shown, policy }], diagnostics };
      }
      // Who gives a text gives a policy: a hook file has a name, which says what it is for.
      if (text !== undefined)
        return { policies: [], diagnostics: "value" in document ? [] : [{ file, ...document }] };
      const [known] = await knowFiles([place], basis, [], true);
      const hooks = known?.judged?.hooks.filter(({ type }) => type === "policy") ?? [];
      const policies = hooks.map((hook) => ({
        hook,
        source: hook.source.text,
        policy: compilePolicy(hook.fields, makers).policy,
      }));
      const problem = known?.state.problem;
      const broken = problem ? [{ file: shownPath(place, basis), ...problem }] : [];
      const silent = policies.flatMap(neverAsked);
      return { policies, diagnostics: [...broken, ...(known?.judged?.diagnostics ?? []), ...silent] };
    },
    makeCase(name, payload) {
      const spec = catalog.event(name);
      if (!spec) throw new HooklineError("unknown-event", `there is no event "${name}"`);
      const problem = checkPayload(spec, payload);
      if (problem !== null) throw new HooklineError("invalid-payload", problem);
      const whole = completePayload(spec, payload, {
        sessionId: "check",
        cwd,
        newToolUseId: () => "toolu_check",
      });
      const { tool_name: tool } = whole;
      const event: Event = {
        id: "check",
        spec,
        payload: whole,
        subject: subjectOf(spec, whole, catalog),
        tool: typeof tool === "string" ? catalog.tool(tool) : null,
        depth: 0,
      };
      const facts = gatherFacts({
        event,
        projectDir,
        cwd,
        services: { home, ownPaths: own, variable: (name: string) => env[name] },
      });
      const model = makeModel(event, facts);
      if (!followPaths(facts, pathsToFollow(model)))
        throw new HooklineError(
          "invalid-payload",
          `it touches more than ${mostPaths} paths: a policy would block it`,
        );
      return { event, model, facts };
    },
    judge({ hook, policy }, { event, model, facts }) {
      if (hook && (hook.event !== event.spec.name || (event.subject && !hook.matcher.test(event.subject))))
        return null;
      return judgePolicy(policy, model, facts);
    },
  };
}

/** Rules for other events than that of their entry: nobody asks them. */
function neverAsked({ hook, policy }: CheckedPolicy): readonly Diagnostic[] {
  if (!hook) return [];
  return policy.rules.flatMap(({ rule, pack, events }) => {
    if (pack !== null || !events || events.has(hook.event)) return [];
    const message = `rule ${rule.id} is for ${[...events].join(", ")}, and its policy stands under ${hook.event}: it is never asked`;
    const hint = `put it under ${[...events].join(", ")}, or remove "events"`;
    return [
      { ...positionOf(hook.source.text, hook.source.text), severity: "warning" as const, message, hint },
    ];
  });
}
