import type { Event } from "../../src/contract/event.ts";
import type { JsonObject } from "../../src/contract/json.ts";
import { createCatalog } from "../../src/events/catalog.ts";
import {
  allPacks,
  compilePolicy,
  type Judgement,
  judgePolicy,
  makeModel,
  type PolicyFacts,
} from "../../src/policy/index.ts";
import { judgeTools } from "../../src/runners/judge-tools.ts";

const catalog = createCatalog();

/** A machine that does not exist, with whatever is given instead. */
export function factsOf(given: Partial<PolicyFacts> = {}): PolicyFacts {
  return {
    cwd: "/work/app",
    home: "/home/ann",
    projectDir: "/work/app",
    today: "2026-11-15",
    branch: "feature",
    own: ["/work/app/.hookline/hooks.json", "/home/ann/.local/state/hookline"],
    variables: { HOME: "/home/ann", PWD: "/work/app", USER: "ann" },
    real: new Map(),
    ...given,
  };
}

/** An event with this payload. */
export function eventOf(name: string, payload: JsonObject): Event {
  const spec = catalog.event(name);
  if (!spec) throw new Error(`there is no event ${name}`);
  const { tool_name: tool } = payload;
  return {
    id: "event-1",
    spec,
    payload,
    subject: null,
    tool: typeof tool === "string" ? catalog.tool(tool) : null,
    depth: 0,
  };
}

/** What a policy says about an event; throws if something is wrong with the policy itself. */
export function judged(written: JsonObject, event: Event, facts: PolicyFacts = factsOf()): Judgement {
  const { policy, problems } = compilePolicy(written, {
    tools: judgeTools,
    packs: allPacks,
    today: facts.today,
  });
  const wrong = problems.find(({ severity }) => severity === "error");
  if (wrong) throw new Error(`${wrong.path.join(".")}: ${wrong.message}`);
  return judgePolicy(policy, makeModel(event, facts), facts);
}

/** A shell command that is about to run. */
export function bash(command: string, tool = "Bash"): Event {
  return eventOf("PreToolUse", { tool_name: tool, tool_input: { command } });
}
