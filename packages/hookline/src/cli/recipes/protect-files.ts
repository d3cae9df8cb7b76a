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

/** Keeps files as they are. */
export const protectFiles = defineRecipe({
  name: "protect-files",
  summary: "deny changes of files that are not the agent's to change: .env, lock files, .git, CI files",
  about:
    "A policy over every path that a tool or a command would write, delete or change the permissions of, links followed. Patterns: `*` inside a " +
    "name, `**` for folders; one without a slash fits anywhere. A package manager may still write its own lock file.",
  settings: {
    files: {
      summary: "the files, as patterns with commas between them",
      usual: () => usual.join(","),
      check: (value) => (listed(value).length > 0 ? null : "must name a file"),
    },
  },
  make: ({ id, settings: { files = "" } }) => {
    const patterns = listed(files);
    const sample = (patterns[0] ?? ".env").replaceAll("**", "x").replaceAll("*", "x");
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
          input: { command: `echo x > '${sample}'` },
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
