import { fitsSigns, globSigns } from "../../shell/glob.ts";
import type { PolicyFacts } from "../model.ts";
import { isUnder } from "./place.ts";

const words = (text: string): readonly string[] => text.split(" ");

/** Names that are on most machines and matter: a pattern such as `/e*` or `~/.ss?/*` may mean them. */
const systemNames = words(
  "bin boot dev dev/sda dev/nvme0n1 etc etc/passwd etc/shadow etc/sudoers etc/sudoers.d etc/hosts etc/ssh etc/fstab " +
    "etc/crontab etc/cron.d etc/profile etc/hookline home lib lib64 media mnt opt proc proc/self/environ root " +
    "root/.ssh run sbin srv sys usr usr/bin usr/lib var var/log var/lib Users System Library Applications",
);
const homeNames = words(
  ".ssh .ssh/id_rsa .ssh/id_ed25519 .ssh/authorized_keys .aws .aws/credentials .netrc .npmrc .pypirc .kube " +
    ".kube/config .docker .docker/config.json .config .config/gcloud .config/hookline .config/gh .gnupg .bashrc " +
    ".zshrc .profile .bash_profile .bash_history .zsh_history .claude .claude/settings.json .git-credentials .env",
);
const projectNames = words(
  ".env .git .git/config .git/hooks .hookline .hookline/hooks.json .claude .claude/settings.json " +
    ".claude/settings.local.json",
);

/** The paths of names that matter and that a pattern for file names may mean; what follows the name stays as it is. */
export function namesThatFit(pattern: string, facts: PolicyFacts): readonly string[] {
  const wanted = pattern.split("/").slice(1);
  if (!wanted.some(isPattern)) return [];
  const tests = wanted.map(nameTest);
  const found = new Set<string>();
  for (const { parts } of knownPaths(facts)) {
    const length = Math.min(parts.length, wanted.length);
    if (!tests.every((test, at) => at >= length || test(parts[at] ?? ""))) continue;
    found.add(`/${[...parts.slice(0, length), ...wanted.slice(length)].join("/")}`);
  }
  found.delete(pattern);
  return [...found];
}

/** The paths below a folder whose names matter and that a search with these patterns may find. */
export function namesFound(
  folder: string,
  patterns: readonly string[],
  facts: PolicyFacts,
): readonly string[] {
  if (patterns.length === 0) return [];
  const signs = patterns.map((pattern) => ({ whole: pattern.includes("/"), signs: globSigns(pattern) }));
  const below = knownPaths(facts).filter(({ path }) => isUnder(path, folder) && path !== folder);
  return below
    .filter(({ path }) => {
      const names = path.slice(folder.length).split("/");
      return signs.some(({ whole, signs }) => {
        return fitsSigns(signs, path) || (!whole && names.some((name) => fitsSigns(signs, name)));
      });
    })
    .map(({ path }) => path);
}

interface KnownPath {
  readonly path: string;
  readonly parts: readonly string[];
}

const known = new WeakMap<PolicyFacts, readonly KnownPath[]>();

function knownPaths(facts: PolicyFacts): readonly KnownPath[] {
  let paths = known.get(facts);
  if (!paths) {
    const home = facts.home === "/" ? "" : facts.home;
    paths = [
      ...systemNames.map((name) => `/${name}`),
      ...homeNames.map((name) => `${home}/${name}`),
      ...projectNames.map((name) => `${facts.projectDir}/${name}`),
      ...facts.own,
    ].map((path) => ({ path, parts: path.split("/").slice(1) }));
    known.set(facts, paths);
  }
  return paths;
}

const isPattern = (part: string): boolean => /[*?[]/.test(part);

/** As a shell does it: a star at the beginning takes no dot. */
function nameTest(pattern: string): (name: string) => boolean {
  if (!isPattern(pattern)) return (name) => name === pattern;
  const signs = globSigns(pattern.replaceAll("[^", "[!"));
  const dot = pattern.startsWith(".");
  return (name) => (dot || !name.startsWith(".")) && fitsSigns(signs, name);
}
