import type { CommandReading, ReadCommand, ReadWord } from "../../shell/reading/reading.ts";
import type { PolicyFacts, TouchedHost } from "../model.ts";
import { literalsOf } from "./code-text.ts";
import { gitWords } from "./git-uses.ts";
import { hostName, hostOfUrl } from "./host-names.ts";
import { has, valuesOf } from "./option-values.ts";
import { hasRow } from "./program-rows.ts";

/** One host that a command names, and whether something goes there. */
interface Named {
  readonly text: string;
  readonly host: string | null;
  readonly upload: boolean;
}

const clients: ReadonlySet<string> = new Set(
  "curl wget http https xh httpie aria2c lynx w3m links fetch lwp-request".split(" "),
);
const sockets: ReadonlySet<string> = new Set("nc ncat netcat telnet socat ftp tftp lftp".split(" "));
const lookups: ReadonlySet<string> = new Set("dig nslookup host drill".split(" "));
const quiet: ReadonlySet<string> = new Set("echo printf sed awk gawk export alias git-lfs".split(" "));
const sends =
  /^(?:-d|--data(?:-\w+)?|-F|--form(?:-\w+)?|-T|--upload-file|--json|--post-data|--post-file|--body-data|--body-file)$/;

/** The hosts that a text would speak to, as far as they are written down. */
export function touchedHosts(reading: CommandReading, _facts: PolicyFacts): readonly TouchedHost[] {
  return reading.commands.flatMap((command) => {
    if (command.remote) return [];
    return hostsOf(command).map(({ text, host, upload }) => ({
      name: host ?? "",
      url: text,
      known: host !== null,
      upload,
      by: command.program === "" ? "redirection" : command.program,
    }));
  });
}

function hostsOf(command: ReadCommand): readonly Named[] {
  const { program, args } = command;
  const sockety = command.redirects.flatMap(({ target, access }) => {
    const found = /^\/dev\/(?:tcp|udp)\/([^/]*)/.exec(target.value ?? target.begins);
    return found ? [{ text: target.text, host: hostName(found[1] ?? ""), upload: access !== "read" }] : [];
  });
  const fed = command.input.length > 0 || command.redirects.some(({ access }) => access === "read");
  if (program === "ssh" || program === "mosh") return [...sockety, ...first(command, fed)];
  if (program === "scp" || program === "rsync" || program === "sftp") return [...sockety, ...copies(command)];
  if (sockets.has(program)) return [...sockety, ...socketHosts(command)];
  if (lookups.has(program))
    return args
      .filter(({ value }) => value === null)
      .map((word) => ({ text: word.text, host: null, upload: true }));
  if (program === "openssl" && has(command, "-connect", "-c"))
    return valuesOf(command, "-connect").map(({ text, value }) => ({
      text,
      host: value === null ? null : hostName(value.replace(/:\d+$/, "")),
      upload: true,
    }));
  if (program === "git") return [...sockety, ...gitHosts(command)];
  const upload =
    sendsSomething(command) || (clients.has(program) && fed && has(command, "--post-file", "-T"));
  const unknown = clients.has(program)
    ? command.operands.filter(({ value, begins }) => value === null && begins === "")
    : [];
  const urls = [
    ...args.flatMap((word) => urlsIn(word, upload)),
    ...unknown.map(({ text }) => ({ text, host: null, upload })),
    // The address that a name is to stand for.
    ...valuesOf(command, "--resolve", "--connect-to").map(({ text, begins }) => {
      return { text, host: hostName(/^[^:]*:[^:]*:([^:]+)/.exec(begins)?.[1] ?? ""), upload: false };
    }),
  ];
  const bare = clients.has(program) && urls.length === 0 ? bareHosts(command, upload) : [];
  // In a text that is only printed or searched for an address is a word like others.
  if (quiet.has(program) || hasRow(program)) return sockety;
  const coded = command.code?.text ? codeHosts(command.code.text) : [];
  return [...sockety, ...urls, ...bare, ...coded];
}

