import { chmodSync, lstatSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { changedText, type HookFileChange } from "../../src/config/edit/change-text.ts";
import { entriesIn, topOf } from "../../src/config/edit/json-places.ts";
import { parseJsonText } from "../../src/config/text/json-text.ts";
import { editHookFile } from "../../src/index.ts";
import { scratch } from "../engine/scratch.ts";
import { page } from "../house/pages.ts";

const change = (text: string | null, ...changes: HookFileChange[]) =>
  changedText(text, "hooks.json", changes);
const entry = (id: string) => ({ id, type: "command", command: "true" });
const group = (id: string) => ({ matcher: "Bash", hooks: [entry(id)] });
const add = (id: string, event = "PreToolUse"): HookFileChange => ({
  kind: "add",
  hooks: { [event]: [group(id)] },
});
const remove = (...ids: string[]): HookFileChange => ({ kind: "remove", ids });
const valid = new Ajv2020({ strict: false }).compile(JSON.parse(page("schema/hooks.schema.json")));

async function readValue(text: string) {
  const read = await parseJsonText(text);
  if (!("value" in read)) throw new Error(`${read.line}:${read.column}: ${read.message}\n${text}`);
  return read.value;
}

/** Ways to write hook files: each part over several lines or on one, with comments wherever they may stand. */
const fileText = fc
  .record({
    eol: fc.constantFrom("\n", "\r\n"),
    step: fc.constantFrom("  ", "    ", "\t"),
    mark: fc.constantFrom("", "\uFEFF"),
    trailing: fc.boolean(),
    comments: fc.array(fc.constantFrom("", "", " // one, two", " /* a } ] */"), {
      minLength: 12,
      maxLength: 12,
    }),
    events: fc.uniqueArray(fc.constantFrom("PreToolUse", "PostToolUse", "Stop"), { minLength: 0 }),
    sizes: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 3, maxLength: 3 }),
    flatEntries: fc.boolean(),
    before: fc.boolean(),
  })
  .map(({ eol, step, mark, trailing, comments, events, sizes, flatEntries, before }) => {
    let used = 0;
    const note = () => comments[used++ % comments.length] ?? "";
    const list = (open: string, items: readonly string[], close: string, depth: number): string => {
      if (items.length === 0) return `${open}${close}`;
      const inner = eol + step.repeat(depth + 1);
      const last = items.length - 1;
      const lines = items.map((item, at) => `${inner}${item}${at < last || trailing ? "," : ""}${note()}`);
      return `${open}${note()}${lines.join("")}${eol}${step.repeat(depth)}${close}`;
    };
    const hook = (id: string, depth: number) =>
      flatEntries
        ? `{ "id": "${id}", "type": "command", "command": "true" }`
        : list("{", [`"id": "${id}"`, `"type": "command"`, `"command": "true"`], "}", depth);
    const groups = (event: string, count: number) =>
      list(
        "[",
        Array.from({ length: count }, (_, at) =>
          list("{", [`"hooks": ${list("[", [hook(`${event}-${at}`, 5)], "]", 4)}`], "}", 3),
        ),
        "]",
        2,
      );
    const rows = events.map((event, at) => `"${event}": ${groups(event, sizes[at] ?? 1)}`);
    const hooks = `"hooks": ${list("{", rows, "}", 1)}`;
    const top = before ? [`"description": "x"`, hooks] : [hooks, `"disableAllHooks": false`];
    return `${mark}${list("{", top, "}", 0)}${eol}`;
  });

const commentsOf = (text: string) => text.match(/\/\/ one, two|\/\* a \} \] \*\//g) ?? [];

