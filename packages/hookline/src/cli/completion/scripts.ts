import type { Completed, Words } from "./words.ts";

/** Shells expand the words that they complete: nothing but letters that mean nothing to them may be among those. */
const plain = /^[\w.:@%+=/-]+$/;

/** The words that a shell may be given. */
export function plainWords(words: readonly string[]): readonly string[] {
  return words.filter((word) => plain.test(word));
}

const list = (words: readonly string[]) => plainWords(words).join(" ");

/** The script for bash; zsh reads the same through `bashcompinit`. */
export function bashScript(verbs: readonly Completed[]): string {
  const paths = verbs.map(({ path }) => path);
  return `_hookline_ids() {
  local at folder=.
  for ((at = 1; at < COMP_CWORD; at++)); do
    if [ "\${COMP_WORDS[at]}" = --cwd ]; then folder="\${COMP_WORDS[at + 1]}"; fi
  done
  "\${COMP_WORDS[0]}" completion --ids --cwd "$folder" 2>/dev/null
}
_hookline() {
  local words="${list(paths.filter((path) => !path.includes(" ")))}" options="--help --version" value="" ids="" verb="" at
  local current="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD - 1]}"
  for ((at = 1; at < COMP_CWORD; at++)); do
    case "$verb\${verb:+ }\${COMP_WORDS[at]}" in
    ${paths.map((path) => `'${path}'`).join(" | ")}) verb="$verb\${verb:+ }\${COMP_WORDS[at]}" ;;
    *) break ;;
    esac
  done
  case "$verb" in
${verbs.map(bashCase).join("\n")}
  esac
  if [ -z "$value" ]; then
    case "$current" in -*) words="$options" ids="" ;; "") words="$words $options" ;; esac
  fi
  if [ -n "$ids" ]; then words="$(_hookline_ids) $words"; fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _hookline hookline
`;
}

function bashCase({ path, args, options }: Completed): string {
  const values = options.flatMap(({ name, value }) =>
    value === null ? [] : [`    ${name}) ${bashWords(value)}; value=1 ;;`],
  );
  return [
    `  '${path}') ${bashWords(args)}; options="${list(options.map(({ name }) => name))}"`,
    `    case "$before" in`,
    ...values,
    "    esac ;;",
  ].join("\n");
}

function bashWords({ known, ids }: Words): string {
  return `words="${list(known)}" ids=${ids ? "1" : '""'}`;
}

/** The script for fish. */
export function fishScript(verbs: readonly Completed[]): string {
  const lines = verbs.flatMap(({ path, summary, args, options }) => {
    const names = path.split(" ");
    const here = names.map(seen).join("; and ");
    const above = names.length === 1 ? "__fish_use_subcommand" : names.slice(0, -1).map(seen).join("; and ");
    return [
      `complete -c hookline -n "${above}" -f -a ${names.at(-1)} -d ${quoted(summary)}`,
      ...(args.known.length > 0 || args.ids
        ? [`complete -c hookline -n "${here}" -f -a "${fishWords(args)}"`]
        : []),
      ...options.map(({ name, about, value }) => {
        const takes =
          value === null
            ? ""
            : ` -r${value.known.length > 0 || value.ids ? ` -f -a "${fishWords(value)}"` : ""}`;
        return `complete -c hookline -n "${here}" -l ${name.replace(/^--/, "")}${takes} -d ${quoted(about)}`;
      }),
    ];
  });
  return `${lines.join("\n")}\n`;
}

const seen = (word: string) => `__fish_seen_subcommand_from ${word}`;

function fishWords({ known, ids }: Words): string {
  return `${list(known)}${ids ? " (hookline completion --ids 2>/dev/null)" : ""}`.trim();
}

function quoted(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
