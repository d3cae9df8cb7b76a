import type { ReadCommand, ReadWord } from "../../shell/reading/reading.ts";
import { hasFlag } from "../accesses/option-values.ts";
import { absolutePath } from "../accesses/place.ts";
import type { PolicyFacts } from "../model.ts";
import type { PathValue } from "./path-value.ts";

/** The fields of a command that rules see, and their types. */
export const commandFields = {
  program: "string",
  called: "string",
  args: "list<string>",
  begins: "list<string>",
  flags: "list<string>",
  operands: "list<string>",
  via: "list<string>",
  dynamic: "bool",
  unknown: "bool",
  code: "string",
  language: "string",
  input: "list<string>",
  output: "list<string>",
  inputText: "string",
  env: "map<string, string>",
  folder: "string",
  remote: "bool",
  text: "string",
  paths: "list<Path>",
  remotePaths: "list<Path>",
} as const;

/** What a command needs to know of the others, and of the machine. */
export interface CommandPlace {
  readonly commands: readonly ReadCommand[];
  readonly facts: PolicyFacts;
  pathsOf(command: ReadCommand): readonly PathValue[];
  remotePathsOf(command: ReadCommand): readonly PathValue[];
}

/** Commands that set variables by their arguments. */
export const declares: ReadonlySet<string> = new Set([
  "export",
  "declare",
  "typeset",
  "readonly",
  "local",
  "setenv",
]);

const noVariables: { readonly [name: string]: string } = Object.freeze(Object.create(null));

const textOf = ({ value }: ReadWord): string => value ?? "";

/** A command as rules see it: texts and lists of texts; a word that only running it tells is an empty text. */
export class CommandValue {
  readonly program: string;
  readonly called: string;
  readonly flags: readonly string[];
  readonly via: readonly string[];
  readonly dynamic: boolean;
  readonly remote: boolean;
  readonly text: string;
  readonly #read: ReadCommand;
  readonly #place: CommandPlace;
  #args: readonly string[] | null = null;
  #operands: readonly string[] | null = null;
  #input: readonly string[] | null = null;

  constructor(read: ReadCommand, place: CommandPlace) {
    this.program = read.program;
    this.called = read.called;
    this.flags = read.flags;
    this.via = read.via;
    this.dynamic = read.dynamic;
    this.remote = read.remote;
    this.text = read.text;
    this.#read = read;
    this.#place = place;
  }

  get args(): readonly string[] {
    this.#args ??= this.#read.args.map(textOf);
    return this.#args;
  }
  /** What each argument surely begins with: all of it if it is known. */
  get begins(): readonly string[] {
    return this.#read.args.map(({ begins }) => begins);
  }
  get operands(): readonly string[] {
    this.#operands ??= this.#read.operands.map(textOf);
    return this.#operands;
  }
  get unknown(): boolean {
    return this.#read.args.some(({ value }) => value === null);
  }
  get code(): string {
    return this.#read.code?.text ?? "";
  }
  get language(): string {
    return this.#read.code?.language ?? "";
  }
  /** The programs whose output it reads, however many pipes lie between. */
  get input(): readonly string[] {
    this.#input ??= programsBefore(this.#read, this.#place.commands);
    return this.#input;
  }
  /** The programs that read its output. */
  get output(): readonly string[] {
    return programsAfter(this.#read, this.#place.commands);
  }
  get inputText(): string {
    return this.#read.inputText ?? "";
  }
  get env(): { readonly [name: string]: string } {
    if (this.#read.assignments.length === 0 && !declares.has(this.program)) return noVariables;
    const env: { [name: string]: string } = Object.create(null);
    for (const { name, value } of this.#read.assignments) env[name] = value.value ?? value.begins;
    if (declares.has(this.program)) {
      for (const { begins } of this.#read.args) {
        const at = begins.indexOf("=");
        if (at > 0) env[begins.slice(0, at)] = begins.slice(at + 1);
      }
    }
    return env;
  }
  /** Where it runs, from the root; empty if that cannot be known. */
  get folder(): string {
    const { folder } = this.#read;
    const { cwd, home } = this.#place.facts;
    return folder === null ? "" : absolutePath(folder, cwd, home);
  }
  get paths(): readonly PathValue[] {
    return this.#place.pathsOf(this.#read);
  }
  /** What it touches on another machine or in a container. */
  get remotePaths(): readonly PathValue[] {
    return this.remote ? this.#place.remotePathsOf(this.#read) : [];
  }

  has(...flags: readonly string[]): boolean {
    return hasFlag(this.flags, flags);
  }
}

function programsBefore(command: ReadCommand, commands: readonly ReadCommand[]): readonly string[] {
  if (command.input.length === 0) return [];
  const seen = new Set<number>();
  const open = [...command.input];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (seen.has(at)) continue;
    seen.add(at);
    open.push(...(commands[at]?.input ?? []));
  }
  return programsOf(seen, commands);
}

/** Pipes lead forward or back in the list, so one way through it may not be enough. */
function programsAfter(command: ReadCommand, commands: readonly ReadCommand[]): readonly string[] {
  const readers = readersOf(commands);
  const seen = new Set<number>();
  const open = [...(readers.get(commands.indexOf(command)) ?? [])];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (seen.has(at)) continue;
    seen.add(at);
    open.push(...(readers.get(at) ?? []));
  }
  return programsOf(seen, commands);
}

const knownReaders = new WeakMap<readonly ReadCommand[], ReadonlyMap<number, readonly number[]>>();

/** Who reads whose output, worked out once for each list. */
function readersOf(commands: readonly ReadCommand[]): ReadonlyMap<number, readonly number[]> {
  const known = knownReaders.get(commands);
  if (known) return known;
  const readers = new Map<number, number[]>();
  for (const [reader, { input }] of commands.entries()) {
    for (const at of input) readers.set(at, [...(readers.get(at) ?? []), reader]);
  }
  knownReaders.set(commands, readers);
  return readers;
}

function programsOf(places: ReadonlySet<number>, commands: readonly ReadCommand[]): readonly string[] {
  return [...new Set([...places].sort((a, b) => a - b).map((at) => commands[at]?.program ?? ""))];
}
