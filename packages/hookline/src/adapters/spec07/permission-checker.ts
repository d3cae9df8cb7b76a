import type { Engine, Permission, PermissionRequest, WrapOptions } from "../../index.ts";
import { permissionOf } from "./hook-results.ts";

/** A permission for `engine.wrapTool`: what hooks allowed needs no question, else the hooks of PermissionRequest decide, else the person. */
export function permissionChecker(
  engine: Pick<Engine, "fire">,
  ask: (request: PermissionRequest) => Permission | Promise<Permission>,
): NonNullable<WrapOptions["permission"]> {
  return async (request) => {
    if (request.verdict === "allow") return { behavior: "allow" };
    const decision = await engine.fire("PermissionRequest", {
      tool_name: request.name,
      tool_input: request.input,
    });
    const { behavior, message } = permissionOf(decision);
    if (behavior === "ask") return ask(request);
    const { updatedInput } = decision;
    return { behavior, message, ...(behavior === "allow" && updatedInput && { updatedInput }) };
  };
}
