import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { schemaVerb } from "../../src/cli/verbs/schema.ts";
import { builtInEvents } from "../../src/index.ts";
import { commands, scratch } from "../engine/scratch.ts";
import { onTerminal } from "./on-terminal.ts";
import { cli } from "./run-cli.ts";

const committed = (name: string) =>
  readFileSync(resolve(import.meta.dirname, "../../../../schema", name), "utf8");

describe("hookline schema", () => {
  it("prints the schemas that come with the package, and they hold for what is written", async () => {
    const place = scratch(commands({ id: "guard", command: "true" }));
    const run = (...args: string[]) => cli(["schema", ...args], { cwd: place.project, env: place.env });
    const [hooks, payload, answer, verb] = await Promise.all([
      run(),
      run("event", "PreToolUse"),
      run("event", "PreToolUse", "--answer"),
      run("cli", "trust", "list"),
    ]);
    expect(hooks).toEqual({ status: 0, stdout: committed("hooks.schema.json"), stderr: "" });
    expect(payload?.stdout).toBe(committed("events/PreToolUse.payload.json"));
    expect(answer?.stdout).toBe(committed("events/PreToolUse.answer.json"));
    const fits = (schema: string, value: unknown) => new Ajv2020().compile(JSON.parse(schema))(value);
    const file = JSON.parse(readFileSync(join(place.project, ".hookline/hooks.json"), "utf8"));
    expect(fits(hooks?.stdout ?? "", { $schema: "./x.json", ...file })).toBe(true);
    expect(fits(hooks?.stdout ?? "", { hooks: { PreToolUse: [{ hooks: [{ type: "command" }] }] } })).toBe(
      false,
    );
    expect(fits(verb?.stdout ?? "", [])).toBe(true);
    expect(fits(verb?.stdout ?? "", [{ id: 1 }])).toBe(false);
  });

  it("lists what there is", async () => {
    const place = scratch();
    const run = (...args: string[]) => cli(["schema", ...args], { cwd: place.project, env: place.env });
    const [json, text] = await Promise.all([run("--list", "--json"), run("--list")]);
    const there = JSON.parse(json?.stdout ?? "");
    const fits = new Ajv2020().compile(schemaVerb.answers ?? {});
    expect([fits(there), fits.errors]).toEqual([true, null]);
    expect(there.events).toEqual(builtInEvents.map(({ name }) => name));
    expect(there.cli).toContain("trust list");
    expect(text?.stdout).toContain("hookline schema hooks\n");
  });

  it("writes a file and says how an editor finds it, and never over another one", async () => {
    const place = scratch();
    const run = (...args: string[]) => cli(["schema", ...args], { cwd: place.project, env: place.env });
    const written = await run("--out", ".hookline/hooks.schema.json");
    expect([written.status, written.stdout]).toEqual([0, ""]);
    expect(written.stderr).toContain('Let .hookline/hooks.json begin with "$schema": "./hooks.schema.json"');
    expect(readFileSync(join(place.project, ".hookline/hooks.schema.json"), "utf8")).toBe(
      committed("hooks.schema.json"),
    );
    const again = await run("--out", ".hookline/hooks.schema.json");
    expect([again.status, again.stderr]).toEqual([
      1,
      expect.stringContaining("there is a file already; say --force"),
    ]);
    expect((await run("--out", "/proc/none/x.json")).status).toBe(1);
  });

  it("refuses a wrong call in one line", async () => {
    const place = scratch();
    const wrong: readonly (readonly [readonly string[], string])[] = [
      [["event", "PreTolUse"], 'there is no event "PreTolUse"; did you mean PreToolUse?'],
      [["event"], "name an event"],
      [["hook"], 'there is no schema "hook"; did you mean hooks?'],
      [["hooks", "x"], '"hookline schema hooks" takes no name: leave out x'],
      [["cli", "trust", "lst"], "did you mean trust list?"],
      [["--answer"], "--answer goes with an event"],
    ];
    const runs = await Promise.all(
      wrong.map(([args]) => cli(["schema", ...args], { cwd: place.project, env: place.env })),
    );
    runs.forEach(({ status, stdout, stderr }, index) => {
      expect([status, stdout, stderr.trimEnd().split("\n").length]).toEqual([1, "", 1]);
      expect(stderr).toContain(wrong[index]?.[1]);
    });
  });

  it("prints the same on a terminal, without colours, and has help", async () => {
    const place = scratch();
    const given = { cwd: place.project, env: place.env };
    const [shown, help] = await Promise.all([
      onTerminal(["schema", "event", "Stop"], given),
      cli(["schema", "--help"], given),
    ]);
    expect(shown?.stdout.replaceAll("\r\n", "\n")).toBe(committed("events/Stop.payload.json"));
    expect(help?.stdout).toContain("hookline schema --list");
  });
});
