import { basename, join } from "node:path";
import { isObject, type JsonObject, jsonOf } from "../../contract/json.ts";
import { namesIn } from "../../system/folders.ts";
import { isThere } from "../../system/local-files.ts";
import { readWhole } from "../../system/whole-file.ts";

/** What can be seen of a project without running anything of it. */
export interface Project {
  readonly dir: string;
  readonly name: string;
  /** Names in its folder. */
  readonly names: readonly string[];
  /** The packages that its package.json asks for. */
  readonly packages: ReadonlySet<string>;
  /** The names of the scripts in its package.json that do something. */
  readonly scripts: ReadonlySet<string>;
  /** What its Python files ask for, as one text. */
  readonly python: string;
  readonly git: boolean;
  /** The address that its repository was cloned from; null if none is known. */
  readonly remote: string | null;
  /** `linux`, `darwin`. */
  readonly platform: string;
}

/** Looks at the folder of a project. */
export function lookAtProject(dir: string, platform: string = process.platform): Project {
  const names = namesIn(dir);
  const about = jsonOf(textAt(join(dir, "package.json")));
  const manifest = isObject(about) ? about : {};
  const scripts = Object.entries(objectAt(manifest, "scripts")).filter(
    // What npm writes where there is no test yet.
    ([, line]) => typeof line === "string" && !line.includes("no test specified"),
  );
  const python = ["pyproject.toml", "requirements.txt", "requirements-dev.txt", "setup.cfg", "tox.ini"];
  return {
    dir,
    name: basename(dir),
    names,
    packages: new Set(
      ["dependencies", "devDependencies"].flatMap((key) => Object.keys(objectAt(manifest, key))),
    ),
    scripts: new Set(scripts.map(([name]) => name)),
    python: python.map((name) => (names.includes(name) ? textAt(join(dir, name)) : "")).join("\n"),
    git: isThere(join(dir, ".git")),
    remote: /^\s*url\s*=\s*(\S+)/m.exec(originOf(textAt(join(dir, ".git/config"))))?.[1] ?? null,
    platform,
  };
}

/** True if a file with one of these beginnings lies in the project's folder. */
export function hasFile({ names }: Project, ...beginnings: readonly string[]): boolean {
  return names.some((name) => beginnings.some((start) => name.startsWith(start)));
}

function originOf(config: string): string {
  return config.split(/^(?=\[)/m).find((part) => part.startsWith('[remote "origin"]')) ?? "";
}

function objectAt(object: JsonObject, key: string): JsonObject {
  const value = object[key];
  return isObject(value) ? value : {};
}

function textAt(path: string): string {
  const read = readWhole(path);
  return "error" in read ? "" : read.text;
}
