import { type Decision, type JsonObject, type Permission, type PermissionRequest, stronger } from "hookline";
import { payloadFor } from "../session/tell.ts";
import type { Judged } from "../tools/context.ts";
import { applyUpdate } from "./apply.ts";
import { type Grounds, type JudgedCall, judgedCall, judgedPath } from "./call.ts";
import { describePermissions } from "./describe.ts";
import { ruleProblem } from "./held-rule.ts";
import { deniedBy, type Heard, type Judgement, judge } from "./judge.ts";
import { askPerson, oneByOne } from "./prompt.ts";
import { createRuleBook } from "./rule-book.ts";
import type { PermissionOptions, SessionPermission, Where } from "./session-permission.ts";
import { alwaysRules, suggestions } from "./suggest.ts";
import { readUpdate, type Update } from "./update.ts";

/** So many calls are remembered for their tools. */
const remembered = 1_000;

/** Puts rules, hooks, the mode and the person together. */
export function createPermission(options: PermissionOptions): SessionPermission {
  const { tell, person, show, always, mayBypass } = options;
  const grounds: Grounds = options;
  const book = createRuleBook(options.rules, grounds);
  book.add(always.rules("user"), "user");
  book.add(always.rules("project"), "project");
  const inTurn = oneByOne();
  const granted = new Map<string, Judged>();
  const apply = (update: Update) =>
    applyUpdate(update, { book, always, grounds, mayBypass, warn: (text) => show.notice("warn", text) });

  async function permission(request: PermissionRequest, { agent, signal }: Where): Promise<Permission> {
    const lost = options.lost?.(request, payloadFor("PreToolUse", grounds.facts), agent) ?? null;
    if (lost !== null) return { behavior: "deny", message: lost };
    const call = judgedCall(request, grounds);
    const about = (input: JsonObject): JsonObject => ({
      tool_name: request.name,
      tool_input: input,
      ...(agent && { agent_id: agent.id, agent_type: agent.type }),
    });
    const withId = (input: JsonObject) => ({ ...about(input), tool_use_id: request.id ?? "" });

    async function grant(
      final: JudgedCall,
      by: Judgement["by"] | "person",
      rule: string | null,
    ): Promise<Permission> {
      const [path] = final.paths;
      if (request.id !== undefined)
        granted.set(request.id, {
          cwd: final.cwd,
          ...(path?.real && { target: path.real }),
          ...(agent && { agent }),
        });
      const [oldest] = granted.keys();
      if (oldest !== undefined && granted.size > remembered) granted.delete(oldest);
      await tell(
        "PermissionGranted",
        { ...withId(final.input), granted_by: by, ...(rule !== null && { permission_rule: rule }) },
        signal,
      );
      return final === call ? { behavior: "allow" } : { behavior: "allow", updatedInput: final.input };
    }

    const unheard = judge(call, book, grounds, { verdict: "pass", reason: "" });
    const rule = unheard.rule === null ? {} : { permission_rule: unheard.rule };
    const check = await tell(
      "PermissionCheck",
      { ...withId(call.input), permission_level: unheard.level, ...rule },
      signal,
    );
    if (refused(check)) return refuse(check);
    const heard = both(request, check);
    const judgement = heard.verdict === "pass" ? unheard : judge(call, book, grounds, heard);
    if (judgement.level === "deny") return { behavior: "deny", message: judgement.reason };
    if (judgement.level === "allow") return grant(call, judgement.by, judgement.rule);

    const asked = await tell(
      "PermissionRequest",
      { ...about(call.input), permission_suggestions: suggestions(call, grounds) },
      signal,
    );
    if (refused(asked)) return refuse(asked);
    let final = call;
    if (asked.verdict === "allow") {
      await applyAll(asked);
      if (asked.updatedInput) final = judgedCall({ name: request.name, input: asked.updatedInput }, grounds);
      const denying = book.refusing("deny", final);
      if (denying) return { behavior: "deny", message: deniedBy(denying) };
      // The hook has answered for what it was asked about; a new input is asked about once more if a rule says so.
      if (final === call || book.refusing("ask", final) === null) return grant(final, "hook", null);
    }
    return inTurn(async () => {
      if (signal?.aborted) return { behavior: "deny", message: "the call was cancelled" };
      // Somebody may have said "always" to the call before.
      const now = judge(final, book, grounds, heard);
      if (now.level === "deny") return { behavior: "deny", message: now.reason };
      if (now.level === "allow") return grant(final, now.by, now.rule);
      const message = `hookline-agent needs your permission to use ${request.name}`;
      await tell(
        "Notification",
        { message, title: "Permission needed", notification_type: "permission_prompt" },
        signal,
      );
      const rules = now.by === "mode" ? alwaysRules(final, grounds) : [];
      const answer = await askPerson(
        final,
        { reason: now.reason, always: rules },
        person,
        signal ?? new AbortController().signal,
      );
      if (answer.kind === "no") return { behavior: "deny", message: saidNo(answer.instead) };
      if (answer.kind === "unanswered")
        return { behavior: "deny", message: `${now.reason}; nobody answered, so it does not run` };
      if (answer.kind === "always")
        await apply({ type: "addRules", behavior: "allow", rules, destination: "project" });
      return grant(final, "person", null);
    });
  }

  async function applyAll({ effects }: Decision): Promise<void> {
    const { updatedPermissions: updates = [] } = effects;
    for (const entry of Array.isArray(updates) ? updates : [updates]) {
      const update = readUpdate(entry);
      if (typeof update === "string")
        show.notice("warn", `A hook's change of what is permitted is left out: ${update}`);
      else await apply(update);
    }
  }

  return {
    refuses(call) {
      const denying = book.refusing("deny", judgedCall(call, grounds));
      return denying && deniedBy(denying);
    },
    permission,
    judged: (callId) => granted.get(callId),
    mayRead(path) {
      const { given } = judgedPath(path, grounds.facts.cwd, grounds);
      const read = judgedCall({ name: "Read", input: { file_path: given } }, grounds);
      return (book.refusing("deny", read) ?? book.refusing("ask", read)) === null;
    },
    apply,
    replaceRules(rules) {
      for (const behavior of ["allow", "ask", "deny"] as const) book.clear(behavior, "settings");
      book.add(rules, "settings");
    },
    get problems() {
      const wrong = book.rules.map(ruleProblem).filter((problem) => problem !== null);
      return always.problem === null ? wrong : [...wrong, always.problem];
    },
    describe: () => describePermissions(book.rules, grounds.facts),
  };
}

function refused({ verdict, halt }: Decision): boolean {
  return verdict === "deny" || halt !== null;
}

function refuse({ reason, halt, effects }: Decision): Permission {
  const message = reason || halt?.reason || "a hook refuses it";
  const ends = halt !== null || effects.interrupt === true;
  return { behavior: "deny", message, ...(ends && { interrupt: true }) };
}

/** What PreToolUse and PermissionCheck say together. */
function both(request: Heard, check: Heard): Heard {
  const verdict = stronger(request.verdict, check.verdict);
  const reasons = [request, check].filter((one) => one.verdict === verdict).map(({ reason }) => reason);
  return { verdict, reason: reasons.filter((reason) => reason !== "").join("\n") };
}

function saidNo(instead: string | null): string {
  if (instead === null)
    return "The person does not want this. Stop here, or find another way that needs it not.";
  return `The person does not want this, and says what to do instead: ${instead}`;
}
