/** A piece of a script: what it imports, and its lines. */
export interface ScriptPiece {
  readonly imports: { readonly [module: string]: readonly string[] };
  readonly code: string;
}

/** The text of a script: a line that says where it comes from, the imports of its pieces, and the pieces in order. */
export function scriptOf(about: string, pieces: readonly ScriptPiece[]): string {
  const names = new Map<string, Set<string>>();
  for (const { imports } of pieces) {
    for (const [module, wanted] of Object.entries(imports))
      names.set(module, new Set([...(names.get(module) ?? []), ...wanted]));
  }
  const lines = [...names]
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([module, wanted]) => `import { ${[...wanted].sort().join(", ")} } from ${JSON.stringify(module)};`);
  const head = `// ${about}\n// Written by "hookline add"; it is yours to change.`;
  return `${[head, lines.join("\n"), ...pieces.map(({ code }) => code.trim())].join("\n\n")}\n`;
}

/** Reads the event, and knows the project. */
export const readsEvent: ScriptPiece = {
  imports: { "node:fs": ["readFileSync", "realpathSync"] },
  code: `
const event = JSON.parse(readFileSync(0, "utf8"));
const project = realpathSync(process.env.HOOKLINE_PROJECT_DIR ?? process.cwd());
`,
};

/** Reads options such as `--with=a,b`: a bare word of an entry would be taken for a program, and covered by its approval. */
export const readsOptions: ScriptPiece = {
  imports: {},
  code: `
/** What stands after --name= among the arguments. */
function option(name) {
  const start = "--" + name + "=";
  return process.argv.find((word) => word.startsWith(start))?.slice(start.length) ?? "";
}
`,
};

/** The end of a long text: what a runner says last is what matters. */
export const shortens: ScriptPiece = {
  imports: {},
  code: String.raw`
/** The last lines of a text, at most 4000 characters. */
function lastOf(text) {
  const end = text.trim().split("\n").slice(-60).join("\n");
  return end.length > 4000 ? "…" + end.slice(-4000) : end;
}
`,
};
