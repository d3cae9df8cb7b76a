import type { JsonObject } from "../../contract/json.ts";
import { allRecipes } from "./all.ts";
import type { Project } from "./project.ts";
import type { Recipe } from "./recipe.ts";

const head = `# Recipes

<!-- Made by \`npm run gen\` from packages/hookline/src/cli/recipes: change those, not this file. -->

Hooks for common uses, each with its script and its test. Nothing of this is active by itself.

\`\`\`sh
hookline init                  # looks at the project, and lets you choose
hookline add                   # lists the recipes
hookline add format-on-edit    # shows what it writes, asks, writes it, and approves it for you
hookline test                  # runs the cases that came with it
hookline disable format-on-edit
hookline remove format-on-edit
\`\`\`

\`add\` changes \`.hookline/hooks.json\` and leaves your comments in it; \`--file local\` or \`--file user\` takes your own file instead, \`--tool\` another program than the
one that the project uses, \`--id\` another name, \`--dry-run\` only shows. Without a terminal it needs \`--yes\`. \`.hookline/recipes.json\` says what was written: \`remove\`
takes out what is unchanged since, and names what is not. The scripts are yours to change; \`hookline trust\` then asks once.

Scripts get the event as JSON on stdin, start programs without a shell, and leave files outside of the project alone. Matchers go by canonical names:
\`Write|Edit\` also fits \`write_file\` and \`edit_file\`, \`Bash\` also fits \`command_execute\`. Tests run every recipe with the real program where there is one.
`;

/** A project about which nothing is known. */
const nowhere: Project = {
  dir: "/project",
  name: "project",
  names: [],
  packages: new Set(),
  scripts: new Set(),
  python: "",
  git: false,
  remote: null,
  platform: "linux",
};

/** What stands for a setting that only a person can say. */
const example = "https://ci.example.org/job/app";

/** The text of docs/recipes.md. */
export function recipesPage(): string {
  return `${head}\n${allRecipes.map(sectionOf).join("\n")}`;
}

function sectionOf(recipe: Recipe): string {
  const { name, about, tools, settings = {} } = recipe;
  const chosen = tools ? tools.names.slice(0, 1) : [];
  const said = Object.entries(settings).map(
    ([key, setting]) => [key, setting.usual(nowhere, chosen) ?? example] as const,
  );
  const { hooks, top, script, notes } = recipe.make({
    id: name,
    project: nowhere,
    tools: chosen,
    settings: Object.fromEntries(said),
    script: `.hookline/${name}.mjs`,
  });
  const block = { ...top, ...(Object.keys(hooks).length > 0 && { hooks }) };
  const options = [
    ...(tools
      ? [`- \`--tool\` ${tools.names.join(", ")}${tools.several ? " (several with commas)" : ""}`]
      : []),
    ...said.map(([key, usual]) => settingLine(key, settings[key]?.summary ?? "", usual)),
  ];
  return [
    `## ${name}`,
    "",
    sentence(recipe),
    "",
    about,
    "",
    ...(options.length > 0 ? [...options, ""] : []),
    "```json",
    compact(block),
    "```",
    "",
    ...(script === undefined ? [] : [`Its script is \`.hookline/${name}.mjs\`.`, ""]),
    ...notes.flatMap((note) => [`Note: ${note}.`, ""]),
  ].join("\n");
}

function sentence({ summary }: Recipe): string {
  return `**${summary[0]?.toUpperCase()}${summary.slice(1)}.**`;
}

function settingLine(key: string, summary: string, usual: string): string {
  const word = usual === example ? "it must be said" : usual === "" ? "none" : `\`${usual}\``;
  return `- \`--set ${key}=…\` ${summary}; if absent: ${word}`;
}

/** A block with short lists on one line, as it is written into a hook file. */
function compact(block: JsonObject): string {
  const text = JSON.stringify(block, null, 2);
  return text.replaceAll(/\[\s+((?:"(?:[^"\\]|\\.)*",?\s+)+)\]/g, (_all, items: string) => {
    return `[${items.trim().replaceAll(/",\s+"/g, '", "')}]`;
  });
}
