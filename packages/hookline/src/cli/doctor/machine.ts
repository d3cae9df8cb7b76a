import { dirname, isAbsolute, join } from "node:path";
import { startsCommand } from "../../contract/hook.ts";
import { hookPrograms } from "../../index.ts";
import { folderFacts, isFolder, namesIn } from "../../system/folders.ts";
import { findProgram, isThere } from "../../system/local-files.ts";
import { oldestNode } from "../version.ts";
import { defineCheck, type Finding, type Patient } from "./check.ts";

/** Nobody's clock is right before this was written. */
const oldest = Date.parse("2025-01-01T00:00:00Z");
const dayMs = 86_400_000;

/** What the machine lacks: the version of Node, shells, git, a home, a clock, and room for the trace. */
export const machineCheck = defineCheck({
  name: "machine",
  summary: "what the machine has and lacks",
  run: (patient) => [
    ...nodeFindings(process.versions.node, oldestNode()),
    ...programFindings(patient),
    ...homeFindings(patient),
    ...clockFindings(patient),
    ...roomFindings(patient),
  ],
});

/** What is to say about a version of Node that is older than what the package asks for. */
export function nodeFindings(has: string, needs: string): readonly Finding[] {
  const [major = 0, minor = 0] = has.split(".").map(Number);
  const [leastMajor = 0, leastMinor = 0] = needs.split(".").map(Number);
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return [];
  const mend = `install Node ${needs} or later: nvm install ${leastMajor} (or see https://nodejs.org)`;
  return [{ severity: "error", where: "node", what: `Node ${has} is older than ${needs}`, mend }];
}

function programFindings({ engine, env = process.env }: Patient): readonly Finding[] {
  const { projectDir } = engine;
  const path = env.PATH ?? "";
  const found: Finding[] = [];
  const lacks = (where: string, what: string, mend: string, severity: Finding["severity"] = "error") =>
    found.push({ severity, where, what, mend });
  const hooks = engine.hooks.filter((hook) => startsCommand(hook) && hook.disabled === null);
  const shells = hooks.map((hook) => ({ hook, shell: hookPrograms(hook, { projectDir, env }).shell }));
  if (shells.some(({ shell }) => shell !== null) && findProgram("/bin/sh", "/", "") === null)
    lacks("/bin/sh", "there is no shell, so no command hook runs", "install one: apt install dash");
  const inBash = shells.find(({ hook, shell }) => shell === "bash" && hook.fields.shell === "bash");
  if (inBash && findProgram("bash", projectDir, path) === null)
    lacks(inBash.hook.source.text, `${inBash.hook.id} wants bash, which is not on PATH`, "apt install bash");
  if (isThere(join(projectDir, ".git")) && findProgram("git", projectDir, path) === null)
    lacks(projectDir, "this is a git repository, and git is not on PATH", "apt install git", "warning");
  return found;
}

function homeFindings({ env = process.env }: Patient): readonly Finding[] {
  const { HOME: home } = env;
  const mend = `export HOME="$(getent passwd "$(id -u)" | cut -d: -f6)"`;
  const warn = (what: string): Finding => ({ severity: "warning", where: "HOME", what, mend });
  if (home === undefined || home === "") return [warn("HOME is not set: hooks that use ~ fail")];
  if (!isAbsolute(home)) return [warn(`HOME is ${home}, which is no absolute path`)];
  return isFolder(home) ? [] : [warn(`HOME is ${home}, and there is no such folder`)];
}

function clockFindings({ engine, now }: Patient): readonly Finding[] {
  const mend = "set the clock: timedatectl set-ntp true";
  const when = new Date(now).toISOString().slice(0, 10);
  if (now < oldest) return [{ severity: "error", where: "clock", what: `the clock says ${when}`, mend }];
  const days = namesIn(join(engine.stateFolder, "trace")).map((name) => Date.parse(name.slice(0, 10)));
  const ahead = days.filter((day) => day > now + dayMs);
  if (ahead.length === 0) return [];
  const what = `the clock says ${when}, and the trace has been written on later days: it was wrong, or is`;
  return [{ severity: "warning", where: "clock", what, mend }];
}

/** With less than this the trace of a busy day may not fit. */
const room = 200 * 1024 * 1024;

function roomFindings({ engine }: Patient): readonly Finding[] {
  const folder = nearest(engine.stateFolder);
  const facts = folderFacts(folder);
  // Of a state folder that is there, its own check tells when it is nearly full.
  if (!facts || facts.free >= room || (folder === engine.stateFolder && facts.free < room / 4)) return [];
  const what = `only ${Math.floor(facts.free / 1024 / 1024)} MiB are left for traces`;
  const mend = `find ${join(engine.stateFolder, "trace")} -name '*.jsonl' -mtime +30 -delete`;
  return [{ severity: "warning", where: engine.stateFolder, what, mend }];
}

function nearest(path: string): string {
  return isFolder(path) || dirname(path) === path ? path : nearest(dirname(path));
}
