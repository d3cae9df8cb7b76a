import type { DestinationCheck } from "../../contract/audit.ts";
import type { Diagnostic, Severity } from "../../contract/diagnostic.ts";
import type { Hook, OnFailure, Scope } from "../../contract/hook.ts";
import type { Runner } from "../../contract/runner.ts";
import type { Catalog } from "../../events/catalog.ts";
import type { ProcessEnvironment } from "../environment.ts";
import type { HookFilePlace } from "../places.ts";
import type { JsonText } from "../text/json-text.ts";
import type { JsonPath } from "../text/json-tree.ts";
import type { Wanted } from "./conditions.ts";
import type { FileDefaults } from "./file-defaults.ts";
import type { EntryGrammar } from "./judge-fields.ts";
import type { MatcherCompiler } from "./matchers.ts";

/** What every file is judged by; a file that did not change is judged anew only if one of these did. */
export interface JudgeBasis {
  readonly catalog: Catalog;
  readonly runners: ReadonlyMap<string, Runner>;
  readonly env: ProcessEnvironment;
  readonly home: string;
  readonly projectDir: string;
  /** The `onFailure` of the managed file's defaults; null if it has none. */
  readonly managedOnFailure: OnFailure | null;
  readonly compileMatcher: MatcherCompiler;
  /** Absent where nothing is recorded. */
  readonly destinations?: DestinationCheck | undefined;
}

/** A hook whose id somebody chose, and the way to it in its file. */
export interface NamedHook {
  readonly hook: Hook;
  readonly path: JsonPath;
}

/** One file while it is judged: what is known of it, and what was found wrong. */
export interface FileJudge {
  readonly basis: JudgeBasis;
  readonly place: HookFilePlace;
  /** The path as people read it. */
  readonly shown: string;
  readonly document: JsonText;
  /** What the entries of each hook type look like in this dialect. */
  readonly grammars: ReadonlyMap<string, EntryGrammar>;
  /** Where alone its hooks hold; null if everywhere. */
  readonly scope: Scope | null;
  /** What the file says about itself, and so about its hooks. */
  readonly description: string;
  readonly defaults: FileDefaults;
  /** What follows a block of one of its hooks, if that is not the rule of its dialect. */
  readonly afterBlock: Hook["afterBlock"];
  /** False if no command in it can use a variable that it will not get. */
  readonly namesVariables: boolean;
  readonly diagnostics: Diagnostic[];
  /** True while an entry is judged once more for another event of its name: what has been said of it is not said again. */
  muted: boolean;
  /** How many more there are than people would read. */
  untold: number;
  readonly named: NamedHook[];
  /** Something that must hold (managed, or `onFailure: "block"`) is not in force. */
  mustFail: boolean;
  /** An entry has a field that holds more than a simple value. */
  nested: boolean;
  /** The type of the entry before: most entries have the same one. */
  usual: EntryGrammar | null;
  /** What is not loaded yet: with it the file is judged once more. */
  readonly wants: Set<Wanted>;
}

/** Nobody reads more of one file, and a hostile one could have millions. */
const most = 200;

/** Where something stands: its value, or the key before it. */
export interface Spot {
  readonly path: JsonPath;
  readonly at?: "key" | "value";
}

/** True if one more problem of the file is told; otherwise it is only counted. */
export function hasRoom(file: FileJudge): boolean {
  if (file.diagnostics.length < most) return true;
  if (!file.muted) file.untold++;
  return false;
}

/** Writes down what is wrong, with its place in the file. */
export function report(file: FileJudge, severity: Severity, spot: Spot, message: string, hint: string): void {
  if (!hasRoom(file)) return;
  const { line, column } = file.document.locate(spot.path, spot.at);
  const isThis = (told: Diagnostic) =>
    told.message === message && told.line === line && told.column === column;
  if (file.muted && file.diagnostics.some(isThis)) return;
  file.diagnostics.push({ severity, file: file.shown, line, column, message, hint });
}

/** Writes down a sentence of the form `what is wrong; what to do`. */
export function reportSentence(file: FileJudge, severity: Severity, path: JsonPath, sentence: string): void {
  const cut = sentence.lastIndexOf("; ");
  const [message, hint] =
    cut < 0 ? [sentence, "correct it"] : [sentence.slice(0, cut), sentence.slice(cut + 2)];
  report(file, severity, { path }, message, hint);
}

/** The problems of a file as people read them, with a last word on those that are not told. */
export function toldProblems({ shown, diagnostics, untold }: FileJudge): readonly Diagnostic[] {
  const told = diagnostics.slice(0, most);
  const more = untold + diagnostics.length - told.length;
  if (more === 0) return diagnostics;
  const message = `there are ${more} more problems in this file`;
  return [
    ...told,
    { severity: "error", file: shown, line: 1, column: 1, message, hint: "correct the first ones" },
  ];
}
