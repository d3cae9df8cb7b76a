import { fieldOf } from "./fields.ts";
import { isKnown } from "./marks.ts";
import { optionValues, readOptions } from "./options.ts";
import { joined, type Start, type Starts, textOf } from "./starts.ts";
import { wrappedBy } from "./starts-wrapped.ts";

/** `at`, `batch`: a shell reads what they read. */
export const startedByInput: Starts = ({ stdin }) =>
  stdin.text === "" ? [] : [{ text: stdin.text, feeds: stdin.input }];

/** `crontab -`: each line is a time and a command. */
export const startedByCrontab: Starts = ({ args, stdin }) => {
  if (stdin.text === "" || !args.some(({ value }) => value === "-")) return [];
  return stdin.text
    .split("\n")
    .slice(0, 100)
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#") && !/^[A-Za-z_]\w*\s*=/.test(line))
    .map((line) => ({ text: line.replace(/^(?:@\w+\s+|(?:\S+\s+){5})/, ""), feeds: stdin.input }));
};

/** `trap 'command' SIGNAL`. */
export const startedByTrap: Starts = ({ args }) => {
  const [text, ...signals] = args[0]?.value === "--" ? args.slice(1) : args;
  if (!text || signals.length === 0 || /^-|^$/.test(text.value)) return [];
  const atEnd = signals.every(({ value }) => /^(?:0|(?:SIG)?EXIT)$/i.test(value));
  return [{ ...textOf(text), same: true, kept: atEnd ? "end" : "any" }];
};

/** `eval words`. */
export const startedByEval: Starts = ({ args }) => {
  const words = args[0]?.value === "--" ? args.slice(1) : args;
  return words.length === 0 ? [] : [{ ...joined(words), same: true }];
};

/** `source <(command)`, `source /dev/stdin`: only a text that is written here can be read. */
export const startedBySource: Starts = ({ args, stdin }) => {
  const [file] = args[0]?.value === "--" ? args.slice(1) : args;
  if (!file) return [];
  if (file.fed !== null) return [{ text: file.fed, feeds: file.feeds, same: true }];
  return /^\/(?:dev\/(?:stdin|fd\/0)|proc\/self\/fd\/0)$/.test(file.value)
    ? [{ text: stdin.text, feeds: stdin.input, same: true }]
    : [];
};

/** `sudo -i <<< text`, `su <<< text`: without a command they start a shell, and that reads what they read. */
export const startedByLogin: Starts = (starter) => {
  const starts = wrappedBy(starter) ?? [];
  return starts.length === 0 &&
    !starter.args.some(({ value }) => /^-[elvV]$|^--(?:edit|list|validate)$/.test(value))
    ? startedByInput(starter)
    : starts;
};

/** `capsh -- words`: a shell gets the words. */
export const startedByCapsh: Starts = ({ args }) => {
  const at = args.findIndex(({ value }) => value === "--" || value === "==");
  return at < 0 ? [] : [{ words: [fieldOf("bash"), ...args.slice(at + 1)] }];
};

/** `history -s text`: `fc -s` then runs it. */
export const startedByHistory: Starts = ({ args: [option, ...words] }) =>
  option?.value === "-s" ? [joined(words)] : [];

/** `gdb --args command`. */
export const startedByGdb: Starts = ({ args }) => {
  const at = args.findIndex(({ value }) => value === "--args" || value === "-args");
  const texts = args.flatMap((field, index): readonly Start[] => {
    const text = /^--?ex$/.test(args[index - 1]?.value ?? "") ? field : null;
    const shell = text && /^\s*(?:shell|!)\s*(.*)$/s.exec(text.value);
    return shell ? [{ text: shell[1] ?? "", feeds: field.feeds }] : [];
  });
  return at < 0 ? texts : [...texts, { words: args.slice(at + 1) }];
};

