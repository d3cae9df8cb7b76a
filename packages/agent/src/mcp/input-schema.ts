import type { Tool } from "@modelcontextprotocol/sdk/types.js";

/**
 * A tool's JSON Schema as the server gave it, but for two things that would make the tool useless: providers want
 * `properties`, and the validator throws at a `pattern` that is no regular expression with the flag `u`.
 */
export function usableSchema(schema: Tool["inputSchema"]): Tool["inputSchema"] {
  return {
    ...withoutBadPatterns(schema),
    type: "object",
    properties: withoutBadPatterns(schema.properties ?? {}),
  };
}

function withoutBadPatterns<T>(value: T): T;
function withoutBadPatterns(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutBadPatterns(item));
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(([key, item]) => key !== "pattern" || !isBadPattern(item));
  return Object.fromEntries(kept.map(([key, item]) => [key, withoutBadPatterns(item)]));
}

function isBadPattern(pattern: unknown): boolean {
  if (typeof pattern !== "string") return false;
  try {
    new RegExp(pattern, "u");
    return false;
  } catch {
    return true;
  }
}
