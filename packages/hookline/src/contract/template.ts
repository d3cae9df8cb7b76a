/** How a dialect writes placeholders in commands. */
export interface TemplateGrammar {
  /** `braces`: `{{a.b.c}}`, white space inside allowed; `dollar`: `$NAME` and `${NAME}` of the listed names only. */
  readonly form: "braces" | "dollar";
  /** The names that mean something (for braces: the first segment of the path). */
  readonly names: readonly string[];
  /** Those of them that are the folder in which commands start: no other may be part of a program's name. */
  readonly folders?: readonly string[];
}

/** One value that a command refers to: the private variable that carries it, and what it is called in the template. */
export interface TemplateValue {
  readonly variable: string;
  readonly name: string;
}

/** A command whose placeholders have become references to private variables. */
export interface Template {
  readonly command: string;
  readonly values: readonly TemplateValue[];
}

/** Something wrong with a placeholder; with severity `error` the command must not run. */
export interface TemplateProblem {
  readonly severity: "error" | "warning";
  /** Where it stands in the command, in characters. */
  readonly offset: number;
  readonly message: string;
  readonly hint: string;
}
