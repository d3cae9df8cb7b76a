import { baseName } from "../../contract/base-name.ts";
import { isUnder } from "../accesses/place.ts";
import type { PolicyFacts, TouchedPath } from "../model.ts";
import { namesIn, pathPattern, pathPatterns } from "../path-glob.ts";
import { isDevice, isHome, isSystem, isTemporary } from "../places.ts";

/** The fields of a path that rules see, and their types. */
export const pathFields = {
  text: "string",
  path: "string",
  real: "string",
  name: "string",
  access: "string",
  recursive: "bool",
  glob: "bool",
  known: "bool",
  by: "string",
  linked: "bool",
  inProject: "bool",
  inHome: "bool",
  inTemp: "bool",
  isRoot: "bool",
  isHome: "bool",
  isSystem: "bool",
  isDevice: "bool",
  own: "bool",
} as const;

/** A path as rules see it; one that leads elsewhere by a link is seen twice: as it is named, and where it really is. */
export class PathValue {
  readonly text: string;
  readonly path: string;
  readonly real: string;
  readonly access: string;
  readonly recursive: boolean;
  readonly glob: boolean;
  readonly known: boolean;
  readonly by: string;
  readonly linked: boolean;
  readonly #facts: PolicyFacts;
  #names: readonly string[] | null = null;

  constructor(touched: TouchedPath, path: string, linked: boolean, facts: PolicyFacts) {
    this.text = touched.text;
    this.path = path;
    this.real = touched.real;
    this.access = touched.access;
    this.recursive = touched.recursive;
    this.glob = touched.glob;
    this.known = touched.known;
    this.by = touched.by;
    this.linked = linked;
    this.#facts = facts;
  }

  get name(): string {
    return baseName(this.path);
  }
  get inProject(): boolean {
    return isUnder(this.path, this.#facts.projectDir);
  }
  get inHome(): boolean {
    return isUnder(this.path, this.#facts.home);
  }
  get inTemp(): boolean {
    return isTemporary(this.path, this.#facts.variables.TMPDIR);
  }
  get isRoot(): boolean {
    return this.path === "/";
  }
  get isHome(): boolean {
    return isHome(this.path, this.#facts.home);
  }
  get isSystem(): boolean {
    return isSystem(this.path, this.#facts.home);
  }
  get isDevice(): boolean {
    return isDevice(this.path);
  }
  /** It is a file of Hookline, lies in one of its folders, or takes one with it. */
  get own(): boolean {
    return this.#facts.own.some((one) => this.reaches(one));
  }

  /** True for the folder itself and for what lies below it. */
  isUnder(folder: string): boolean {
    return isUnder(this.path, placed(folder, this.#facts));
  }
  fits(pattern: string): boolean {
    this.#names ??= namesIn(this.path);
    return pathPattern(pattern, this.#facts)(this.#names);
  }
  fitsAny(patterns: readonly unknown[]): boolean {
    this.#names ??= namesIn(this.path);
    for (const fits of pathPatterns(patterns, this.#facts)) if (fits(this.#names)) return true;
    return false;
  }
  /** It lies in the folder, or the folder lies in it and what is done goes that deep; who moves a folder moves all in it. */
  reaches(folder: string): boolean {
    const whole = placed(folder, this.#facts);
    const deep = this.recursive || this.glob || this.access === "delete";
    return isUnder(this.path, whole) || (deep && this.path !== "" && isUnder(whole, this.path));
  }
}

/** Where a folder of a rule lies: `~` is the home, what is relative starts at the project. */
function placed(folder: string, { home, projectDir }: PolicyFacts): string {
  const path = folder.length > 1 && folder.endsWith("/") ? folder.slice(0, -1) : folder;
  if (path.startsWith("/")) return path;
  if (path === "~") return home;
  if (path.startsWith("~/")) return `${home}/${path.slice(2)}`;
  return path === "." || path === "" ? projectDir : `${projectDir}/${path.replace(/^\.\//, "")}`;
}

/** Every path that rules see: each as it is named and, if it leads elsewhere, where it really is. */
export function pathValues(paths: readonly TouchedPath[], facts: PolicyFacts): readonly PathValue[] {
  return paths.flatMap((touched) => {
    const named = new PathValue(touched, touched.path, false, facts);
    return touched.real === touched.path
      ? [named]
      : [named, new PathValue(touched, touched.real, true, facts)];
  });
}
