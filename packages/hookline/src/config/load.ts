import type { DestinationCheck } from "../contract/audit.ts";
import type { Diagnostic } from "../contract/diagnostic.ts";
import type { Dialect } from "../contract/dialect.ts";
import type { LoadedFile } from "../contract/file-place.ts";
import type { Hook } from "../contract/hook.ts";
import type { Runner } from "../contract/runner.ts";
import { native } from "../dialects/native.ts";
import type { Catalog } from "../events/catalog.ts";
import { digestOf } from "./configuration-digest.ts";
import { type AllowLists, allowLists } from "./entries/allow-lists.ts";
import { type AuditInForce, auditInForce, redactedFields } from "./entries/audit-in-force.ts";
import type { JudgeBasis } from "./entries/file-judge.ts";
import type { JudgedFile } from "./entries/judge-file.ts";
import { matcherCompiler } from "./entries/matchers.ts";
import { policyNotes } from "./entries/policies.ts";
import { withReplacements } from "./entries/replacements.ts";
import { sameNames } from "./entries/same-names.ts";
import { hooksInForce, switchOffNotes } from "./entries/switch-off.ts";
import { offNotes, variableNotes } from "./entries/variable-notes.ts";
import type { ProcessEnvironment } from "./environment.ts";
import type { FileState } from "./file-state.ts";
import { findProject } from "./find-project.ts";
import { type KnownFile, knowFiles, saysTheSame } from "./known-files.ts";
import { type HookFilePlace, hookFiles, shownPath, switchedOff } from "./places.ts";
import { pluginFiles } from "./plugins.ts";

/** Where to look for hook files, and what they are judged by. */
export interface LoadRequest {
  readonly cwd: string;
  readonly env: ProcessEnvironment;
  readonly home: string;
  /** `/`, but for tests and images of machines. */
  readonly systemRoot: string;
  readonly catalog: Catalog;
  readonly runners: ReadonlyMap<string, Runner>;
  /** The chosen ones, in register order. */
  readonly dialects: readonly Dialect[];
  /** Dialects whose files the agent runs itself: nobody reads them here. */
  readonly left?: readonly string[];
  /** Read instead of the user's and the project's files. */
  readonly instead?: HookFilePlace | null;
  /** Also finds keys that are written twice inside an entry, for those who check their files; takes longer. */
  readonly thorough?: boolean;
  /** Told when a matcher took too long and therefore counts as matched. */
  readonly onLimit?: (text: string) => void;
  /** Judges the destinations of the audit trail; absent where nothing is recorded. */
  readonly destinations?: DestinationCheck;
}

/** All hooks of all files at one moment; it never changes, a change makes another one. */
export interface Configuration {
  readonly projectDir: string;
  readonly files: readonly LoadedFile[];
  /** In configuration order. */
  readonly hooks: readonly Hook[];
  readonly diagnostics: readonly Diagnostic[];
  /** A file cannot be read as a whole, or an entry is invalid that must hold: the exit status is 1. */
  readonly mustFail: boolean;
  /** One list for each of Hookline's own files that has one; each must allow. */
  readonly allowedUrls: readonly (readonly string[])[];
  readonly allowedHeaderVariables: readonly (readonly string[])[];
  /** The lists that bind the hooks of one dialect. */
  listsFor(dialect: string): AllowLists;
  /** What each file says that could be read. */
  readonly judged: readonly JudgedFile[];
  /** The audit trail that the files want together; null if none. */
  readonly audit: AuditInForce | null;
  /** Payload fields that are shown and written nowhere. */
  readonly redact: readonly string[];
  /** The SHA-256 of everything that is in force. */
  readonly digest: string;
}

