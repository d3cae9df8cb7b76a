import { allRecipes } from "../../src/cli/recipes/all.ts";

/** Every recipe with each program that it can work with. */
export const rows = allRecipes.flatMap(({ name, tools }) =>
  (tools?.names ?? [undefined]).map((tool) => [name, tool] as const),
);
/** What must be said about a recipe to add it. */
export const setting = (name: string, tool: string | undefined) => ({
  ...(tool !== undefined && { tool }),
  ...(name === "trigger-ci" && { set: { url: "https://ci.example.org/app" } }),
});
