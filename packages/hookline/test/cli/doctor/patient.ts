import type { Check, Finding } from "../../../src/cli/doctor/check.ts";
import { examine } from "../../../src/cli/doctor/examine.ts";
import type { Scratch } from "../../engine/scratch.ts";

/** What one check finds in a scratch project; its hooks are approved unless said otherwise. */
export async function findings(
  place: Scratch,
  check: Check,
  given: {
    readonly env?: Record<string, string>;
    readonly now?: number;
    readonly canary?: "off" | "known" | "all";
    readonly approve?: boolean;
  } = {},
): Promise<readonly Finding[]> {
  const engine = await place.engine({ trust: "store" });
  if (given.approve !== false) await engine.approve(engine.hooks);
  const { env = place.env, now = Date.now(), canary = "known" } = given;
  return examine({ engine, systemRoot: place.system, now, env, canary }, [check]);
}