describe("a changed hook file", () => {
  it("is the same again, byte for byte, when what was added is removed", () => {
    fc.assert(
      fc.property(fileText, fc.constantFrom("PreToolUse", "Stop", "SessionStart"), (text, event) => {
        const added = change(text, add("new", event));
        expect(added).not.toBe(text);
        expect(change(added, remove("new"))).toBe(text);
      }),
    );
  });

  it("has every other entry and comment as they were, and is valid", async () => {
    await fc.assert(
      fc.asyncProperty(fileText, fc.constantFrom("PreToolUse", "SessionStart"), async (text, event) => {
        const before = entriesIn(text.replace("\uFEFF", ""), topOf(text.replace("\uFEFF", ""), "x"));
        const added = change(text, add("new", event));
        const plain = added.replace("\uFEFF", "");
        const after = entriesIn(plain, topOf(plain, "x"));
        expect(after.filter(({ id }) => id !== "new").map(({ written }) => written)).toEqual(
          before.map(({ written }) => written),
        );
        expect(after.filter(({ id }) => id === "new")).toHaveLength(1);
        expect(commentsOf(added)).toEqual(commentsOf(text));
        expect(valid(await readValue(added)), JSON.stringify(valid.errors)).toBe(true);
        for (const line of text.split("\n").filter((one) => !one.includes("{}")))
          expect(added.replaceAll(",", "")).toContain(line.replaceAll(",", ""));
      }),
    );
  });

  it("can be read after any of its hooks was removed, and only that one is gone", async () => {
    await fc.assert(
      fc.asyncProperty(fileText, fc.nat(), async (text, pick) => {
        const plain = text.replace("\uFEFF", "");
        const ids = entriesIn(plain, topOf(plain, "x")).map(({ id }) => id);
        const gone = ids[pick % Math.max(1, ids.length)];
        if (gone === undefined) return;
        const left = change(plain, remove(gone));
        await readValue(left);
        expect(entriesIn(left, topOf(left, "x")).map(({ id }) => id)).toEqual(
          ids.filter((id) => id !== gone),
        );
      }),
    );
  });

  it("is the same again when a hook was switched off and on", async () => {
    await fc.assert(
      fc.asyncProperty(fileText, fc.nat(), async (text, pick) => {
        const plain = text.replace("\uFEFF", "");
        const ids = entriesIn(plain, topOf(plain, "x")).map(({ id }) => id);
        const id = ids[pick % Math.max(1, ids.length)];
        if (id === undefined) return;
        const off = change(text, { kind: "switch", id, on: false });
        const now = entriesIn(off.replace("\uFEFF", ""), topOf(off.replace("\uFEFF", ""), "x"));
        expect(now.filter(({ written }) => written.enabled === false).map((one) => one.id)).toEqual([id]);
        expect(commentsOf(off)).toEqual(commentsOf(text));
        expect(change(off, { kind: "switch", id, on: true })).toBe(text);
      }),
    );
  });

  it.each([
    ["on one line", '{"hooks":{"PreToolUse":[{"hooks":[{"id":"a","type":"command","command":"x"}]}]}}'],
    [
      "with gaps",
      '{ "hooks": { "Stop": [{ "hooks": [{ "id": "a", "type": "command", "command": "x" }] }] } }\n',
    ],
    ["empty", '{\n  "hooks": {}\n}\n'],
    ["a comment alone", '{\n  "hooks": {\n    // nothing yet\n  }\n}\n'],
    ["a comment on the line", '{\n  "hooks": { /* nothing yet */\n  }\n}\n'],
  ])("stays as it is written: %s", (_name, text) => {
    const added = change(text, add("new"));
    if (!text.trim().includes("\n")) expect(added.trim()).not.toContain("\n");
    expect(change(added, remove("new"))).toBe(text);
  });

  it("begins with a new file, and one without hooks", () => {
    expect(change(null, add("new"))).toBe(
      `${JSON.stringify({ hooks: { PreToolUse: [group("new")] } }, null, 2)}\n`,
    );
    const text = '{\n  "audit": true // kept\n}\n';
    const added = change(text, add("new"));
    expect(added).toContain('"audit": true, // kept\n  "hooks": {\n    "PreToolUse": [\n');
    expect(change(added, remove("new"))).toBe('{\n  "audit": true, // kept\n  "hooks": {}\n}\n');
  });

  it("keeps a comment that stands beside what is removed", () => {
    const text =
      '{ "hooks": { "Stop": [\n  { "hooks": [{ "id": "a", "type": "command", "command": "x" }] }, // about a\n  { "hooks": [{ "id": "b", "type": "command", "command": "x" }] } // about b\n] } }';
    expect(change(text, remove("a"))).toContain("// about a\n");
    expect(change(text, remove("b"))).toMatch(/\}\] \} \/\/ about a\n\s*\/\/ about b\n\]/);
  });

  it("finds an entry without an id by the id that is made of it", async () => {
    const { write, engine } = scratch();
    const text = '{\n  "hooks": { "Stop": [{ "hooks": [{ "type": "command", "command": "true" }] }] }\n}';
    write(".hookline/hooks.json", text);
    const [hook] = (await engine()).hooks;
    expect(change(text, { kind: "switch", id: hook?.id ?? "", on: false })).toContain(
      '"true", "enabled": false }',
    );
    expect(change(text, remove(hook?.id ?? ""))).toBe('{\n  "hooks": {}\n}');
  });

  it("switches every entry with the id, also one whose switch was said otherwise", () => {
    const text = JSON.stringify({
      hooks: { Stop: [{ hooks: [{ ...entry("a"), enabled: true }] }, group("a")] },
    });
    const off = change(text, { kind: "switch", id: "a", on: false });
    expect(off.match(/"enabled":false/g)).toHaveLength(2);
    expect(change(off, { kind: "switch", id: "a", on: true })).not.toContain("enabled");
  });

  it.each([
    ['{ "hooks": ', add("a"), /^hooks\.json:1:12: a value is missing here; /],
    ["", add("a"), /^hooks\.json:1:1: the file is empty; /],
    ["[]", add("a"), /^hooks\.json:1:1: a hook file is an object/],
    ['{\n "hooks": [] }', add("a"), /^hooks\.json:2:11: "hooks" is no object/],
    ['{ "hooks": { "PreToolUse": {} } }', add("a"), /^hooks\.json:1:28: "PreToolUse" is no list of groups/],
    [JSON.stringify({ hooks: { Stop: [group("a")] } }), add("a"), /the id "a" is taken; .*--id/],
    ['{ "hooks": {} }', remove("a"), /^hooks\.json: there is no hook "a" in it/],
    ['{ "audit": false }', { kind: "set", name: "audit", value: true }, /:1:3: "audit" is there already/],
  ] satisfies [string, HookFileChange, RegExp][])("refuses %j", (text, what, message) => {
    expect(() => change(text, what)).toThrow(message);
  });
});

