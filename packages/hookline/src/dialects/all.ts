import type { Dialect } from "../contract/dialect.ts";
import { native } from "./native.ts";

/** Every dialect, in register order: configuration order across dialects follows it. */
export const allDialects: readonly Dialect[] = [native];
