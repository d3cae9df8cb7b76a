import type { EffectiveHook, ValueOrigin } from "../../index.ts";
import { seconds } from "../explain/render-hook.ts";
import type { Paint } from "../render.ts";
import { visibleLine } from "../visible.ts";

/** The values that hold for a hook, as the list shows them. */
export function effectiveRow({ hook, order, standsFor }: EffectiveHook) {
  const { timeoutMs, groupTimeoutMs, environment, passEnv, cwd, background } = hook;
  return { order, timeoutMs, groupTimeoutMs, environment, passEnv, cwd, background, standsFor };
}

/** The values that hold for a hook, on one line for people. */
export function effectiveLine({ hook, order, standsFor }: EffectiveHook): string {
  const { timeoutMs, groupTimeoutMs, onFailure, mode, environment, cwd, background, sequential } = hook;
  const parts = [
    `place ${order + 1}`,
    sequential ? "after those of its group" : "",
    `deadline ${seconds(timeoutMs)}`,
    groupTimeoutMs === null ? "" : `its group ${seconds(groupTimeoutMs)}`,
    `onFailure ${onFailure}`,
    `mode ${mode}`,
    `environment ${environment}`,
    cwd === null ? "" : `in ${cwd}`,
    background ? "in the background" : "",
    standsFor.length === 0 ? "" : `stands for ${standsFor.join(", ")}`,
  ];
  return parts.filter((part) => part !== "").join("; ");
}

/** Where the values of a hook come from, as `git config --show-origin` writes it: where, then name and value. */
export function originLines(origins: readonly ValueOrigin[], paint: Paint): readonly string[] {
  const rows = origins.map((one) => [whereOf(one), `${one.name}=${shownValue(one)}`] as const);
  const width = Math.max(...rows.map(([where]) => where.length));
  return rows.map(
    ([where, value]) => `      ${paint.dim(visibleLine(where.padEnd(width)))}  ${visibleLine(value)}`,
  );
}

function whereOf({ from, where }: ValueOrigin): string {
  return where === "" ? `(${from})` : `${where} (${from})`;
}

function shownValue({ name, value }: ValueOrigin): string {
  if (name === "timeout" && typeof value === "number") return seconds(value);
  return typeof value === "string" ? value : JSON.stringify(value);
}
