import { readFile } from "node:fs/promises";
import type { JsonObject } from "hookline";
import { ModelError, type StopWord } from "./errors.ts";
import { checkScript } from "./script-check.ts";
import { readJson } from "./script-json.ts";

/** A tool that a turn asks for. */
export interface ScriptedCall {
  readonly name: string;
  readonly input?: JsonObject;
}

/** One answer of the scripted model, or the error that it fails with. */
export interface ScriptedTurn {
  readonly text?: string;
  readonly tools?: readonly ScriptedCall[];
  /** How long it waits before the first word. */
  readonly delayMs?: number;
  readonly error?: StopWord;
  /** What the error says. */
  readonly message?: string;
}

/** What the scripted model says when a hook asks it to judge. */
export interface ScriptedJudgement {
  readonly ok: boolean;
  readonly reason?: string;
}

/** All that the scripted model will say. */
export interface Script {
  readonly turns: readonly ScriptedTurn[];
  /** The answer to a call that sums the conversation up. */
  readonly summary?: string;
  /** The answer to a judge hook; of several each is used once, the last one for all that follow. */
  readonly judge?: ScriptedJudgement | readonly ScriptedJudgement[];
}

/** Reads a script file; throws a ModelError with one line that says what is wrong and where. */
export async function readScript(path: string): Promise<Script> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : "unreadable";
    const why = code === "ENOENT" ? "there is no such file" : `it cannot be read (${code})`;
    throw new ModelError(
      "invalid_request",
      `the script ${path}: ${why}; give --script the path of a JSON file`,
    );
  }
  return parseScript(text, path);
}

/** The script in a text; `place` is what the error's line begins with. */
export function parseScript(text: string, place: string): Script {
  const { value, positionOf } = readJson(text, place);
  const problem = checkScript(value);
  if (problem === null) return value as Script; // Checked key by key.
  throw new ModelError("invalid_request", `${place}:${positionOf(problem.path)}: ${problem.message}`);
}
