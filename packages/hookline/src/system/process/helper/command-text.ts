import type { Command, EnvironmentLayers } from "../../../contract/process.ts";
import { completeEnvironment, completeLayers } from "../launch.ts";

/** A command as a batch says it: its texts as one, with room for the numbers between them, and how many bytes each of them has. */
export interface CommandText {
  readonly id: number;
  /** Which of the batch's payloads it reads. */
  readonly payload: number;
  readonly command: Command;
  readonly text: string;
  readonly cwdSize: number;
  readonly programSize: number;
  readonly envSize: number;
}

/** Stands where a number of four bytes is written afterwards. */
const room = "\0\0\0\0";

/** What many commands share is put together once. */
const sharedTexts = new WeakMap<EnvironmentLayers["shared"], string>();

/**
 * Puts a command in words, with the variables of its host if there is a cookie; null if it cannot be said: a text of it holds a zero byte, its
 * program or a variable has no name, or its folder depends on where this process is.
 */
export function commandText(
  id: number,
  command: Command,
  payload = command.payload,
  cookie: string | null = null,
): CommandText | null {
  const { argv, cwd } = command;
  if (argv[0] === "" || !cwd.startsWith("/") || cwd.includes("\0")) return null;
  const program = listOf(argv);
  const env = environmentText(command, cookie);
  if (program === null || env === null) return null;
  const text = cwd + room + program + room + env;
  // Nearly all of it is ASCII: then nothing has to be measured.
  const plain = Buffer.byteLength(text) === text.length;
  const sizeOf = (one: string) => (plain ? one.length : Buffer.byteLength(one));
  const [cwdSize, programSize, envSize] = [sizeOf(cwd), sizeOf(program), sizeOf(env)];
  return { id, payload, command, text, cwdSize, programSize, envSize };
}

function environmentText(command: Command, cookie: string | null): string | null {
  const { layers } = command;
  const own = layers && cookie !== null ? completeLayers(layers, cookie) : null;
  if (!layers || !own) {
    const { env } = command;
    return variablesText(cookie === null ? env : completeEnvironment(env, cookie));
  }
  const shared = sharedText(layers);
  if (shared === null) return null;
  let text = shared;
  for (let at = 0; at < own.length; at += 2) {
    const value = own[at + 1] ?? "";
    if (value.includes("\0")) return null;
    text += `${own[at]}=${value}\0`;
  }
  return text;
}

function sharedText({ shared }: EnvironmentLayers): string | null {
  const known = sharedTexts.get(shared);
  if (known !== undefined) return known;
  const text = variablesText(shared);
  if (text !== null) sharedTexts.set(shared, text);
  return text;
}

function variablesText(env: Readonly<Record<string, string>>): string | null {
  let list = "";
  for (const name in env) {
    const value = env[name] ?? "";
    if (name === "" || name.startsWith("=") || name.includes("\0") || value.includes("\0")) return null;
    list += `${name}=${value}\0`;
  }
  return list;
}

function listOf(items: readonly string[]): string | null {
  let list = "";
  for (const item of items) {
    if (item.includes("\0")) return null;
    list += `${item}\0`;
  }
  return list;
}
