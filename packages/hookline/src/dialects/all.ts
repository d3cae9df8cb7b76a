import type { Dialect } from "../contract/dialect.ts";
import { claudeCode } from "./claude-code.ts";
import { cliAgent } from "./cli-agent.ts";
import { forge } from "./forge.ts";
import { gencode } from "./gencode.ts";
import { native } from "./native.ts";
import { spec07 } from "./spec07.ts";
import { wingman } from "./wingman.ts";

/** Every dialect, in register order: configuration order across dialects follows it. */
export const allDialects: readonly Dialect[] = [
  native,
  wingman,
  gencode,
  forge,
  cliAgent,
  spec07,
  claudeCode,
];