function sendsSomething(command: ReadCommand): boolean {
  const method = valuesOf(command, "-X", "--request", "--method").some(
    ({ value }) => value === null || /^(?:POST|PUT|PATCH)$/i.test(value),
  );
  const httpie =
    /^(?:https?|xh|httpie)$/.test(command.program) &&
    command.operands.some(({ value }) => /^(?:POST|PUT|PATCH)$|^[\w-]+(?::?=|@)/.test(value ?? ""));
  // What only running it tells stands in a header: it is told to the host.
  const told = valuesOf(
    command,
    "-H",
    "--header",
    "-A",
    "--user-agent",
    "-e",
    "--referer",
    "-b",
    "--cookie",
    "-u",
  ).some(({ text, value }) => value === null && /\$\(|`/.test(text));
  return method || httpie || told || command.flags.some((flag) => sends.test(flag));
}

function urlsIn(word: ReadWord, upload: boolean): readonly Named[] {
  const text = word.value ?? word.begins;
  const found =
    /(?:^|[=@])((?:https?|ftps?|wss?|ssh|git|rsync|s3|gs|sftp|scp|telnet|gopher|dict|ldap|tftp|smb|file):\/\/.*)$/i.exec(
      text,
    )?.[1];
  if (found === undefined || found.startsWith("file:")) return [];
  const host = hostOfUrl(found);
  // What is only known when it runs stands in the URL itself: it is told to the host.
  const whole = word.value !== null || /^\w+:\/\/[^/]+\//.test(found);
  return [{ text: word.text, host: whole ? host : null, upload: upload || (whole && word.value === null) }];
}

/** curl and wget take a host without `https://` as well. */
function bareHosts({ operands }: ReadCommand, upload: boolean): readonly Named[] {
  const named = operands.filter(({ begins }) =>
    /^(?:[\w-]+\.)+[a-z]{2,}(?:[:/]|$)|^(?:\d+\.){3}\d+|^localhost\b|^0x|^\d{8,10}(?:\/|$)/i.test(begins),
  );
  return named.map((word) => ({
    text: word.text,
    host: hostOfUrl(`//${word.begins}`),
    upload: upload || word.value === null,
  }));
}

function first({ operands }: ReadCommand, upload: boolean): readonly Named[] {
  const [word] = operands;
  if (!word) return [];
  const name = word.value
    ?.replace(/^\w+:\/\//, "")
    .replace(/^.*@/, "")
    .replace(/:\d+$/, "");
  return [{ text: word.text, host: name === undefined ? null : hostName(name), upload }];
}

function copies(command: ReadCommand): readonly Named[] {
  const { operands } = command;
  const dry = has(command, "-n", "--dry-run");
  return operands.flatMap((word, at) => {
    const host = /^(?:\w+:\/\/)?(?:[^@/:]+@)?(\[[\da-f:]+\]|[\w.-]+):/i.exec(word.begins)?.[1];
    if (host === undefined) return [];
    return [
      {
        text: word.text,
        host: hostName(host.replace(/[[\]]/g, "")),
        upload: at === operands.length - 1 && !dry,
      },
    ];
  });
}

function socketHosts(command: ReadCommand): readonly Named[] {
  if (command.program === "socat") {
    return command.args.flatMap(({ text, begins }) => {
      const host = /^(?:tcp|udp|openssl|ssl|tcp4|tcp6|sctp)[\w-]*:([^:,]+)/i.exec(begins)?.[1];
      return host === undefined ? [] : [{ text, host: hostName(host), upload: true }];
    });
  }
  const [word] = command.operands.filter(({ value }) => value === null || !/^\d{1,5}$|^\//.test(value));
  const listens = has(command, "-l", "--listen");
  if (!word) return listens ? [{ text: command.text, host: null, upload: true }] : [];
  return [{ text: word.text, host: word.value === null ? null : hostName(word.value), upload: true }];
}

function gitHosts(command: ReadCommand): readonly Named[] {
  const [verb, ...rest] = gitWords(command);
  return rest.flatMap((word) => {
    const host = hostOfUrl(word.begins) ?? /^[\w.-]+@([\w.-]+):/.exec(word.begins)?.[1] ?? null;
    return host === null ? [] : [{ text: word.text, host: hostName(host), upload: verb?.value === "push" }];
  });
}

function codeHosts(code: string): readonly Named[] {
  const upload = /\b(?:post|put|patch|urlopen|sendall|send|write|upload|data=|body)\b/i.test(code);
  const urls = literalsOf(code).flatMap(({ value }) => {
    const host = hostOfUrl(/\b(?:https?|wss?|ftp):\/\/\S+/i.exec(value)?.[0] ?? "");
    return host === null ? [] : [{ text: value, host, upload }];
  });
  if (urls.length > 0 || !/\b(?:socket|connect|fsockopen|TCPSocket|net\.)\b/i.test(code)) return urls;
  const named = literalsOf(code).find(({ value }) => /^(?:[\w-]+\.)+[\w-]+$/.test(value));
  return [{ text: named?.value ?? code, host: named ? hostName(named.value) : null, upload: true }];
}
