import type { Rule } from "../rule.ts";
import { all, any, beginsLike, not, option, word, wordLike, words } from "./conditions.ts";

/** Values that are a well-known program and nothing else. */
export const harmless =
  /^$|^(\/usr)?(\/bin\/)?(cat|less|more|true|false|:|vi|vim|nvim|nano|emacs|code|ssh|sh|bash|zsh|batcat|bat|delta|difft|xdg-open|open)( +-{1,2}[A-Za-z-]+)*$/;

/** Settings of git that are commands. */
const gitSettings =
  /^(core\.(pager|editor|sshcommand|fsmonitor|askpass|gitproxy|alternaterefscommand)|pager\..*|sequence\.editor|diff\.external|diff\..*\.(command|textconv)|merge\..*\.driver|filter\..*\.(clean|smudge|process)|credential(\..*)?\.helper|gpg(\..*)?\.program|remote\..*\.(uploadpack|receivepack)|protocol\.ext\.allow|difftool\..*\.cmd|mergetool\..*\.cmd|include\.path)=/;
const gitHarmless =
  /=((\/usr)?(\/bin\/)?(cat|less|more|true|false|:|vi|vim|nano|ssh|delta|store|cache|osxkeychain|manager|0|1)( +-{1,2}[A-Za-z-]+)*)?$/;

/** Options of programs that run another command: what is asked of each of them. */
const optionsThatRun: readonly (readonly [programs: string, condition: string])[] = [
  [
    "git",
    any(
      `command.args.exists(word, word.lowerAscii().matches(${JSON.stringify(gitSettings.source)}) && !word.matches(${JSON.stringify(gitHarmless.source)}))`,
      beginsLike(
        /^--(upload-pack|receive-pack|exec|extcmd|open-files-in-pager|config-env)(=|$)|^--exec-path=|^ext::/,
      ),
      all(word("grep"), beginsLike(/^-O./)),
      all(
        word("config"),
        `command.args.exists(word, (word.lowerAscii() + "=").matches(${JSON.stringify(gitSettings.source)}))`,
        `command.args.exists(word, word.matches("^[^-].*[^A-Za-z0-9_.-]|^!") && !word.matches(${JSON.stringify(harmless.source)}))`,
      ),
      all(word("bisect"), word("run")),
    ),
  ],
  [
    "tar bsdtar gtar",
    all(
      beginsLike(
        /^--(to-command|checkpoint-action|use-compress-program|rsh-command|info-script|new-volume-script)/,
      ),
      not(beginsLike(/^--use-compress-program=(zstd|gzip|pigz|xz|bzip2|lz4)( -[0-9T]+)*$/)),
    ),
  ],
  [
    "rsync",
    all(
      beginsLike(/^(-[a-zA-Z]*e$|--rsh(=|$)|--rsync-path)/),
      not(wordLike(/^(--rsh=)?ssh( -[A-Za-z]( ?[A-Za-z0-9./_~-]+)?)*$/)),
    ),
  ],
  [
    "ssh scp sftp",
    'command.begins.exists(word, word.lowerAscii().matches("proxycommand|localcommand|knownhostscommand"))',
  ],
  [
    "vi vim nvim view ex vimdiff",
    wordLike(
      /^[+]?:?!|system\(|^[+]?:?sil(ent)?!? |^[+]?:?call delete|^[+]?:?(py|py3|python|lua|ruby|perl|so|source) /,
    ),
  ],
  ["emacs", 'command.flags.exists(flag, flag in ["--eval", "--execute", "--load", "--script", "--funcall"])'],
  ["man", all(option("-P --pager -H --html"), not(wordLike(/^(-P|--pager=)?(cat|less|more)$/)))],
  ["less more", wordLike(/^[+]+[!|]/)],
  ["sed gsed", wordLike(/^[0-9$,]*e( |$)|[;}]\s*e |^s[^A-Za-z0-9 ].*[^A-Za-z0-9 ][gpI0-9]*e[gpI0-9]*$/)],
  [
    "make gmake",
    any(
      all(
        wordLike(/^([.]?SHELL|[.]SHELLFLAGS|MAKE)=|^--eval/),
        not(wordLike(/^SHELL=(\/usr)?(\/bin\/)?(ba|z|da)?sh$/)),
      ),
      all(option("-f"), any(word("-"), "size(command.input) > 0")),
    ),
  ],
  ["npm npx pnpm yarn", beginsLike(/^--(script-shell|node-options)(=|$)/)],
  [
    "node nodejs deno bun ts-node tsx",
    all(
      option("-r --require --import --loader --experimental-loader"),
      wordLike(
        /^(--(require|import|loader|experimental-loader)=)?(\/tmp\/|\/dev\/|\/var\/tmp\/|data:|https?:)/,
      ),
    ),
  ],
  ["mapfile readarray enable", option("-C -f")],
  ["bash sh zsh", beginsLike(/^--(rcfile|init-file)/)],
  // Shells and languages whose commands are not read.
  [
    "fish csh tcsh pwsh powershell nu xonsh elvish",
    any(
      option("-c --command -Command -EncodedCommand -e"),
      all('command.inputText != ""', "size(command.operands) == 0"),
    ),
  ],
  ["ed", 'command.inputText.matches("(?m)^!")'],
  ["tclsh wish expect", 'command.inputText.matches("exec|spawn|system")'],
  [
    "sqlite3 duckdb",
    any(
      wordLike(/^\s*[.](shell|system)\b/),
      'command.inputText.matches("(?m)^\\\\s*[.](shell|system)\\\\b")',
    ),
  ],
  [
    "psql mysql mariadb",
    any(
      wordLike(/\\!|(?:^|;)\s*system\s|\b(to|from|TO|FROM)\s+(program|PROGRAM)\s/),
      'command.inputText.matches("(?im)[\\\\\\\\]!|^system\\\\s|\\\\b(to|from)\\\\s+program\\\\s")',
    ),
  ],
  ["go", beginsLike(/^--?(toolexec|vettool|exec)(=|$)/)],
  ["zip", wordLike(/^-TT|^--unzip-command/)],
  ["fd fdfind", all(option("-x -X --exec --exec-batch"), word("rm shred mv dd cp tee sh bash"))],
  ["gdb lldb", wordLike(/^(shell|!|python|call|platform shell)/)],
  [
    "docker podman nerdctl",
    any(
      option("--privileged --device"),
      wordLike(
        /^(-v=?|--volume=)?(~|\/|\/(etc|root|usr|home(\/[^/:]+)?|(var\/)?run\/docker[.]sock)\/?|[^:]*\/[.](ssh|aws|gnupg|kube|docker|config)(\/[^:]*)?):/,
      ),
      wordLike(
        /^(--mount=)?(.*,)?(source|src)=(\/|\/(etc|root|usr|home(\/[^/,]+)?)\/?|[^,]*\/[.](ssh|aws|gnupg|kube|docker|config)(\/[^,]*)?)(,|$)/,
      ),
      wordLike(/^--(pid=host|cap-add=(ALL|SYS_ADMIN))$|^SYS_ADMIN$/),
      all(option("--pid"), word("host")),
    ),
  ],
];

/** One rule for the programs of each row, named after the first of them. */
export const optionRules: readonly Rule[] = optionsThatRun.map(([names, condition]) => ({
  id: `commands/option-that-runs-${words(names)[0]}`,
  each: "command",
  verdict: "ask",
  severity: "high",
  programs: words(names),
  when: condition,
  reason: "An option of this program runs another command; run that command itself.",
}));
