import { spawnSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { allDialects } from "hookline";
import { describe, expect, it, onTestFinished } from "vitest";
import { type ConfigFile, type ConfigSource, watchConfig } from "../../src/watch/config.ts";
import { configFiles } from "../../src/watch/config-files.ts";
import { type Around, around, command, recorder, type Told } from "../instructions/around.ts";

function start(place: Around, files: readonly ConfigFile[], record: ReturnType<typeof recorder>) {
  const applied: (readonly string[])[] = [];
  const apply = (refused: readonly string[]) => void applied.push(refused);
  const watch = watchConfig({ files, tell: record.tell, apply, show: place.show });
  onTestFinished(() => watch.close());
  return { watch, applied };
}

const file = (path: string, source: ConfigSource = "project_settings"): ConfigFile => ({ path, source });

describe("a change of the configuration", () => {
  it("is told with its source and applied, also when the file is new or goes away", async () => {
    const place = around();
    const [team, own] = [place.write("team.json", "{}"), join(place.project, ".hookline/own.json")];
    const record = recorder();
    const { watch, applied } = start(place, [file(team), file(own, "local_settings")], record);
    place.write("team.json", '{"a":1}');
    place.write(own, "{}");
    await watch.settle();
    rmSync(team);
    await watch.settle();
    await watch.settle();
    expect(record.told).toEqual([
      { event: "ConfigChange", payload: { source: "local_settings", file_path: own } },
      { event: "ConfigChange", payload: { source: "project_settings", file_path: team } },
      { event: "ConfigChange", payload: { source: "project_settings", file_path: team } },
    ]);
    expect(applied).toEqual([[], []]);
  });

  it("is no change when the content is the same", async () => {
    const place = around();
    const team = place.write("team.json", "{}");
    const record = recorder();
    const { watch, applied } = start(place, [file(team)], record);
    place.write("team.json", "{}");
    await watch.settle();
    expect([record.told, applied]).toEqual([[], []]);
  });

  it("is seen by itself, in a folder that is not there yet", async () => {
    const place = around();
    const path = join(place.project, "not/yet/hooks.json");
    const record = recorder();
    const { watch, applied } = start(place, [file(path)], record);
    place.write(path, "{}");
    await record.next(1);
    place.write(path, "{ }");
    await record.next(2);
    await watch.close();
    expect(applied.length).toBeGreaterThan(0);
    expect(place.said).toEqual([]);
  });

  it("that a hook refuses is said and not applied, and others wait for it, until it changes again", async () => {
    const place = around();
    const [a, b] = [place.write("a.json", "1"), place.write("b.json", "1")];
    let verdict: "deny" | "pass" = "deny";
    const record = recorder(({ payload }) => (payload.file_path === a ? { verdict, reason: "not now" } : {}));
    const { watch, applied } = start(place, [file(a), file(b)], record);
    place.write("a.json", "2");
    await watch.settle();
    place.write("b.json", "2");
    await watch.settle();
    await watch.settle();
    expect(applied).toEqual([]);
    expect(record.told).toHaveLength(2);
    expect(place.said).toEqual([
      `warn: The change of ${a} is not applied until the file changes again: not now`,
      `warn: The change of ${b} waits: ${a} holds a refused change; undo it first`,
    ]);
    verdict = "pass";
    place.write("a.json", "3");
    await watch.settle();
    expect(applied).toEqual([[]]);
  });

  it("that was refused does no harm once it is undone", async () => {
    const place = around();
    const [a, b] = [place.write("a.json", "1"), place.write("b.json", "1")];
    const record = recorder(({ payload }) => (payload.file_path === a ? { verdict: "deny" } : {}));
    const { watch, applied } = start(place, [file(a), file(b)], record);
    for (const content of ["2", "3", "1"]) {
      place.write("a.json", content);
      await watch.settle();
    }
    place.write("b.json", "2");
    await watch.settle();
    expect(applied).toEqual([[], []]);
  });

  it("of the machine's policy cannot be refused", async () => {
    const place = around();
    const [policy, a] = [place.write("policy.json", "1"), place.write("a.json", "1")];
    const record = recorder(() => ({ verdict: "deny", reason: "no" }));
    const { watch, applied } = start(place, [file(policy, "policy_settings"), file(a)], record);
    place.write("a.json", "2");
    await watch.settle();
    expect(applied).toEqual([]);
    place.write("policy.json", "2");
    await watch.settle();
    expect(applied).toEqual([[a]]);
    expect(place.said.slice(1)).toEqual([
      `warn: ${policy} is the machine's policy: its change is applied although a hook refuses it`,
      `warn: The refused change of ${a} is applied together with ${policy}`,
    ]);
  });

  it("that cannot be applied is said, and the watch goes on", async () => {
    const place = around();
    const a = place.write("a.json", "1");
    const record = recorder();
    const apply = () => Promise.reject(new Error("the file is broken"));
    const watch = watchConfig({ files: [file(a)], tell: record.tell, apply, show: place.show });
    onTestFinished(() => watch.close());
    place.write("a.json", "2");
    await watch.settle();
    place.write("a.json", "3");
    await watch.settle();
    expect(record.told).toHaveLength(2);
    expect(place.said).toEqual(["warn: a change could not be told: the file is broken"]);
  });

  it("reaches a real hook before the changed hooks are in force", async () => {
    const place = around();
    const guard = command("cat >> seen.jsonl; echo 'ask the team' >&2; exit 2", "project_settings");
    const { engine, tell } = await place.engine({ ConfigChange: [guard] });
    const path = join(place.project, ".hookline/hooks.json");
    const files = configFiles(allDialects, {
      projectDir: place.project,
      home: place.home,
      systemRoot: join(place.root, "system"),
      env: place.env,
    });
    const watch = watchConfig({ files, tell, apply: () => engine.reload(), show: place.show });
    onTestFinished(() => watch.close());
    writeFileSync(path, '{"hooks":{}}');
    await watch.settle();
    expect(engine.hooks).toHaveLength(1);
    const seen = JSON.parse(readFileSync(join(place.project, "seen.jsonl"), "utf8"));
    expect(seen).toMatchObject({
      hook_event_name: "ConfigChange",
      source: "project_settings",
      file_path: path,
    });
    expect(place.said.at(-1)).toContain("ask the team");
    place.write(".claude/skills/one/SKILL.md", "---\nname: one\n---\n");
    await watch.settle();
    expect(place.said.at(-1)).toContain("waits");
  });
});

describe("the files of the configuration", () => {
  it("are those of all dialects, each with its source", () => {
    const roots = { projectDir: "/p", home: "/h", systemRoot: "/", env: { XDG_CONFIG_HOME: "/c" } };
    const found = new Map(configFiles(allDialects, roots).map(({ path, source }) => [path, source]));
    expect(found.get("/p/.hookline/hooks.json")).toBe("project_settings");
    expect(found.get("/p/.claude/settings.local.json")).toBe("local_settings");
    expect(found.get("/c/hookline/hooks.json")).toBe("user_settings");
    expect(found.get("/etc/hookline/hooks.json")).toBe("policy_settings");
    expect(found.get("/h/.claude/skills")).toBe("skills");
    expect([...found.keys()].filter((path) => path.includes("*"))).toEqual([]);
  });
});

describe("a watch", () => {
  it("does not keep the program alive", () => {
    const place = around();
    const source = resolve(import.meta.dirname, "../../dist/watch/observe.js");
    const program = `import { observe } from ${JSON.stringify(source)};
      observe([${JSON.stringify(join(place.project, "a"))}], { changed: async () => {}, problem: console.log });`;
    const script = place.write("alone.mjs", program);
    const end = spawnSync(process.execPath, [script], {
      encoding: "utf8",
      timeout: 15_000,
    });
    expect([end.status, end.stderr, end.stdout]).toEqual([0, "", ""]);
  });

  it("that is closed tells nothing more, and cuts short what is being told", async () => {
    const place = around();
    const a = place.write("a.json", "1");
    let started = (_told: Told) => {};
    const first = new Promise<Told>((resolve) => {
      started = resolve;
    });
    const watch = watchConfig({
      files: [file(a)],
      tell: (event, payload, signal) => {
        started({ event, payload });
        const decision = recorder().tell(event, payload);
        return new Promise((resolve) => signal?.addEventListener("abort", () => resolve(decision)));
      },
      apply: () => place.show.notice("error", "applied after the end"),
      show: place.show,
    });
    place.write("a.json", "2");
    const settled = watch.settle();
    await first;
    await watch.close();
    await settled;
    place.write("a.json", "3");
    await watch.settle();
    expect(place.said).toEqual([]);
  });
});
