import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { loadConditions } from "../../src/config/entries/conditions.ts";
import { type JudgedFile, judgeFile } from "../../src/config/entries/judge-file.ts";
import { matcherCompiler } from "../../src/config/entries/matchers.ts";
import { parseJsonText } from "../../src/config/text/json-text.ts";
import { isObject, type Json } from "../../src/contract/json.ts";
import { native } from "../../src/dialects/native.ts";
import { createCatalog } from "../../src/events/catalog.ts";
import { commandHook, fileWith, makeMachine, runners } from "./hook-folders.ts";

const catalog = createCatalog();
const basis = {
  catalog,
  runners,
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

/** Mostly what belongs there: noise alone would never be a hook. */
const mostly = (right: fc.Arbitrary<Json>): fc.Arbitrary<Json> =>
  fc.oneof(
    { weight: 12, arbitrary: right },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json> },
  );
const word = fc.constantFrom(
  "x",
  "Bash",
  "Bash(git *)",
  "(",
  "",
  "tool_name == 'a'",
  "$API_KEY",
  "block",
  "warn",
  "1",
);
const optional: { readonly [key: string]: fc.Arbitrary<Json> } = {
  ...Object.fromEntries(
    ["id", "description", "if", "when", "statusMessage", "onFailure", "mode", "cwd", "shell", "x"].map(
      (key) => [key, mostly(word)],
    ),
  ),
  ...Object.fromEntries(
    ["enabled", "once", "async", "asyncRewake"].map((key) => [key, mostly(fc.boolean())]),
  ),
  timeout: mostly(fc.constantFrom(5, 0.5, 0, -1, 1e9)),
  env: mostly(fc.dictionary(word, mostly(word))),
  passEnv: mostly(fc.array(word)),
  args: mostly(fc.array(word)),
};
const fields = fc.record(
  {
    type: mostly(fc.constantFrom("command", "command", "http", "rules", "comand")),
    command: mostly(word),
    ...optional,
  },
  { requiredKeys: ["type", "command"] },
);
const entry = mostly(fields as fc.Arbitrary<Json>);
const group = mostly(
  fc.record(
    {
      hooks: mostly(fc.array(entry, { minLength: 1, maxLength: 4 })),
      matcher: mostly(word),
      sequential: mostly(fc.boolean()),
    },
    { requiredKeys: ["hooks"] },
  ) as fc.Arbitrary<Json>,
);
const event = fc.constantFrom(
  "PreToolUse",
  "Stop",
  "Notification",
  "PreTooluse",
  "constructor",
  "toString",
  "__proto__",
);
const events = mostly(
  fc.dictionary(event, mostly(fc.array(group, { minLength: 1, maxLength: 3 })), { minKeys: 1 }),
);
const file = fc.record(
  {
    hooks: events,
    defaults: mostly(fc.constantFrom<Json>({ timeout: 3, mode: "warn" }, { onFailure: 1 })),
    disableAllHooks: mostly(fc.boolean()),
  },
  { requiredKeys: ["hooks"] },
);

describe("judging", () => {
  test("never throws, and every hook that it lets through can be asked everything", async () => {
    await loadConditions(new Set(["if", "when"]));
    let seen = 0;
    await fc.assert(
      fc.asyncProperty(file, async (content) => {
        const judged = await judge(JSON.stringify(content));
        for (const hook of judged?.hooks ?? []) {
          seen++;
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
      { numRuns: 120 },
    );
    expect(seen).toBeGreaterThan(5);
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
      { numRuns: 8 },
    );
  });
});
