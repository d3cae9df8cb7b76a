import type { JsonObject } from "../../contract/json.ts";
import type { Engine, Hook, KnownApproval } from "../../index.ts";
import { ago } from "../ago.ts";
import { type Paint, paintFor } from "../render.ts";
import { defineVerb, type VerbOptions } from "../verb.ts";
import { visibleLine } from "../visible.ts";
import { approvalOf, shownPath } from "./changes.ts";
import { withTrust } from "./hooks.ts";

const texts: JsonObject = { type: "array", items: { type: "string" } };

/** `hookline trust list`: everything of this project that needs an approval, and whether it has one. */
export const listVerb = defineVerb({
  name: "list",
  summary: "show every hook that needs an approval: approved since when, modified, waiting",
  examples: [
    "hookline trust list",
    "hookline trust list --json | jq -r '.[] | select(.state == \"modified\").id'",
    "",
    'Your own hooks and those of the machine need none; -v shows them, too. "gone" is an approval whose hook is not configured any more.',
    "Exit status: 0, or 1 if a hook file or the store of approvals cannot be read.",
  ],
  answers: {
    type: "array",
    items: {
      type: "object",
      additionalProperties: false,
      required: ["id", "event", "source", "state", "approved", "why", "changes", "covers", "uncovered"],
      properties: {
        id: { type: "string" },
        event: { type: ["string", "null"] },
        source: { type: "string" },
        state: { enum: ["trusted", "modified", "untrusted", "gone", "own", "managed"] },
        approved: { type: ["string", "null"], description: "when it was approved last, as an ISO date" },
        why: { type: ["string", "null"], description: "why it may not run" },
        changes: texts,
        covers: texts,
        uncovered: texts,
      },
    },
  },
  declare: (command) => command.option("--json", "print the list as JSON"),
  run: (_args, options) => withTrust(options, (engine) => listed(engine, options)),
});

interface Row {
  readonly id: string;
  readonly event: string | null;
  readonly source: string;
  readonly state: string;
  readonly approved: string | null;
  readonly why: string | null;
  readonly changes: readonly string[];
  readonly covers: readonly string[];
  readonly uncovered: readonly string[];
}

function listed(engine: Engine, options: VerbOptions): string {
  const hooks = engine.hooks.map((hook) => rowOf(engine, hook));
  const rows = [
    ...hooks.filter(({ state }) => options.verbose === true || (state !== "own" && state !== "managed")),
    ...gone(engine),
  ];
  if (options.json === true) return `${JSON.stringify(rows, null, 2)}\n`;
  if (rows.length === 0) return "nothing here needs an approval\n";
  const paint = paintFor(1);
  return rows.map((row) => render(row, paint)).join("");
}

function rowOf(engine: Engine, hook: Hook): Row {
  const { state, why, changes } = engine.trustOf(hook);
  return {
    id: hook.id,
    event: hook.event,
    source: hook.source.text,
    state,
    approved: approvalOf(engine, hook)?.at ?? null,
    why,
    changes,
    covers: engine.covers(hook),
    uncovered: engine.uncovered(hook),
  };
}

/** Approvals of hooks that are not configured any more. */
function gone(engine: Engine): readonly Row[] {
  const known = new Map<string, KnownApproval>();
  for (const one of engine.approvals()) known.set(`${one.source}\0${one.hook}`, one);
  for (const { id, source } of engine.hooks) known.delete(`${source.file}\0${id}`);
  return [...known.values()].map(({ hook, source, at, files }) => ({
    id: hook,
    event: null,
    source: shownPath(engine, source),
    state: "gone",
    approved: at,
    why: null,
    changes: [],
    covers: files.map(({ path }) => path),
    uncovered: [],
  }));
}

const words: { readonly [state: string]: string } = { trusted: "approved", untrusted: "not approved" };

function render({ id, source, state, approved, changes }: Row, paint: Paint): string {
  const tint =
    state === "modified" || state === "untrusted" ? paint.yellow : state === "gone" ? paint.dim : paint.green;
  const when =
    approved === null ? "" : `  ${state === "trusted" ? "" : "approved "}${ago(Date.parse(approved))}`;
  const lines = changes.map((text) => `    since then, ${visibleLine(text)}\n`).join("");
  return `${tint(words[state] ?? state)}  ${visibleLine(id)}${when}  ${paint.dim(visibleLine(source))}\n${lines}`;
}
