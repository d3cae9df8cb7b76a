import { definePack } from "../pack.ts";

/** Fences: where tools and programs may write and, if somebody says so, read. */
export const paths = definePack({
  name: "paths",
  summary:
    "Keeps writes inside the project and temporary folders, and reads inside the folders that are named.",
  settings: {
    writable: {
      summary: "Folders that may be written to, beside temporary ones; relative ones start at the project.",
      default: ["."],
    },
    readable: { summary: "The only folders that may be read; all if the list is empty.", default: [] },
    forbidden: { summary: "Files and folders that may not be touched at all, as patterns.", default: [] },
  },
  rules: [
    {
      id: "paths/write-outside",
      each: "path",
      verdict: "deny",
      severity: "high",
      when: 'path.access in ["write", "delete", "permission"] && path.known && !path.under(settings.writable) && !path.inTemp',
      reason: "This changes something outside of the folders that may be written to; keep to the project.",
    },
    {
      id: "paths/write-unknown",
      each: "path",
      verdict: "ask",
      severity: "medium",
      when: 'path.access in ["write", "delete", "permission"] && !path.known && !(path.path != "" && (path.under(settings.writable) || path.inTemp))',
      reason:
        "Nobody can see whether this stays inside the folders that may be written to; write the path out.",
    },
    {
      id: "paths/read-outside",
      each: "path",
      verdict: "deny",
      severity: "medium",
      when: 'path.access in ["read", "other"] && size(settings.readable) > 0 && !path.under(settings.readable) && !path.under(settings.writable) && !path.inTemp',
      reason: "This reads something outside of the folders that may be read.",
    },
    {
      id: "paths/forbidden",
      each: "path",
      verdict: "deny",
      severity: "high",
      when: "path.glob(settings.forbidden) || path.under(settings.forbidden)",
      reason: "Somebody said that this file is not to be touched.",
    },
  ],
});
