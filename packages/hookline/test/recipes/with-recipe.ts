import { spawnSync } from "node:child_process";
import { chmodSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { carryOut } from "../../src/cli/recipes/carry-out.ts";
import { recipeOf, settingsFor, toolsFor } from "../../src/cli/recipes/choose.ts";
import { placeOf } from "../../src/cli/recipes/place.ts";
import { planAdd } from "../../src/cli/recipes/plan-add.ts";
import { lookAtProject } from "../../src/cli/recipes/project.ts";
import { type Scratch, scratch } from "../engine/scratch.ts";
import { root } from "../house/pages.ts";

/** What a project is like that a recipe is added to. */
export interface Setting {
  readonly tool?: string;
  readonly set?: { readonly [name: string]: string };
  /** Files of the project. */
  readonly files?: { readonly [path: string]: unknown };
  /** Stand-ins for programs, as the lines of a shell script. */
  readonly programs?: { readonly [name: string]: string };
  readonly env?: { readonly [name: string]: string };
  /** The packages of this repository are those of the project: prettier, eslint, biome, jest, vitest. */
  readonly packages?: boolean;
}

/** A project to which one recipe was added as `hookline add` does it, and approved. */
export async function withRecipe(name: string, setting: Setting = {}) {
  const given = scratch();
  const { files = {}, programs = {}, env = {}, packages = false } = setting;
  for (const [path, content] of Object.entries(files)) given.write(path, content);
  for (const [program, body] of Object.entries(programs))
    chmodSync(given.write(join(given.home, "bin", program), `#!/bin/sh\n${body}\n`), 0o755);
  if (packages) symlinkSync(join(root, "node_modules"), join(given.project, "node_modules"));
  const variables = { ...given.env, PATH: `${given.home}/bin:${given.env.PATH}`, ...env };
  const engine = await given.engine({ env: variables, trust: "store", sessionId: "s-1" });
  const place = placeOf(engine, "team");
  const project = lookAtProject(given.project, "linux");
  const recipe = recipeOf(name);
  const tools = toolsFor(recipe, project, setting.tool);
  const { settings, missing } = settingsFor(recipe, project, tools, setting.set ?? {});
  if (missing.length > 0) throw new Error(`${name} needs ${missing.map((one) => one.name).join(", ")}`);
  const plan = await planAdd(place, project, [{ recipe, id: name, tools, settings }]);
  await carryOut(engine, place, plan, true);
  const read = (path: string) => readFileSync(join(given.project, path), "utf8");
  return { ...given, env: variables, newEngine: given.engine, engine, place, plan, tools, read };
}

/** The payload of a tool that has run. */
export const ran = (tool_name: string, tool_input: object) => ({
  tool_name,
  tool_input: { ...tool_input },
  tool_response: {},
});

/** Runs git in a project, as somebody with a name. */
export function gitIn({ project, env }: Pick<Scratch, "project" | "env">) {
  return (...args: string[]) =>
    spawnSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], {
      cwd: project,
      env,
      encoding: "utf8",
    }).stdout;
}

/** Whom git takes commits for. */
export const somebody = {
  GIT_AUTHOR_NAME: "a",
  GIT_AUTHOR_EMAIL: "a@b",
  GIT_COMMITTER_NAME: "a",
  GIT_COMMITTER_EMAIL: "a@b",
};

/** Names of files that a careless script would take for something else. */
export const oddNames = [
  "my file",
  "a'b\"c",
  "-rf",
  "a\nb",
  "$(touch pwned)",
  "a;touch pwned",
  ":(top)x",
  "*",
];
