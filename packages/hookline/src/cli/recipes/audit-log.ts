import { defineRecipe } from "./recipe.ts";

/** Writes down what was decided. */
export const auditLog = defineRecipe({
  name: "audit-log",
  summary: "keep a trail of every decision that nobody can change unseen",
  about:
    "One key at the top of the hook file. Every event with its time, session, tool and decision becomes a record in a chain of hashes below " +
    "`~/.local/state/hookline/audit`; payloads are kept as digests. `hookline audit query` searches it, `hookline audit verify` proves it. More " +
    "destinations, payloads in full and what happens when it cannot be written: [audit.md](audit.md). It has no hook, and so no case for `hookline test`.",
  make: () => ({
    hooks: {},
    top: { audit: true },
    cases: [],
    notes: ['see it with "hookline audit query", prove it with "hookline audit verify"'],
  }),
});
