import { interrupt } from "@langchain/langgraph";
import type { HITLRequest, HITLResponse, InterruptOnConfig, ToolCallRequest } from "langchain";
import type { Permission, PermissionRequest } from "../../index.ts";
import { asObject } from "./marks.ts";
import type { InterruptOn } from "./options.ts";

const allDecisions: InterruptOnConfig["allowedDecisions"] = ["approve", "edit", "reject"];

/**
 * Asks a person by an interrupt, in the words of LangChain's human-in-the-loop middleware, about the input that hooks made of the call;
 * a tool of the list is always asked about, any other only if a hook says `ask`.
 */
export async function approve(
  request: PermissionRequest,
  call: ToolCallRequest,
  interruptOn: InterruptOn,
): Promise<Permission> {
  const wish = Object.hasOwn(interruptOn, request.name) ? interruptOn[request.name] : undefined;
  const given = typeof wish === "object" ? wish : undefined;
  const final = { ...call, toolCall: { ...call.toolCall, args: request.input } };
  const wanted = wish !== undefined && wish !== false && ((await given?.when?.(final)) ?? true);
  if (!wanted && request.verdict !== "ask") return { behavior: "allow" };
  const allowedDecisions = given?.allowedDecisions ?? allDecisions;
  const question: HITLRequest = {
    actionRequests: [
      { name: request.name, args: { ...request.input }, description: await describe(request, final, given) },
    ],
    reviewConfigs: [{ actionName: request.name, allowedDecisions }],
  };
  const answer: HITLResponse = interrupt(question);
  return permissionOf(answer, request.name, allowedDecisions);
}

async function describe(
  { name, input, reason }: PermissionRequest,
  call: ToolCallRequest,
  given: InterruptOnConfig | undefined,
): Promise<string> {
  const { description } = given ?? {};
  if (typeof description === "string") return description;
  if (description) return description(call.toolCall, call.state, call.runtime);
  const why = reason === "" ? "" : `${reason}\n\n`;
  return `${why}Tool: ${name}\nArguments: ${JSON.stringify(input, null, 2)}`;
}

/** Anything but a clear yes that was offered is a no. */
function permissionOf(answer: unknown, name: string, offered: readonly string[]): Permission {
  const decisions: unknown =
    typeof answer === "object" && answer !== null && "decisions" in answer ? answer.decisions : [];
  const decision = asObject(Array.isArray(decisions) ? decisions[0] : undefined);
  const { type, message } = decision;
  if (typeof type !== "string" || !offered.includes(type)) {
    return {
      behavior: "deny",
      message: `the answer to the question about ${name} was none of ${offered.join(", ")}`,
    };
  }
  if (type === "approve") return { behavior: "allow" };
  if (type === "edit") {
    const edited = asObject(decision.editedAction);
    if (edited.name !== name)
      return { behavior: "deny", message: `the person wants ${String(edited.name)} instead of ${name}` };
    return { behavior: "allow", updatedInput: asObject(edited.args) };
  }
  return {
    behavior: "deny",
    message: typeof message === "string" ? message : `the person rejected the call of ${name}`,
  };
}
