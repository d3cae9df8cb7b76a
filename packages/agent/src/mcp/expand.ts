/** A text with its variables filled in, or the first variable that is not set and has no default. */
export type Expanded = { readonly text: string; readonly missing?: undefined } | { readonly missing: string };

/** A variable of the environment and what it held. */
export interface Variable {
  readonly name: string;
  readonly value: string;
}

/** Fills in `${VAR}` and `${VAR:-default}`; a variable that is set to nothing takes the default, as in a shell. */
export function expand(
  text: string,
  env: { readonly [name: string]: string | undefined },
  used: (variable: Variable) => void = () => {},
): Expanded {
  let missing: string | undefined;
  const filled = text.replace(/\$\{([A-Za-z_]\w*)(?::-([^}]*))?\}/g, (_all, name: string, or?: string) => {
    const value = Object.hasOwn(env, name) ? env[name] : undefined;
    if (value !== undefined && (value !== "" || or === undefined)) {
      used({ name, value });
      return value;
    }
    if (or === undefined) missing ??= name;
    return or ?? "";
  });
  return missing === undefined ? { text: filled } : { missing };
}

/** Whatever is shorter is no secret, and would be found everywhere. */
const shortest = 4;

/** A text in which the values of these variables are named instead of shown. */
export function withoutValues(text: string, variables: readonly Variable[]): string {
  const longestFirst = variables
    .filter(({ value }) => value.length >= shortest)
    .toSorted((one, other) => other.value.length - one.value.length);
  return longestFirst.reduce((rest, { name, value }) => rest.replaceAll(value, () => `\${${name}}`), text);
}
