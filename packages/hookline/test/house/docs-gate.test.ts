import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadVerbs } from "../../src/cli/verbs/all.ts";
import { rows } from "../recipes/rows.ts";
import { page, root } from "./pages.ts";
import { scenesIn } from "./scenes.ts";

const house = "packages/hookline/test/house";

/** The pages whose blocks are run by tests of their own, and those tests. */
const others: { readonly [page: string]: string } = {
  "README.md": `${house}/docs-readme.test.ts`,
  "docs/agent.md": "packages/agent/test/stories/agent-page.test.ts",
  "docs/audit.md": "packages/hookline/test/e2e/audit-docs.test.ts",
  "docs/langchain.md": "packages/hookline/test/adapters/langchain/docs.test.ts",
  "docs/policy.md": "packages/hookline/test/policy/packs/policy-page.test.ts",
  "docs/recipes.md": `${house}/generated.test.ts`,
};

const played = readdirSync(join(root, house, "played")).flatMap((name) => {
  const text = readFileSync(join(root, house, "played", name), "utf8");
  return [...text.matchAll(/^playPage\("([^"]+)"(?:, (\d), (\d))?\);$/gm)].map(
    ([, file = "", part = "1", parts = "1"]) => ({ file, part: Number(part), parts: Number(parts) }),
  );
});
const isPlayed = (page: string) => played.some(({ file }) => file === page);

describe("the examples of the documents", () => {
  it.each([
    ["unknown", "rust", "fn main() {}"],
    ["unknown", "json", '{"some": "object"}'],
    ["unknown", "yaml", "a: 1"],
    ["program", "js", "f();"],
    ["transcript", "console", "$ ls"],
    ["file", "json", '{"hooks": {}}'],
    ["payload", "json", '{"hook_event_name": "Stop"}'],
    ["answer", "json", '{"decision": "block"}'],
    ["words", "text", "words"],
  ])("are told apart by one rule: %s is %s", (role, language, body) => {
    const [, scene] = scenesIn("a.md", `# A\n\n\`\`\`${language}\n${body}\n\`\`\`\n`);
    expect(scene?.fences).toMatchObject([{ role, at: "a.md:3" }]);
  });

  it("are told apart by what stands around them", () => {
    const fence = (language: string) => `\`\`\`${language}\nx\n\`\`\`\n`;
    const text = `## B\n\n<!-- with: A -->\n\n\`a.py\`:\n\n${fence("py")}\n${fence("sh")}\n${fence("text")}`;
    expect(scenesIn("a.md", text)[1]).toMatchObject({
      heading: "B",
      borrows: ["A"],
      fences: [{ role: "file", path: "a.py" }, { role: "program" }, { role: "printed" }],
    });
  });

  it("are all run: a page with code is played, or has a test of its own", () => {
    const documents = readdirSync(join(root, "docs")).filter((name) => name.endsWith(".md"));
    const pages = [
      "README.md",
      "HOOKS.md",
      "AGENTS.md",
      "llms.txt",
      ...documents.map((name) => `docs/${name}`),
    ];
    const withCode = pages.filter((file) => /^```\w/m.test(page(file)));
    expect(withCode.filter((file) => !isPlayed(file) && !(file in others))).toEqual([]);
  });

  it("of a page that is played in parts have all their parts", () => {
    for (const { file, parts } of played) {
      const there = played.filter((one) => one.file === file && one.parts === parts).map(({ part }) => part);
      expect(there.toSorted(), file).toEqual(Array.from({ length: parts }, (_, index) => index + 1));
    }
  });

  // The page is made from the recipes, and test/recipes runs each of its rows with its script and its cases.
  it("of docs/recipes.md are recipes that are run, and commands that are there", async () => {
    const text = page("docs/recipes.md");
    const shown = [...text.matchAll(/^## (.+)$/gm)].map(([, name]) => name ?? "");
    expect(shown.filter((name) => !rows.some(([row]) => row === name))).toEqual([]);
    const calls = [...text.matchAll(/^hookline (\w+) *([\w-]*)/gm)];
    const verbs = (await loadVerbs()).map(({ name }) => name);
    expect(calls.length).toBeGreaterThan(4);
    expect(calls.filter(([, verb = ""]) => !verbs.includes(verb))).toEqual([]);
    expect(calls.filter(([, , name = ""]) => name !== "" && !shown.includes(name))).toEqual([]);
  });

  it.each(Object.entries(others))("of %s are run by %s", (file, test) => {
    expect(existsSync(join(root, test))).toBe(true);
    expect(page(test)).toContain(`"${file}"`);
  });
});
