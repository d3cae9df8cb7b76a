import type { ReadCommand } from "./reading.ts";

/** Programs that print settings for `eval`, and the words that make them do so. */
const generators: readonly (readonly [string, RegExp | null])[] = [
  ["ssh-agent", null],
  ["gpg-agent", null],
  ["keychain", null],
  ["dircolors", null],
  ["lesspipe", null],
  ["lessfile", null],
  ["resize", null],
  ["thefuck", /^--alias\b/],
  ["direnv", /^(?:hook|export)\b/],
  ["pyenv", /^(?:init|virtualenv-init)\b/],
  ["rbenv", /^init\b/],
  ["nodenv", /^init\b/],
  ["goenv", /^init\b/],
  ["jenv", /^init\b/],
  ["plenv", /^init\b/],
  ["brew", /^shellenv\b/],
  ["starship", /^init\b/],
  ["zoxide", /^init\b/],
  ["atuin", /^init\b/],
  ["mcfly", /^init\b/],
  ["mise", /^(?:activate|env|hook-env)\b/],
  ["rtx", /^(?:activate|env)\b/],
  ["fnm", /^env\b/],
  ["opam", /^(?:env|config env)\b/],
  ["conda", /^(?:shell\.\w+ \w+|shell\.\w+)/],
  ["mamba", /^shell\b/],
  ["register-python-argcomplete", null],
  ["docker-machine", /^env\b/],
  ["minikube", /^(?:docker-env|podman-env)\b/],
  ["luarocks", /^path\b/],
  ["perl", /^-I\S* ?-Mlocal::lib/],
];

const usual =
  /^(?:[^/]+|\/(?:usr|opt|bin|sbin|home\/linuxbrew)\/[\w./@-]+|[^$]*\/(?:\.?(?:pyenv|rbenv|nodenv|cargo|local|miniconda3|anaconda3|miniforge3))\/(?:[\w.-]+\/)*[^/]+)$/;

/** True for a program that is known to print settings and nothing else. */
export function isGenerator({ program, called, args, dynamic, input }: ReadCommand): boolean {
  if (dynamic || input.length > 0 || !usual.test(called)) return false;
  const words = args.map(({ value }) => value ?? "").join(" ");
  return generators.some(([name, how]) => name === program && (how === null || how.test(words)));
}
