import type { Json } from "hookline";

/** The text of a message's content, its tool calls and results included: what the model reads, about. */
export function contentText(content: Json | undefined): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.map((block: Json) => blockText(block)).join("\n");
}

/** How many tokens the conversation has after a response, by the provider's own count; null if it gave none. */
export function usedTokens(usage: Json | undefined): number | null {
  if (typeof usage !== "object" || usage === null) return null;
  const counts = Object.values(usage).filter((count): count is number => typeof count === "number");
  const sum = counts.reduce((total, count) => total + count, 0);
  return sum > 0 ? sum : null;
}

function blockText(block: Json): string {
  if (typeof block !== "object" || block === null || !("type" in block)) return "";
  if (typeof block.text === "string") return block.text;
  if (block.type === "tool_use") return `${String(block.name)} ${JSON.stringify(block.input)}`;
  return block.type === "tool_result" ? contentText(block.content) : "";
}
