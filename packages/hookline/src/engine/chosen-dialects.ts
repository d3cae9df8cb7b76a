import type { Dialect } from "../contract/dialect.ts";
import { HooklineError } from "../contract/errors.ts";
import { allDialects } from "../dialects/all.ts";
import type { EngineOptions } from "./options.ts";

/** The dialects that a host chose by name, and its own, in register order (all that are known if it chose none); and all that are known. */
export function chosenDialects(chosen: EngineOptions["dialects"]): {
  readonly dialects: readonly Dialect[];
  readonly allDialects: readonly Dialect[];
} {
  if (!chosen) return { dialects: allDialects, allDialects };
  const own = chosen.filter((one) => typeof one !== "string");
  const known = [...allDialects, ...own.filter((one) => !allDialects.includes(one))];
  const names = chosen.map((one) => (typeof one === "string" ? one : one.name));
  const missing = names.find((name) => !known.some((dialect) => dialect.name === name));
  if (missing !== undefined) {
    const list = known.map((dialect) => dialect.name).join(", ");
    throw new HooklineError("invalid-option", `there is no dialect "${missing}"; known are: ${list}`);
  }
  return { dialects: known.filter((dialect) => names.includes(dialect.name)), allDialects: known };
}
