import { holdsSecret } from "../../contract/secrets.ts";
import type { CommandReading } from "../../shell/reading/reading.ts";
import type { PolicyFacts, TouchedHost, TouchedText } from "../model.ts";
import { holdsSecretLine } from "../secret-lines.ts";
import type { ToolWords } from "./event-variables.ts";

/** The fields of a host that rules see, and their types. */
export const hostFields = {
  name: "string",
  url: "string",
  known: "bool",
  upload: "bool",
  by: "string",
} as const;

/** A host as rules see it. */
export class HostValue implements TouchedHost {
  readonly name: string;
  readonly url: string;
  readonly known: boolean;
  readonly upload: boolean;
  readonly by: string;

  constructor({ name, url, known, upload, by }: TouchedHost) {
    this.name = name;
    this.url = url;
    this.known = known;
    this.upload = upload;
    this.by = by;
  }

  /** True if it is one of these names or, for `*.example.org`, lies below one; a host that cannot be known is none of them. */
  within(names: readonly unknown[]): boolean {
    return (
      this.known && this.name !== "" && names.some((one) => isWithin(this.name, String(one).toLowerCase()))
    );
  }
}

function isWithin(name: string, pattern: string): boolean {
  if (pattern === "*") return true;
  return pattern.startsWith("*.") ? name.endsWith(pattern.slice(1)) : name === pattern;
}

/** The fields of a text that rules see, and their types. */
export const textFields = { value: "string", field: "string" } as const;

/** A text of the input or output as rules see it. */
export class TextValue implements TouchedText {
  readonly value: string;
  readonly field: string;
  readonly #printed: boolean;
  #secret: boolean | null = null;

  constructor({ value, field, printed = false }: TouchedText) {
    this.value = value;
    this.field = field;
    this.#printed = printed;
  }

  /** True if something in it has the shape of a secret or, in what a shell printed, is a variable whose name says so. */
  hasSecret(): boolean {
    this.#secret ??= holdsSecret(this.value) || (this.#printed && holdsSecretLine(this.value));
    return this.#secret;
  }
}

/** The fields of `tool`, and their types. */
export const toolFields = {
  name: "string",
  kind: "string",
  command: "string",
  path: "string",
  content: "string",
  url: "string",
} as const;

/** The tool as rules see it. */
export class ToolValue implements ToolWords {
  readonly name: string;
  readonly kind: string;
  readonly command: string;
  readonly path: string;
  readonly content: string;
  readonly url: string;

  constructor(words: ToolWords) {
    this.name = words.name;
    this.kind = words.kind;
    this.command = words.command;
    this.path = words.path;
    this.content = words.content;
    this.url = words.url;
  }
}

/** The fields of `facts`, and their types. */
export const factsFields = {
  cwd: "string",
  home: "string",
  project: "string",
  branch: "string",
  today: "string",
} as const;

/** The machine as rules see it; the branch is looked up when somebody asks for it. */
export class FactsValue {
  readonly cwd: string;
  readonly home: string;
  readonly project: string;
  readonly today: string;
  readonly #facts: PolicyFacts;

  constructor(facts: PolicyFacts) {
    this.cwd = facts.cwd;
    this.home = facts.home;
    this.project = facts.projectDir;
    this.today = facts.today;
    this.#facts = facts;
  }

  get branch(): string {
    return this.#facts.branch;
  }
}

/** The fields of `shell`, and their types. */
export const shellFields = { read: "bool", unread: "string", forkBomb: "bool" } as const;

/** What could be read of a command as a whole: `read` is true if all of it could, and where there is none. */
export class ShellValue {
  readonly read: boolean;
  readonly unread: string;
  readonly forkBomb: boolean;

  constructor(reading: CommandReading | null) {
    this.read = reading === null || reading.unread === null;
    this.unread = reading?.unread ?? "";
    this.forkBomb = reading?.forkBomb ?? false;
  }
}
