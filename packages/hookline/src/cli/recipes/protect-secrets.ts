import { defineRecipe } from "./recipe.ts";

/** Keeps secrets from being read, sent away and shown. */
export const protectSecrets = defineRecipe({
  name: "protect-secrets",
  summary: "keep secrets from being read, sent away or shown to the model",
  about:
    "The pack `secrets`, twice: before a tool runs, it denies reading credential files and sending them away; after it has run, keys in its output are " +
    "taken out before the model sees them.",
  make: ({ id }) => ({
    hooks: {
      PreToolUse: [{ hooks: [{ id, type: "policy", packs: ["secrets"] }] }],
      PostToolUse: [{ hooks: [{ id: `${id}-output`, type: "policy", packs: ["secrets"] }] }],
    },
    cases: [
      {
        name: "reading a key",
        event: "PreToolUse",
        tool: "Bash",
        input: { command: "cat ~/.ssh/id_rsa" },
        expect: { verdict: "deny" },
      },
      {
        name: "a key in what a tool printed",
        event: "PostToolUse",
        tool: "Bash",
        input: { command: "env" },
        // In two parts, so that nobody takes this file for a leak.
        payload: { tool_response: { stdout: `token=${"ghp_"}${"0123456789abcdefghijABCDEFGHIJ012345"}` } },
        expect: { updatedOutput: { stdout: "token=[redacted]" } },
      },
      {
        name: "reading any other file",
        event: "PreToolUse",
        tool: "Read",
        input: { file_path: "README.md" },
        expect: { hooks: { [id]: "pass" } },
      },
    ],
    notes: [],
  }),
});