describe("editHookFile", () => {
  it("writes through a link, keeps the mode, and leaves a broken file alone", async () => {
    const { project, write } = scratch();
    const real = write("elsewhere/hooks.json", '{ "hooks": {} }\n');
    chmodSync(real, 0o660);
    write(".hookline/x", "");
    const file = join(project, ".hookline/hooks.json");
    symlinkSync(real, file);
    const { before, after } = await editHookFile({ file, changes: [add("a")] });
    expect(before).toBe('{ "hooks": {} }\n');
    expect(readFileSync(real, "utf8")).toBe(after);
    expect(lstatSync(file).isSymbolicLink()).toBe(true);
    expect(statSync(real).mode & 0o777).toBe(0o660);
    write("elsewhere/hooks.json", "{");
    await expect(editHookFile({ file, changes: [add("b")] })).rejects.toThrow(/:1:2: /);
    expect(readFileSync(real, "utf8")).toBe("{");
  });

  it("says what would be written without writing it", async () => {
    const { project } = scratch();
    const request = { file: ".hookline/hooks.json", cwd: project, changes: [add("a")] };
    const { path, before, after } = await editHookFile({ ...request, dryRun: true });
    expect([before, lstatSync(path, { throwIfNoEntry: false })]).toEqual([null, undefined]);
    await editHookFile(request);
    expect(readFileSync(path, "utf8")).toBe(after);
  });
});
