import type { EventSpec } from "../contract/event.ts";
import type { Fields } from "../contract/fields.ts";
import { isObject, type Json } from "../contract/json.ts";
import { type ToolSpec, toolKinds } from "../contract/tool.ts";

const denies = ["stop", "continue", "feedback", "endTurn", "none"] as const;

/** The row of an event as it stands in a book, as far as policies look at it; null if it is none. */
export function readEventRow(value: Json | undefined): EventSpec | null {
  if (!isObject(value)) return null;
  const { name, summary, payload, subject, subjectPart, deny, answer, input } = value;
  const denied = denies.find((one) => one === deny);
  if (typeof name !== "string" || typeof summary !== "string" || denied === undefined) return null;
  if (!isFields(payload) || !isFields(answer) || (typeof subject !== "string" && subject !== null))
    return null;
  if (subjectPart !== undefined || (input !== undefined && input !== "tool_input")) return null;
  return { name, summary, payload, subject, deny: denied, answer, ...(input && { input }) };
}

/** The row of a tool as it stands in a book; null if it is none. */
export function readToolRow(value: Json | undefined): ToolSpec | null {
  if (!isObject(value)) return null;
  const { name, kind: said } = value;
  const kind = toolKinds.find((one) => one === said);
  if (typeof name !== "string" || kind === undefined) return null;
  const parts = ["command", "path", "content", "url", "agent", "skill"] as const;
  const lists = parts.flatMap((part) => {
    const list = value[part];
    return Array.isArray(list) ? [[part, list.filter((one) => typeof one === "string")] as const] : [];
  });
  return { name, kind, ...Object.fromEntries(lists) };
}

function isFields(value: Json | undefined): value is Fields {
  return isObject(value) && Object.values(value).every((word) => typeof word === "string");
}
