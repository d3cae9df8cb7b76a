/** A text with its variables filled in, or the first variable that is not set and has no default. */
export type Expanded = { readonly text: string; readonly missing?: undefined } | { readonly missing: string };

/** Fills in `${VAR}` and `${VAR:-default}`; a variable that is set to nothing takes the default, as in a shell. */
export function expand(text: string, env: { readonly [name: string]: string | undefined }): Expanded {
  let missing: string | undefined;
  const filled = text.replace(/\$\{([A-Za-z_]\w*)(?::-([^}]*))?\}/g, (_all, name: string, or?: string) => {
    const value = Object.hasOwn(env, name) ? env[name] : undefined;
    if (value !== undefined && (value !== "" || or === undefined)) return value;
    if (or === undefined) missing ??= name;
    return or ?? "";
  });
  return missing === undefined ? { text: filled } : { missing };
}