const gitKeys =
  /^(?:alias\..*|core\.(?:pager|sshcommand|fsmonitor|editor|askpass|gitproxy|alternaterefscommand)|pager\..*|sequence\.editor|diff\.external|diff\..*\.(?:command|textconv)|merge\..*\.driver|filter\..*|credential\.(?:.*\.)?helper|gpg\.(?:.*\.)?program|(?:diff|merge)tool\..*\.cmd|uploadpack\.packobjectshook|browser\..*|man\..*\.cmd|interactive\.difffilter)$/i;

/** Options and words of git that hold a command: `-c alias.x='!rm'`, `rebase --exec`, `submodule foreach`, `bisect run`. */
export const startedByGit: Starts = ({ args }) => {
  const line = readOptions(args, {
    short: "Cc",
    long: "--git-dir --work-tree --namespace --config-env",
    stops: true,
  });
  const starts: Start[] = [];
  for (const { value, feeds } of optionValues(line, "-c")) {
    const [key = ""] = value.split("=", 1);
    const text = value.slice(key.length + 1);
    const alias = key.toLowerCase().startsWith("alias.");
    if (!gitKeys.test(key) || text === "" || /^(?:true|false|less|cat|auto)$/.test(text)) continue;
    if (alias && !text.startsWith("!")) starts.push({ text: `git ${text}`, feeds });
    else starts.push({ text: text.replace(/^!/, ""), feeds });
  }
  const [verb, ...rest] = line.operands;
  const own = readOptions(rest, {
    short: verb?.value === "rebase" || verb?.value === "difftool" ? "x" : "",
    long: "--exec --upload-pack --receive-pack --tree-filter --index-filter --msg-filter --env-filter --commit-filter --parent-filter --tag-name-filter --extcmd",
  });
  for (const { name, value } of own.options) {
    if (value && /^(?:-x|--exec|--upload-pack|--receive-pack|--extcmd|--\w+(?:-\w+)*-filter)$/.test(name))
      starts.push(textOf(value));
  }
  const [first, ...words] = rest;
  if (verb?.value === "submodule" && first?.value === "foreach") {
    starts.push(joined(words.filter(({ value }) => !/^--?(?:recursive|q|quiet)$/.test(value))));
  }
  if (verb?.value === "bisect" && first?.value === "run") starts.push({ words });
  return starts;
};

/** Options of other programs whose value is a command: `tar --to-command`, `rsync -e`, `ssh -o ProxyCommand`. */
export const startedByOptions: Starts = ({ program, line }) => {
  const textsIn = optionTexts.get(program);
  if (!textsIn) return [];
  return line.options.flatMap(({ name, value }): readonly Start[] => {
    if (!value || !isKnown(value.value)) return [];
    return textsIn(name, value.value).map((text) => ({ text, feeds: value.feeds }));
  });
};

/** The commands in the value of an option. */
type OptionTexts = (name: string, value: string) => readonly string[];

const named =
  (names: RegExp): OptionTexts =>
  (name, value) =>
    names.test(name) ? [value] : [];

const ofTar: OptionTexts = (name, value) => {
  if (/^(?:--to-command|--use-compress-program|-I|-F|--info-script|--rsh-command)$/.test(name))
    return [value];
  return name === "--checkpoint-action" && value.startsWith("exec=") ? [value.slice(5)] : [];
};

const ofSsh: OptionTexts = (name, value) => {
  const match = /^(?:ProxyCommand|LocalCommand|KnownHostsCommand)[ =](.*)$/is.exec(value);
  return name === "-o" && match ? [match[1] ?? ""] : [];
};

const optionTexts: ReadonlyMap<string, OptionTexts> = new Map<string, OptionTexts>([
  ["tar", ofTar],
  ...["mapfile", "readarray"].map((program) => [program, named(/^-C$/)] as const),
  ["rsync", named(/^(?:-e|--rsh)$/)],
  ["man", named(/^(?:-P|--pager)$/)],
  ...["nc", "ncat", "socat"].map((program) => [program, named(/^(?:-e|-c|--exec|--sh-exec)$/)] as const),
  ...["ssh", "scp", "sftp"].map((program) => [program, ofSsh] as const),
]);
