import type { EventSpec } from "../../contract/event.ts";
import type { HookFilePlace } from "../places.ts";
import type { JsonPath } from "../text/json-tree.ts";
import { type FileJudge, report } from "./file-judge.ts";
import type { JudgedEntry, JudgedGroup } from "./judged-entry.ts";

/** What an event's row leaves open. */
const eventSeconds = 600;

/** Nobody waits longer for a hook: whoever writes more means milliseconds. */
const longestSeconds = 3_600;

/** Hardly a process starts in less: whoever writes it means seconds. */
const shortestMs = 100;

/** A written timeout: what holds (null: the default), and what is wrong with it. */
export interface ReadTimeout {
  readonly ms: number | null;
  readonly problem: string | null;
}

/** True for a timeout that is within the dialect's bounds and looks as if its unit was meant. */
export function isUsualTimeout(value: number, place: HookFilePlace): boolean {
  return isTimeout(value, place) && !isDoubtful(value, place);
}

/** Reads a timeout in the unit and the bounds of its file. */
export function readTimeout(value: number, place: HookFilePlace): ReadTimeout {
  const { minMs, maxMs, outside } = place.dialect.timeout;
  const unitMs = unitOf(place);
  const ms = value * unitMs;
  if (isTimeout(value, place)) return { ms, problem: null };
  const unit = unitMs === 1 ? "milliseconds" : "seconds";
  const bounds = `"timeout" must be from ${minMs / unitMs} to ${maxMs / unitMs} ${unit}, not ${value}`;
  if (outside === "default") return { ms: null, problem: `${bounds}; the default holds` };
  const nearest = ms < minMs ? minMs : maxMs;
  return { ms: nearest, problem: `${bounds}; it counts as ${nearest / unitMs}` };
}

/** Says what is wrong with a timeout, or that another unit was probably meant. */
export function reportTimeout(file: FileJudge, path: JsonPath, value: number): void {
  const { place } = file;
  const { problem } = readTimeout(value, place);
  const inSeconds = unitOf(place) !== 1;
  const meant = inSeconds ? value / 1000 : value * 1000;
  const doubt = isDoubtful(value, place);
  const hint = doubt ? `write ${meant} if ${inSeconds ? "milliseconds" : "seconds"} were meant` : null;
  if (problem !== null) report(file, "error", { path }, problem, hint ?? "write another number");
  if (problem !== null || hint === null) return;
  // A file of another agent has that one's unit.
  const who = place.timeoutUnitMs === undefined ? place.dialect.title : "this file";
  const [unit, length] = inSeconds
    ? ["seconds", `${Math.round(value / 360) / 10} hours`]
    : ["milliseconds", `${value / 1000} seconds`];
  report(file, "warning", { path }, `"timeout": ${value} is ${length}, since ${who} counts ${unit}`, hint);
}

/** The deadline of a hook: its own, the file's, that of its type, of the dialect, of the event. */
export function timeoutMsOf({ file, spec }: JudgedGroup, { given, grammar }: JudgedEntry): number {
  const own = given.timeout === undefined ? null : readTimeout(given.timeout, file.place).ms;
  const usual = own ?? file.defaults.timeoutMs;
  if (usual !== null) return usual;
  const { timeoutSeconds } = grammar.runner;
  if (timeoutSeconds !== undefined) return timeoutSeconds * 1000;
  return file.place.dialect.timeout.defaultMs ?? eventTimeoutMs(spec);
}

/** The deadline of a hook about which nothing but the event says something. */
export function eventTimeoutMs({ timeoutSeconds }: EventSpec): number {
  return (timeoutSeconds ?? eventSeconds) * 1000;
}

function isTimeout(value: number, place: HookFilePlace): boolean {
  const { minMs, maxMs } = place.dialect.timeout;
  const ms = value * unitOf(place);
  return ms >= minMs && ms <= maxMs;
}

function isDoubtful(value: number, place: HookFilePlace): boolean {
  return unitOf(place) === 1 ? value < shortestMs : value > longestSeconds;
}

function unitOf({ dialect, timeoutUnitMs }: HookFilePlace): number {
  return timeoutUnitMs ?? dialect.timeout.unitMs;
}
