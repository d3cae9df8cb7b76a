import { spawnSync } from "node:child_process";
import { describe, expect, it, vi } from "vitest";
import { blocks, bin as hookline, page } from "../../../hookline/test/house/pages.ts";
import { allCommands } from "../../src/commands/all.ts";
import { providers } from "../../src/models/providers.ts";
import { permissionModes } from "../../src/session/facts.ts";
import { loadSettings } from "../../src/settings/load.ts";
import { codingToolNames } from "../../src/tools/all.ts";
import { bin, makePlace, type Place } from "../run-agent.ts";

vi.setConfig({ testTimeout: 60_000 });

const text = page("docs/agent.md");
const fenced = /^(?:<!-- file: (\S+) -->\n+)?```(\w+)\n(.*?)^```$/gms;

/** Each transcript, with the files that stand before it and after the one before. */
function scenes(): { readonly files: readonly [string, string][]; readonly transcript: string }[] {
  const found: { files: [string, string][]; transcript: string }[] = [];
  let files: [string, string][] = [];
  for (const [, path, language, body = ""] of text.matchAll(fenced)) {
    if (path !== undefined) files.push([path, body]);
    if (language !== "console") continue;
    found.push({ files, transcript: body });
    files = [];
  }
  return found;
}

/** Types the commands of a transcript and gives back what a terminal would show. */
function replay({ project, env }: Place, transcript: string): string {
  const commands = [...transcript.matchAll(/^\$ (.*)$/gm)].map(([, line = ""]) => line);
  const shell =
    'hookline-agent() { node "$AGENT" "$@"; }; hookline() { node "$HOOKLINE" "$@"; }; exec 2>&1; ';
  const typed = commands.map((line) => {
    const given = { ...env, AGENT: bin, HOOKLINE: hookline };
    const { stdout } = spawnSync("bash", ["-c", shell + line], {
      cwd: project,
      env: given,
      encoding: "utf8",
    });
    return `$ ${line}\n${stdout}`;
  });
  return typed.join("").replaceAll(project, "/home/me/shop");
}

const timeless = (shown: string) =>
  shown
    .replace(/\d+ ms|\d+\.\d s/g, "N ms")
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "ID")
    .replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g, "WHEN")
    .replace(/by key \S+…/g, "by key K…");

describe("docs/agent.md", () => {
  it.each(scenes().map((scene, index) => [index + 1, scene] as const))(
    "has transcripts that are what a person sees: number %i",
    (_number, { files, transcript }) => {
      const place = makePlace();
      for (const [path, body] of files) place.write(path, body);
      expect(timeless(replay(place, transcript))).toBe(timeless(transcript));
    },
  );

  it("has settings that say what they mean", () => {
    const place = makePlace();
    const [, , body = ""] =
      /^<!-- file: (\.hookline\/agent\.json) -->\n+```json\n(.*?)^```$/ms.exec(text) ?? [];
    place.write(".hookline/agent.json", body);
    const { files, problems } = loadSettings({
      projectDir: place.project,
      home: place.home,
      env: place.env,
      systemRoot: place.system,
    });
    expect(problems).toEqual([]);
    const [file] = files;
    expect(file?.rules).toHaveLength(4);
    // Every key that there is stands in the example.
    const { place: _place, problems: _problems, broken: _broken, ...keys } = file ?? {};
    const isEmpty = (value: unknown) => ["null", "[]", "{}"].includes(JSON.stringify(value));
    expect(Object.entries(keys).filter(([, value]) => isEmpty(value))).toEqual([]);
  });

  it("names every option, tool, slash command, mode and variable", () => {
    const help = spawnSync(process.execPath, [bin, "--help"], { encoding: "utf8" }).stdout;
    const options = [...help.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)/gm)].map(([, name = ""]) => name);
    expect(options.length).toBeGreaterThan(20);
    const variables = providers.flatMap(({ key, addresses }) => [
      ...(key === null ? [] : [key]),
      ...addresses,
    ]);
    const names = [
      ...options,
      ...codingToolNames,
      ...allCommands.map(({ name }) => `/${name}`),
      ...permissionModes,
      ...providers.map(({ name }) => name),
      ...variables,
      "HOOKLINE_MODEL",
    ];
    expect(names.filter((name) => !new RegExp(`\`${name}[\` ]`).test(text))).toEqual([]);
  });

  it("and the first page lead to each other", () => {
    expect(page("README.md")).toContain("(docs/agent.md)");
    expect(blocks(page("README.md"), "sh").join()).toContain('npx hookline-agent "add a health endpoint"');
  });
});
