import { isAbsolute, resolve } from "node:path";
import { isObject, type JsonObject } from "../../contract/json.ts";
import { readWhole } from "../../system/whole-file.ts";
import { type Caller, ownCaller } from "../caller.ts";
import { textOption, UsageError, type VerbOptions } from "../verb.ts";

/** The payload that a call of `hookline fire` gives, as it is written: by its arguments, in a file or on stdin. */
export function readPayload(options: VerbOptions, caller: Caller = ownCaller): JsonObject {
  const file = textOption(options, "payload");
  const tool = textOption(options, "tool");
  const input = textOption(options, "input");
  if (file !== undefined && tool !== undefined) throw new UsageError("give --payload or --tool, not both");
  if (input !== undefined && tool === undefined) throw new UsageError("--input needs --tool");
  if (tool !== undefined) {
    return { tool_name: tool, ...(input !== undefined && { tool_input: parseObject(input, "--input") }) };
  }
  if (readsStdin(options, caller)) {
    // Who has looked at it before hands it on: it can be read once.
    const text = textOption(options, "stdin") ?? caller.read();
    return text.trim() === "" && file === undefined ? {} : parseObject(text, "stdin");
  }
  if (file === undefined) return {};
  const read = readWhole(isAbsolute(file) ? file : resolve(caller.cwd(), file));
  if (!("text" in read)) throw new UsageError(`--payload ${file}: ${read.error.message}`);
  return parseObject(read.text, file);
}

/** True if the payload of a call is on stdin. */
export function readsStdin(options: VerbOptions, caller: Caller = ownCaller): boolean {
  const file = textOption(options, "payload");
  if (file !== undefined) return file === "-";
  return textOption(options, "tool") === undefined && !caller.typed();
}

function parseObject(text: string, where: string): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(text.startsWith("\uFEFF") ? text.slice(1) : text);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${where} is not JSON: ${why.replaceAll(/\s+/g, " ")}`);
  }
  if (!isObject(value)) throw new UsageError(`${where} must be a JSON object`);
  return value;
}
