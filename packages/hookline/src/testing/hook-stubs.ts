import type { Hook } from "../contract/hook.ts";
import type { JsonObject } from "../contract/json.ts";
import { type Captured, faultRun, type Run, type RunEnd, silence } from "../contract/run.ts";
import type { HookStub } from "./case.ts";

/** Types of hooks that ask somebody outside: without a stand-in a test would need a network or a model. */
const outside: ReadonlySet<string> = new Set(["prompt", "agent", "mcp_tool", "http"]);

/** True for a hook that must have a stand-in, unless the case wants the real one. */
export function asksOutside({ type }: Pick<Hook, "type">): boolean {
  return outside.has(type);
}

/** The run of a hook that a stand-in answers for, in the way in which a hook of its type would have ended. */
export function stubRun(hook: Pick<Hook, "type" | "fields">, stub: HookStub): Run {
  if (stub.fault !== undefined) return faultRun(stub.fault, `its stand-in says ${stub.fault}`);
  const { answer, exit = 0, stderr = "" } = stub;
  const stdout = stub.stdout ?? (answer === undefined ? "" : JSON.stringify(answer));
  const end = answer === undefined || stub.exit !== undefined ? exitEnd(hook, exit) : answerEnd(hook, answer);
  return { end, stdout: captured(stdout), stderr: captured(stderr), durationMs: 0, left: [] };
}

function exitEnd({ type }: Pick<Hook, "type">, code: number): RunEnd {
  if (type === "http" && code === 0) return { kind: "http", status: 200 };
  if (type === "mcp_tool" && code === 0) return { kind: "text" };
  return { kind: "exit", code };
}

function answerEnd({ type, fields }: Pick<Hook, "type" | "fields">, answer: JsonObject): RunEnd {
  if (type === "prompt" || type === "agent") {
    const { ok, reason, impossible } = answer;
    if (typeof ok !== "boolean")
      return {
        kind: "fault",
        fault: "malformed",
        detail: 'a model answers with {"ok": true or false, "reason": "…"}',
      };
    return {
      kind: "judgement",
      ok,
      reason: typeof reason === "string" ? reason : "",
      impossible: impossible === true && type === "prompt",
      continues: type === "agent" || fields.continueOnBlock === true,
    };
  }
  // A function or a policy gives a value; whoever prints has printed it.
  if (type === "module" || type === "function" || type === "policy") return { kind: "value", value: answer };
  return exitEnd({ type }, 0);
}

function captured(text: string): Captured {
  if (text === "") return silence;
  return { text, tail: "", bytes: new TextEncoder().encode(text).length, truncated: false, valid: true };
}
