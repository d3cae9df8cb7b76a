import { existsSync, mkdirSync, readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isObject, type JsonObject } from "../../src/contract/json.ts";
import { allDialects } from "../../src/dialects/all.ts";
import type { Engine, EngineOptions } from "../../src/index.ts";
import { type Scratch, scratch } from "../engine/scratch.ts";
import type { DialectRules } from "./rules.ts";
import { payloadFor, saying, tables } from "./tables.ts";

/** A project with these entries in the dialect's file, or registered where it has none. */
async function set(
  rules: DialectRules,
  event: string,
  entries: readonly JsonObject[],
  { matcher, options = {} }: { matcher?: string; options?: EngineOptions } = {},
): Promise<{ place: Scratch; engine: Engine }> {
  const place = scratch();
  const written = rules.write(event, entries, matcher);
  const path = rules.file.startsWith("~/") ? join(place.home, rules.file.slice(2)) : rules.file;
  if (path !== "") place.write(path, written);
  const engine = await place.engine({ dialects: rules.file === "" ? [] : [rules.dialect], ...options });
  if (path === "") {
    engine.register({
      dialect: rules.dialect,
      event,
      hooks: entries,
      ...(matcher !== undefined && { matcher }),
    });
  }
  return { place, engine };
}

describe.each(tables.map((rules) => [rules.dialect, rules] as const))("the rules of %s", (_name, rules) => {
  it.each(
    rules.exits.map(
      (row) => [`${row.event} ${row.code} ${row.stdout ?? ""}|${row.stderr ?? ""}`, row] as const,
    ),
  )("an exit: %s", async (_title, { event, code, stdout = "", stderr = "", verdict, reason, fault }) => {
    const { engine } = await set(rules, event, [rules.entry(saying(stdout, stderr, code))]);
    const decision = await engine.fire(event, payloadFor(event, rules));
    expect(decision.runs).toHaveLength(1);
    expect(decision.verdict).toBe(verdict);
    expect(decision.runs[0]?.fault ?? null).toBe(fault ?? null);
    if (reason !== undefined) expect(decision.reason).toBe(reason);
  });

  it.each(rules.answers.map((row) => [`${row.event} ${row.code ?? 0} ${row.stdout}`, row] as const))(
    "an answer: %s",
    async (_title, { event, stdout, code = 0, decision: expected }) => {
      const { engine } = await set(rules, event, [rules.entry(saying(stdout, "", code))]);
      const decision = await engine.fire(event, payloadFor(event, rules));
      expect(decision).toMatchObject(expected);
    },
  );

  // shows: W-052 W-053 W-054 W-055 W-056 W-057 W-130 C-085
  // shows: G-062 S-035
  it.each(rules.matchers.map((row) => [row.pattern, row] as const))(
    "the matcher %s",
    async (_title, { pattern, fits, not }) => {
      const { engine } = await set(rules, "PreToolUse", [rules.entry("true")], { matcher: pattern });
      const matched = (tool: string) =>
        engine.preview("PreToolUse", { tool_name: tool, tool_input: {} }).unmatched.length === 0;
      expect(fits.filter((tool) => !matched(tool))).toEqual([]);
      expect(not.filter(matched)).toEqual([]);
    },
  );

  it.each(rules.timeouts.map((row) => [row.written, row] as const))(
    "a timeout of %s",
    async (_title, { written, ms, said }) => {
      const { engine } = await set(rules, "PreToolUse", [rules.entry("true", { timeout: written })]);
      expect(engine.hooks.map((hook) => hook.timeoutMs)).toEqual([ms]);
      const told = engine.diagnostics.map(({ message, hint }) => `${message}; ${hint}`).join("\n");
      if (said === null) expect(told).toBe("");
      else expect(told).toMatch(said);
    },
  );

  // shows: W-073 C-044
  // shows: F-101 G-088
  it("the default timeout", async () => {
    const { engine } = await set(rules, "PreToolUse", [rules.entry("true")]);
    expect(engine.hooks.map((hook) => hook.timeoutMs)).toEqual([rules.defaultTimeoutMs]);
  });

  it("order, and what follows a block", async () => {
    const log = (name: string, end: string) => rules.entry(`echo ${name} >> "$PWD/ran"; ${end}`);
    const { place, engine } = await set(rules, "PreToolUse", [
      log("a", "exit 0"),
      log("b", "echo no >&2; exit 2"),
      log("c", "exit 0"),
    ]);
    await engine.fire("PreToolUse", payloadFor("PreToolUse", rules));
    const ran = readFileSync(join(place.project, "ran"), "utf8").trim().split("\n");
    expect([...ran].sort()).toEqual([...rules.order.ran].sort());
    if (rules.order.sequential) expect(ran).toEqual(rules.order.ran);
  });

  it("whether hooks run together", async () => {
    // Each waits for the other to have begun: together both end well, however long it takes; one after the other the first gives up.
    const turns = rules.order.sequential ? 6 : 200;
    const meet = (own: string, other: string) =>
      rules.entry(
        `touch ${own}; n=0; while [ ! -e ${other} ]; do n=$((n+1)); [ $n -gt ${turns} ] && exit 0; sleep 0.05; done; touch ${own}-met`,
      );
    const { place, engine } = await set(rules, "PreToolUse", [meet("one", "two"), meet("two", "one")]);
    await engine.fire("PreToolUse", payloadFor("PreToolUse", rules));
    expect(existsSync(join(place.project, "one-met"))).toBe(!rules.order.sequential);
    expect(existsSync(join(place.project, "two-met"))).toBe(true);
  });

  // shows: W-070
  it("an entry that stands twice", async () => {
    const entry = rules.entry("true");
    const { engine } = await set(rules, "PreToolUse", [entry, entry]);
    const { runs } = await engine.fire("PreToolUse", payloadFor("PreToolUse", rules));
    expect(runs).toHaveLength(rules.twice);
  });

  // shows: W-059 W-060 W-061 W-062 W-127 W-131 W-168
  // shows: F-093 S-010 S-019 S-020 S-080
  it.each(rules.payloads.map((row) => [row.event, row] as const))(
    "what a hook reads on %s",
    async (_title, { event, given, seen }) => {
      const { place, engine } = await set(rules, event, [rules.entry('cat > "$HOME/seen"')]);
      await engine.fire(event, { session_id: "s-1", cwd: place.project, ...given });
      await engine.drain();
      const text = readFileSync(join(place.home, "seen"), "utf8");
      expect(text.endsWith("\n") && !text.trimEnd().includes("\n")).toBe(true);
      expect(fixed(JSON.parse(text), place)).toEqual(seen);
    },
  );

  // shows: F-070 F-102 F-136 G-016 G-031
  it.each(rules.variables.map((row) => [row.event, row] as const))(
    "the variables of %s",
    async (_title, { event, given, env }) => {
      const { place, engine } = await set(rules, event, [rules.entry('env -0 > "$HOME/seen"')]);
      await engine.fire(event, { session_id: "s-1", cwd: place.project, ...given });
      await engine.drain();
      const lines = readFileSync(join(place.home, "seen"), "utf8").split("\0");
      const variables = Object.fromEntries(
        lines.map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
      );
      const named = Object.fromEntries(Object.keys(env).map((name) => [name, variables[name]]));
      expect(fixed(named, place)).toEqual(env);
    },
  );

  it("the events that nobody waits for", async () => {
    const { events = {} } = allDialects.find(({ name }) => name === rules.dialect) ?? {};
    const own = ["PreToolUse", "PostToolUse", "Stop", "Notification"].filter((event) =>
      Object.values(events).flat().includes(event),
    );
    expect(own).toEqual(expect.arrayContaining(["PreToolUse", ...rules.background]));
    for (const event of own) {
      const { engine } = await set(rules, event, [rules.entry("true")]);
      const { runs } = await engine.fire(event, payloadFor(event, rules));
      const status = rules.background.includes(event) ? "background" : "ok";
      expect([event, runs.map((run) => run.status)]).toEqual([event, [status]]);
      await engine.drain();
    }
  });

  it("where a command starts", async () => {
    const { place, engine } = await set(rules, "PreToolUse", [rules.entry('pwd -P > "$HOME/where"')]);
    const below = join(place.project, "below");
    mkdirSync(below);
    await engine.fire("PreToolUse", { ...payloadFor("PreToolUse", rules), cwd: below });
    const where = readFileSync(join(place.home, "where"), "utf8").trim();
    expect(where).toBe(realpathSync(rules.cwd === "payload" ? below : place.project));
  });

  it("hooks in a sub-agent", async () => {
    const { engine } = await set(rules, "PreToolUse", [rules.entry("true")]);
    const { runs } = await engine.fire("PreToolUse", payloadFor("PreToolUse", rules), {
      agent: { id: "a-1" },
    });
    expect(runs).toHaveLength(rules.subagents ? 1 : 0);
  });

  it.runIf(rules.rewrites !== null)("two that change the input", async () => {
    const { first, second, input } = rules.rewrites ?? { first: "", second: "", input: {} };
    const { engine } = await set(rules, "PreToolUse", [
      rules.entry(saying(first, "", 0)),
      rules.entry(saying(second, "", 0)),
    ]);
    const decision = await engine.fire("PreToolUse", payloadFor("PreToolUse", rules));
    expect(decision.updatedInput).toEqual(input);
  });

  it.runIf(rules.file !== "" && !rules.file.startsWith("~"))(
    "nothing of a project runs unapproved",
    async () => {
      const { place, engine } = await set(rules, "PreToolUse", [rules.entry('touch "$HOME/ran"')], {
        options: { trust: "store" },
      });
      const { runs } = await engine.fire("PreToolUse", payloadFor("PreToolUse", rules));
      expect(runs.map(({ fault }) => fault)).toEqual(["untrusted"]);
      expect(existsSync(join(place.home, "ran"))).toBe(false);
    },
  );

  it.each(rules.wrong.map((row, index) => [`${index + 1}: ${row.said[0]}`, row] as const))(
    "a file that is wrong: %s",
    async (_title, { text, said, kept }) => {
      const place = scratch();
      const path = rules.file.startsWith("~/") ? join(place.home, rules.file.slice(2)) : rules.file;
      place.write(path, text);
      const engine = await place.engine({ dialects: [rules.dialect] });
      const told = engine.diagnostics.map(
        ({ file, line, column, message, hint }) => `${file}:${line}:${column}: ${message}; ${hint}`,
      );
      for (const sentence of said) expect(told.join("\n")).toMatch(sentence);
      expect(told.length).toBeGreaterThanOrEqual(said.length);
      expect(engine.hooks).toHaveLength(kept);
    },
  );
});

/** What differs from run to run is replaced by a word: folders, identifiers and times. */
function fixed(value: JsonObject, place: Scratch): JsonObject {
  const text = JSON.stringify(value, (key, one) => {
    if (key === "tool_use_id" && typeof one === "string" && one.startsWith("toolu_")) return "<id>";
    if (/timestamp$/i.test(key) && (typeof one === "number" || typeof one === "string")) return "<time>";
    return one;
  });
  const result: unknown = JSON.parse(
    text.replaceAll(place.project, "<project>").replaceAll(place.home, "<home>"),
  );
  return isObject(result) ? result : {};
}