/** Finds, reads and judges the hook files; what did not change since `previous` is taken from it, and a file that cannot be read keeps its last good hooks. */
export async function loadConfiguration(
  request: LoadRequest,
  previous: Configuration | null,
): Promise<Configuration> {
  const { cwd, env, home, systemRoot, catalog, runners, onLimit, thorough = false, left = [] } = request;
  const dialects = request.dialects.filter(({ name }) => !left.includes(name));
  const projectDir = findProject(cwd, home, dialects);
  const before = previous instanceof FilesAtOnce ? previous : null;
  const basis: JudgeBasis = {
    catalog,
    runners,
    env,
    home,
    projectDir,
    managedOnFailure: null,
    compileMatcher: matcherCompiler(catalog, onLimit),
    destinations: request.destinations,
  };
  const roots = { projectDir, home, systemRoot, env };
  const known = before?.known ?? [];
  const leaving = request.dialects.filter(({ name }) => left.includes(name));
  const found = hookFiles(dialects, roots, left, leaving);
  const { instead = null } = request;
  const places = instead ? [instead, ...found.filter(({ layer }) => layer === "managed")] : found;
  const settings = await knowFiles(places, basis, known, thorough);
  const plugins = await pluginFiles(settings, roots);
  const files =
    plugins.places.length === 0
      ? settings
      : [...settings, ...(await knowFiles(plugins.places, basis, known, thorough, settings))];
  const off = env.HOOKLINE_DISABLED === "1";
  if (before && before.off === off && saysTheSame(files, before.known)) {
    before.known = files;
    return before;
  }
  const unread = offNotes(switchedOff(dialects, roots), basis);
  return new FilesAtOnce(files, basis, off, [...plugins.diagnostics, ...unread]);
}

/** A configuration that knows the files it was made of. */
class FilesAtOnce implements Configuration {
  readonly projectDir: string;
  readonly files: readonly LoadedFile[];
  readonly hooks: readonly Hook[];
  readonly diagnostics: readonly Diagnostic[];
  readonly mustFail: boolean;
  readonly allowedUrls: readonly (readonly string[])[];
  readonly allowedHeaderVariables: readonly (readonly string[])[];
  readonly audit: AuditInForce | null;
  readonly redact: readonly string[];
  readonly judged: readonly JudgedFile[];
  readonly off: boolean;
  known: readonly KnownFile[];
  #digest: string | null = null;

  constructor(
    known: readonly KnownFile[],
    basis: JudgeBasis,
    off: boolean,
    diagnostics: readonly Diagnostic[],
  ) {
    const judged = known.flatMap((file) => file.judged ?? []);
    this.judged = judged;
    this.projectDir = basis.projectDir;
    this.files = known.map(loadedFile);
    this.hooks = withReplacements(judged, hooksInForce(judged, off));
    this.diagnostics = [
      ...known.flatMap((file) => diagnosticsOf(file, basis)),
      ...diagnostics,
      ...policyNotes(judged),
      ...sameNames(judged),
      ...switchOffNotes(judged),
      ...variableNotes(judged, basis.env),
    ];
    this.mustFail = known.some(({ state, judged }) => state.problem !== null || judged?.mustFail === true);
    const { urls, variables } = allowLists(judged, native.name);
    this.allowedUrls = urls;
    this.allowedHeaderVariables = variables;
    this.audit = auditInForce(judged);
    this.redact = redactedFields(judged);
    this.off = off;
    this.known = known;
  }

  listsFor(dialect: string): AllowLists {
    return allowLists(this.judged, dialect);
  }

  get digest(): string {
    this.#digest ??= digestOf(this.known, this.off);
    return this.#digest;
  }
}

function loadedFile({ place, state, judged }: KnownFile): LoadedFile {
  const { path, layer, dialect } = place;
  return {
    path,
    layer,
    dialect: dialect.name,
    state: stateWord(state),
    lacks: judged?.mustFail === true,
  };
}

function stateWord({ reading, good, problem }: FileState): LoadedFile["state"] {
  if (reading.kind === "absent") return "absent";
  if (problem === null) return "good";
  return good ? "kept" : "broken";
}

function diagnosticsOf({ place, state, judged }: KnownFile, basis: JudgeBasis): readonly Diagnostic[] {
  const { problem, good } = state;
  // What was wrong in the last good text has other lines than the text that people see now.
  if (!problem) return judged?.diagnostics ?? [];
  const inForce = good ? "the hooks that it held before stay in force" : "none of its hooks is in force";
  return [{ ...problem, file: shownPath(place, basis), message: `${problem.message}; ${inForce}` }];
}
