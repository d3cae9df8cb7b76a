import type { Rule } from "../rule.ts";
import { all, any, list, not, option, program, word, wordLike } from "./conditions.ts";

const changes = 'path.access in ["write", "delete", "permission"]';
const takesAll = any("path.recursive", "path.glob");

/** Parts of the system in which people put programs and data of their own. */
const shared = list([
  "/usr/local",
  "/opt",
  "/srv",
  "/var/www",
  "/var/log",
  "/var/lib",
  "/var/cache",
  "/run/user",
]);

/** Rules about what is deleted, overwritten or opened to everybody, whatever program does it. */
export const deletionRules: readonly Rule[] = [
  {
    id: "commands/delete-root-or-home",
    each: "path",
    verdict: "deny",
    severity: "critical",
    when: all(
      'path.access in ["delete", "permission"]',
      takesAll,
      "path.known",
      any("path.isRoot", "path.isHome", 'facts.project.startsWith(path.path + "/")'),
    ),
    reason:
      "This takes the root folder, a home or a folder above the project with it; name the one folder that is meant.",
  },
  {
    id: "commands/change-system-file",
    each: "path",
    verdict: "deny",
    severity: "critical",
    // Of an unknown path below a folder of the system the folder is known, and that is enough.
    when: all(changes, "path.isSystem", any("path.known", "!path.isRoot"), `!path.under(${shared})`),
    reason: "This changes a file of the operating system; leave it to a person or to the package manager.",
  },
  {
    id: "commands/change-shared-folder",
    each: "path",
    verdict: "ask",
    severity: "medium",
    when: all(changes, `path.under(${shared})`),
    reason:
      "This changes something that all programs of the machine share; keep to the project, or let a person decide.",
  },
  {
    id: "commands/raw-device",
    each: "path",
    verdict: "deny",
    severity: "critical",
    when: all(changes, "path.isDevice"),
    reason: "This writes to a device and destroys what it holds; write to a file instead.",
  },
  {
    id: "commands/unknown-target",
    each: "path",
    verdict: "ask",
    severity: "high",
    when: all(
      'path.access in ["delete", "permission"]',
      takesAll,
      any('path.path == ""', "path.isRoot", "path.isHome"),
    ),
    reason: "Nobody can see which folder this takes with it; write its path out.",
  },
  {
    id: "commands/delete-project",
    each: "path",
    verdict: "ask",
    severity: "high",
    when: all('path.access == "delete"', any("path.path == facts.project", "path.path == facts.cwd")),
    reason: "This deletes everything in the project; name the files that are meant.",
  },
  {
    id: "commands/delete-in-home",
    each: "path",
    verdict: "ask",
    severity: "high",
    when: all(
      'path.access == "delete"',
      "path.recursive",
      'path.glob(["~/*", "~/.config/*", "~/.local/*", "~/.local/share/*"])',
      '!path.under(["~/.cache", "~/.npm"])',
    ),
    reason: "This deletes a whole folder of somebody's home; name what is meant below it.",
  },
  {
    id: "commands/mirror-delete",
    each: "command",
    verdict: "ask",
    severity: "high",
    programs: ["rsync", "rclone", "aws", "gsutil", "lftp"],
    when: all(
      any(
        wordLike(/^--del$|^--delete/),
        all(program("rclone"), word("sync")),
        all(program("gsutil"), word("-d")),
        wordLike(/mirror .*--delete/),
      ),
      not(option("-n --dry-run --dryrun")),
      '!command.paths.exists(path, path.access == "delete" && (path.inProject || path.inTemp))',
    ),
    reason: "This deletes at the target whatever the source has not; try it with --dry-run first.",
  },
  {
    id: "commands/open-permissions",
    each: "command",
    verdict: "ask",
    severity: "medium",
    programs: ["chmod"],
    when: all(
      option("-R --recursive"),
      wordLike(/^[0-7]?[0-7]?[0-7][2367]$|^[ugoa]*[oa][ugo]*[+=][rwxXst]*w|^[+=][rwxXst]*w/),
    ),
    reason: "This lets everybody write to all files below a folder; give the rights to the owner only.",
  },
  {
    id: "commands/set-user-id",
    each: "command",
    verdict: "ask",
    severity: "high",
    programs: ["chmod", "setcap", "install"],
    when: any(
      all(program("setcap"), not(option("-r -v"))),
      all(program("chmod install"), wordLike(/^(-m|--mode=)?[2-7][0-7]{3}$|^[ugoa]*[+=][rwxXt]*s/)),
    ),
    reason: "This lets a program run with the rights of another user; a person should do it.",
  },
];
