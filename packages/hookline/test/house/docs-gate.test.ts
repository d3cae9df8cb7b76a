import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { page, root } from "./pages.ts";

const house = "packages/hookline/test/house";

/** The pages whose blocks are run by tests of their own, and those tests. */
const others: { readonly [page: string]: string } = {
  "README.md": `${house}/docs.test.ts`,
  "docs/agent.md": "packages/agent/test/stories/agent-page.test.ts",
  "docs/audit.md": "packages/hookline/test/e2e/audit-docs.test.ts",
  "docs/langchain.md": "packages/hookline/test/adapters/langchain/docs.test.ts",
  "docs/policy.md": "packages/hookline/test/policy/packs/policy-page.test.ts",
  "docs/recipes.md": `${house}/recipes.test.ts`,
};

const played = readdirSync(join(root, house, "played")).flatMap((name) => {
  const text = readFileSync(join(root, house, "played", name), "utf8");
  return [...text.matchAll(/^playPage\("([^"]+)"\);$/gm)].map(([, file]) => file ?? "");
});

describe("the examples of the documents", () => {
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
    expect(withCode.filter((file) => !played.includes(file) && !(file in others))).toEqual([]);
  });

  it.each(Object.entries(others))("of %s are run by %s", (file, test) => {
    expect(existsSync(join(root, test))).toBe(true);
    expect(page(test)).toContain(`"${file}"`);
  });
});
