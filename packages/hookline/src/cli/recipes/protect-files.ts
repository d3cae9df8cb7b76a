import { join } from "node:path";
import { isFolder } from "../../system/folders.ts";
import type { Project } from "./project.ts";
import { defineRecipe, listed } from "./recipe.ts";

const usual = [
  ".env",
  ".env.*",
  "package-lock.json",
  "yarn.lock",
  "pnpm-lock.yaml",
  "poetry.lock",
  "uv.lock",
  "Cargo.lock",
  "go.sum",
  ".git/**",
  ".github/workflows/**",
  ".gitlab-ci.yml",
  "Jenkinsfile",
];

/** A pattern that would protect nothing must not look as if it did. */
function wrongFiles(value: string): string | null {
  if (listed(value).length === 0) return "must name a file";
  if (/[{}]/.test(value)) return "must have no { and }: write each file, with commas between them";
  return listed(value).some((pattern) => pattern.startsWith("!")) ? "must have no exceptions (!)" : null;
}

/** A folder stands for all that is in it. */
function withContents(pattern: string, { dir }: Project): readonly string[] {
  const name = pattern.replace(/(?<=.)\/+$/, "");
  return name !== pattern || isFolder(join(dir, name)) ? [name, `${name}/**`] : [pattern];
}

/** Keeps files as they are. */
export const protectFiles = defineRecipe({
  name: "protect-files",
  summary: "deny changes of files that are not the agent's to change: .env, lock files, .git, CI files",
  about:
    "A policy over every path that a tool or a command would write, delete or change the permissions of, links followed. Patterns: `*` inside a " +
    "name, `**` for folders; one without a slash fits anywhere; a folder stands for all that is in it. A package manager may still write its own lock file.",
  settings: {
    files: {
      summary: "the files, as patterns with commas between them",
      usual: () => usual.join(","),
      check: wrongFiles,
    },
  },
  make: ({ id, project, settings: { files = "" } }) => {
    const patterns = listed(files).flatMap((pattern) => withContents(pattern, project));
    const sample = (patterns.at(-1) ?? ".env").replaceAll(/\[(\w)[^\]]*\]|[*?]+/g, (_, sign) => sign ?? "x");
    return {
      hooks: {
        PreToolUse: [
          {
            hooks: [
              {
                id,
                type: "policy",
                settings: { protectedFiles: patterns },
                rules: [
                  {
                    id: "protected-file",
                    verdict: "deny",
                    each: "path",
                    when: "path.access in ['write', 'delete', 'permission'] && path.glob(settings.protectedFiles)",
                    reason:
                      "This file is protected; leave it as it is, and say what should be changed in it.",
                  },
                ],
              },
            ],
          },
        ],
      },
      cases: [
        {
          name: "a protected file",
          event: "PreToolUse",
          tool: "Write",
          input: { file_path: sample, content: "x" },
          expect: { verdict: "deny", reason: { contains: "This file is protected" } },
        },
        {
          name: "a protected file, by a command",
          event: "PreToolUse",
          tool: "Bash",
          input: { command: `echo x > '${sample.replaceAll("'", "'\\''")}'` },
          expect: { verdict: "deny" },
        },
        {
          name: "any other file",
          event: "PreToolUse",
          tool: "Write",
          input: { file_path: "hookline-case/other.txt", content: "x" },
          expect: { hooks: { [id]: "pass" } },
        },
      ],
      notes: [],
    };
  },
});
