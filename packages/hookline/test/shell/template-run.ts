import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** One compiled command, and what its private variables hold. */
export interface Case {
  readonly command: string;
  readonly env: Readonly<Record<string, string>>;
}

/** What one command left behind. */
export interface Left {
  readonly out: string;
  readonly err: string;
}

/** The shells that must agree. */
export const shells = ["/bin/sh", "bash"] as const;

// `show` writes how many arguments it got, and each of them, with a NUL after each.
const show = `show() { printf '%s\\000' "$#" "$@"; }\n`;

/** Runs each command in a shell of its own place, all in one process; also names the files that were made beside. */
export function runCases(
  shell: string,
  cases: readonly Case[],
): { readonly left: readonly Left[]; readonly made: readonly string[] } {
  const folder = mkdtempSync(join(tmpdir(), "hookline-template-"));
  try {
    const place = join(folder, "place");
    let driver = `${show}mkdir "$PLACE" && cd "$PLACE" || exit 1\n`;
    const env: Record<string, string> = {};
    for (const [at, { command, env: own }] of cases.entries()) {
      writeFileSync(join(folder, `case${at}`), `${command}\n`);
      let set = "";
      for (const [name, value] of Object.entries(own)) {
        env[`CASE_${at}_${name}`] = value;
        set += `export ${name}="$CASE_${at}_${name}"; `;
      }
      driver += `( ${set}. ../case${at} ) >../out${at} 2>../err${at} </dev/null\n`;
    }
    writeFileSync(join(folder, "driver"), driver);
    const run = spawnSync(shell, [join(folder, "driver")], {
      cwd: folder,
      env: { PATH: process.env.PATH, SHLVL: "1", HOME: "/home/of/nobody", PLACE: place, ...env },
      encoding: "utf8",
      timeout: 60_000,
    });
    if (run.error) throw run.error;
    const read = (name: string) => readFileSync(join(folder, name), "utf8");
    return {
      left: cases.map((_, at) => ({ out: read(`out${at}`), err: read(`err${at}`) })),
      made: readdirSync(place),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What `show` writes for some arguments. */
export function shown(...args: readonly string[]): string {
  return [String(args.length), ...args].map((text) => `${text}\0`).join("");
}

/** Values that would do something if any shell ever read them as text; each would leave `pwned`. */
export const hostile: readonly string[] = [
  "$(touch pwned)",
  "`touch pwned`",
  "'; touch pwned; '",
  '"; touch pwned; "',
  "'\"'\"'; touch pwned #",
  "; touch pwned",
  "\ntouch pwned\n",
  "a\\",
  "\\'$(touch pwned)",
  "a[$(touch pwned)]",
  "a[$(touch pwned)]=1",
  "${x:-$(touch pwned)}",
  "$((a[$(touch pwned)]))",
  "| touch pwned",
  "&& touch pwned &",
  ">pwned",
  "<(touch pwned)",
  "*",
  "?[a-z]{a,b}",
  "~",
  "~root/x",
  "-n",
  "--help",
  "-va[$(touch pwned)]",
  "",
  " ",
  "  two  words\t",
  "ends with lines\n\n\n",
  "$HOME ${HOME} $'\\x41' !!",
  "\u00c1\u00c8\u20ac\u2026 \u{1F600} \u0001\u007f\u0080\u0088",
  "EOF\nE\ntouch pwned",
  "{{x}} %s \\n %d \\000",
  "#",
  "$HOOKLINE_VALUE_0",
];
