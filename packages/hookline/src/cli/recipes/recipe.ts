import type { Json, JsonObject } from "../../contract/json.ts";
import type { HookBlock } from "../../index.ts";
import type { Project } from "./project.ts";

/** Something that whoever adds a recipe may say with `--set name=value`. */
export interface RecipeSetting {
  readonly summary: string;
  /** What holds if nothing is said; null if it must be said. */
  usual(project: Project, tools: readonly string[]): string | null;
  /** What is wrong with a value, as the end of a sentence; null if nothing is. */
  check?(value: string): string | null;
}

/** What a recipe is made with. */
export interface RecipeRequest {
  /** The id of its first hook, and the name of its files. */
  readonly id: string;
  readonly project: Project;
  readonly tools: readonly string[];
  readonly settings: { readonly [name: string]: string };
  /** Its script as an entry names it, which starts in the project's folder. */
  readonly script: string;
}

/** What a recipe brings. */
export interface RecipeParts {
  readonly hooks: HookBlock;
  /** Keys for the top of the hook file. */
  readonly top?: { readonly [name: string]: Json };
  /** The text of the script that its entries run. */
  readonly script?: string;
  /** Cases for `hookline test`. */
  readonly cases: readonly JsonObject[];
  /** What is good to know before it is used. */
  readonly notes: readonly string[];
}

/** A hook that many people want: small, whole, and with its test. */
export interface Recipe {
  readonly name: string;
  readonly summary: string;
  /** A paragraph for its page. */
  readonly about: string;
  /** The programs that it can work with (`--tool`); those that the project uses are taken if none is named. */
  readonly tools?: {
    readonly names: readonly string[];
    /** True if several may work side by side. */
    readonly several: boolean;
    found(project: Project): readonly string[];
  };
  readonly settings?: { readonly [name: string]: RecipeSetting };
  make(request: RecipeRequest): RecipeParts;
}

/** Declares a recipe. */
export function defineRecipe(recipe: Recipe): Recipe {
  return recipe;
}

/** The words of a list that is written with commas. */
export function listed(text: string): readonly string[] {
  return text
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== "");
}

/** One group with one hook, which runs a script of Node in the project's folder, without a shell. */
export function scriptGroup(
  matcher: string | null,
  id: string,
  args: readonly string[],
  rest: JsonObject,
): JsonObject {
  const hook = { id, type: "command", command: "node", args, cwd: ".", ...rest };
  return matcher === null ? { hooks: [hook] } : { matcher, hooks: [hook] };
}
