import { isAbsolute, resolve } from "node:path";
import { isObject, type JsonObject } from "../contract/json.ts";
import { type Dialect, native } from "../index.ts";
import { readStandardInput, stdinIsTerminal } from "../system/standard-streams.ts";
import { readWhole } from "../system/whole-file.ts";
import { textOption, UsageError, type VerbOptions } from "./verb.ts";

/** The event and payload that a call of `hookline fire` names, from its arguments, a file or stdin, in the words of a dialect. */
export async function readCall(
  eventArgument: string | undefined,
  options: VerbOptions,
  dialect: Dialect = native,
): Promise<{ readonly event: string; readonly payload: JsonObject }> {
  const { event: named, payload } = dialect.decode(await readPayload(options));
  if (eventArgument !== undefined && named !== "" && named !== eventArgument) {
    throw new UsageError(
      `the event is ${eventArgument} and the payload's "hook_event_name" is ${named}: they must agree`,
    );
  }
  const event = eventArgument ?? named;
  if (event === "") {
    throw new UsageError(
      'which event? Name it (hookline fire PreToolUse …) or put "hook_event_name" in the payload',
    );
  }
  return { event, payload };
}

async function readPayload(options: VerbOptions): Promise<JsonObject> {
  const file = textOption(options, "payload");
  const tool = textOption(options, "tool");
  const input = textOption(options, "input");
  if (file !== undefined && tool !== undefined) throw new UsageError("give --payload or --tool, not both");
  if (input !== undefined && tool === undefined) throw new UsageError("--input needs --tool");
  if (tool !== undefined) {
    return { tool_name: tool, ...(input !== undefined && { tool_input: parseObject(input, "--input") }) };
  }
  if (file === "-" || (file === undefined && !stdinIsTerminal())) {
    const text = readStandardInput();
    return text.trim() === "" && file === undefined ? {} : parseObject(text, "stdin");
  }
  if (file === undefined) return {};
  const read = readWhole(isAbsolute(file) ? file : resolve(file));
  if (!("text" in read)) throw new UsageError(`--payload ${file}: ${read.error.message}`);
  return parseObject(read.text, file);
}

function parseObject(text: string, where: string): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${where} is not JSON: ${why.replaceAll(/\s+/g, " ")}`);
  }
  if (!isObject(value)) throw new UsageError(`${where} must be a JSON object`);
  return value;
}
