import { defineRecipe, listed } from "./recipe.ts";

/** Stops commands that destroy. */
export const blockDangerousCommands = defineRecipe({
  name: "block-dangerous-commands",
  summary: "deny commands that destroy: rm -rf /, forced pushes, what the network would run",
  about:
    "A policy, not a list of patterns: it is judged by what a command would do, so that quotes, variables, wrappers and nested shells make no " +
    "difference. It starts nothing. `hookline policy packs commands` lists the rules; a rule that does not suit gets an exception, see [policy.md](policy.md).",
  settings: {
    packs: {
      summary: 'the packs of rules, with commas between them ("hookline policy packs" lists them)',
      usual: () => "commands,git",
      check: (value) => (listed(value).length > 0 ? null : "must name a pack"),
    },
  },
  make: ({ id, settings: { packs = "" } }) => {
    const names = listed(packs);
    const bash = (command: string) => ({ event: "PreToolUse", tool: "Bash", input: { command } });
    return {
      hooks: { PreToolUse: [{ hooks: [{ id, type: "policy", packs: names }] }] },
      cases: [
        ...(names.includes("commands")
          ? [
              { name: "deleting everything", ...bash("rm -rf /"), expect: { verdict: "deny" } },
              {
                name: "the same behind quotes and a nested shell",
                ...bash(`sh -c 'r"m" -r -f "/"'`),
                expect: { verdict: "deny" },
              },
            ]
          : []),
        ...(names.includes("git")
          ? [{ name: "a forced push", ...bash("git push --force origin main"), expect: { verdict: "deny" } }]
          : []),
        {
          name: "what people do all day",
          ...bash("ls -la && git status"),
          expect: { hooks: { [id]: "pass" } },
        },
      ],
      notes: [],
    };
  },
});
