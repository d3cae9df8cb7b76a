import type { Rule } from "../rule.ts";
import { all, any, list, not, words } from "./conditions.ts";

const containers = list(words("docker podman nerdctl kubectl oc lxc"));
const inContainer = `command.via.exists(name, name in ${containers})`;

/** Folders in which people deploy: what lies below them is theirs. */
const deployed = list([
  "/opt",
  "/srv",
  "/usr/local",
  "/var/www",
  "/var/log",
  "/var/lib",
  "/var/cache",
  "/var/spool",
]);
const takesAll = 'path.access in ["delete", "permission"] && (path.recursive || path.glob)';
const itsHome = JSON.stringify(/^["']?(~|[$][{]?HOME[}]?)["']?\/?[*]?["']?$/.source);

/** Rules about what is deleted on other machines and in containers. */
export const elsewhereRules: readonly Rule[] = [
  {
    id: "commands/delete-on-host",
    each: "command",
    verdict: "deny",
    severity: "critical",
    when: all(
      not(inContainer),
      any(
        `command.remotePaths.exists(path, ${takesAll} && path.known && (path.isHome || path.isSystem && !(path.under(${deployed}) && !(path.path in ${deployed}))))`,
        `command.remotePaths.exists(path, ${takesAll} && path.text.matches(${itsHome}))`,
        'command.remotePaths.exists(path, path.access == "write" && path.isDevice)',
      ),
    ),
    reason:
      "This destroys the root folder, a home, a part of the system or a disk on another machine; name the one folder that is meant.",
  },
  {
    id: "commands/delete-in-container",
    each: "command",
    verdict: "ask",
    severity: "high",
    when: all(
      inContainer,
      `command.remotePaths.exists(path, ${takesAll} && path.known && (path.isHome || path.isSystem && path.path.matches("^/[^/]*$")))`,
    ),
    reason:
      "This empties a container, and with it the volumes that are mounted there; name the one folder that is meant.",
  },
];
