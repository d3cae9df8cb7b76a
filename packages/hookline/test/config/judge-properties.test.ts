import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { loadConditions } from "../../src/config/conditions.ts";
import { parseJsonText } from "../../src/config/json-text.ts";
import { entryGrammars } from "../../src/config/judge-fields.ts";
import { type JudgedFile, judgeFile } from "../../src/config/judge-file.ts";
import { matcherCompiler } from "../../src/config/matchers.ts";
import { isObject, type Json } from "../../src/contract/json.ts";
import { native } from "../../src/dialects/native.ts";
import { createCatalog } from "../../src/events/catalog.ts";
import { commandHook, fileWith, makeMachine, runners } from "./hook-folders.ts";

const catalog = createCatalog();
const basis = {
  catalog,
  grammars: entryGrammars(runners),
  env: { PATH: "/bin" },
  home: "/home/me",
  projectDir: "/home/me/project",
  managedOnFailure: null,
  compileMatcher: matcherCompiler(catalog),
};

async function judge(text: string): Promise<JudgedFile | null> {
  const document = await parseJsonText(text);
  if (!("value" in document) || !isObject(document.value)) return null;
  const place = { path: "/home/me/project/.hookline/hooks.json", layer: "team", dialect: native } as const;
  return judgeFile({ place, order: 1, text, document, value: document.value }, basis);
}

/** Values that are almost right are worth more than noise. */
const value = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom<Json>(
    "command",
    "block",
    "",
    "Bash(",
    "*",
    "(",
    "$TOKEN",
    "https://x",
    0,
    -1,
    5,
    true,
    false,
    null,
    [],
    {},
  ),
);
const keys = [
  "type",
  "command",
  "args",
  "id",
  "if",
  "when",
  "timeout",
  "onFailure",
  "mode",
  "env",
  "passEnv",
  "cwd",
  "async",
  "enabled",
  "url",
  "rules",
  "__proto__",
  "x",
];
const entry = fc.oneof(
  value,
  fc.dictionary(fc.constantFrom(...keys), value).map((fields) => ({ type: "command", ...fields })),
);
const group = fc.oneof(
  value,
  fc.record(
    { matcher: value, hooks: fc.oneof(value, fc.array(entry, { maxLength: 3 })), sequential: value },
    { requiredKeys: ["hooks"] },
  ),
);
const event = fc.constantFrom(
  "PreToolUse",
  "Stop",
  "Notification",
  "PreTooluse",
  "constructor",
  "toString",
  "",
);
const events = fc.dictionary(event, fc.oneof(value, fc.array(group, { maxLength: 3 })));
const file = fc.record(
  { hooks: fc.oneof(value, events), defaults: value, disableAllHooks: value },
  { requiredKeys: ["hooks"] },
);

describe("judging", () => {
  test("never throws, and every hook that it lets through can be asked everything", async () => {
    await loadConditions(new Set(["if", "when"]));
    await fc.assert(
      fc.asyncProperty(file, async (content) => {
        const judged = await judge(JSON.stringify(content));
        for (const hook of judged?.hooks ?? []) {
          expect(hook.id).not.toBe("");
          expect(hook.timeoutMs).toBeGreaterThan(0);
          expect(hook.source.text).toMatch(/^\.hookline\/hooks\.json:\d+:\d+$/);
          expect(["continue", "block"]).toContain(hook.onFailure);
          expect(["enforce", "warn", "shadow"]).toContain(hook.mode);
          expect(Object.values(hook.env).every((one) => typeof one === "string")).toBe(true);
          expect(typeof hook.identity).toBe("string");
          expect(hook.entry.event).toBe(hook.event);
          expect(runners.get(hook.type)?.check?.(hook.fields) ?? null).toBeNull();
        }
        for (const { message, hint, line } of judged?.diagnostics ?? []) {
          expect(message).not.toBe("");
          expect(hint).not.toBe("");
          expect(line).toBeGreaterThan(0);
        }
      }),
      { numRuns: 400 },
    );
  });

  test("an entry is judged alone: the others do not depend on it", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(entry, { maxLength: 3 }),
        fc.array(entry, { maxLength: 3 }),
        async (before, after) => {
          const good = commandHook("good", { id: "good" });
          const judged = await judge(JSON.stringify(fileWith([...before, good, ...after])));
          const [found] = (judged?.hooks ?? []).filter(
            (hook) => hook.id === "good" && hook.fields.command === "good",
          );
          expect(found).toBeDefined();
        },
      ),
    );
  });
});

describe("files together", () => {
  const commands = fc.array(fc.stringMatching(/^[a-z]{1,8}$/), { maxLength: 4 });

  test("stand in configuration order, and none takes another's hooks away", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({ user: commands, team: commands, local: commands, managed: commands }),
        fc.constantFrom("user", "team", "local", "managed"),
        fc.constantFrom("{", "[]", '{"hooks": {"Sotp": 1}}', '{"hooks": {"Stop": [{"hooks": [{}]}]}}'),
        async (contents, victim, broken) => {
          const machine = makeMachine();
          const layers = ["user", "team", "local", "managed"] as const;
          for (const layer of layers) {
            machine.write(machine[layer], fileWith(contents[layer].map((command) => commandHook(command))));
          }
          const all = await machine.load();
          expect(all.hooks.map((hook) => [hook.source.layer, hook.fields.command])).toEqual(
            layers.flatMap((layer) => contents[layer].map((command) => [layer, command])),
          );
          machine.write(machine[victim], broken);
          const others = (await machine.load()).hooks.map((hook) => [hook.source.layer, hook.fields.command]);
          expect(others).toEqual(
            layers.flatMap((layer) =>
              layer === victim ? [] : contents[layer].map((command) => [layer, command]),
            ),
          );
        },
      ),
      { numRuns: 15 },
    );
  });
});
