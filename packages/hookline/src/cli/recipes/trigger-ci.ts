import type { Project } from "./project.ts";
import { defineRecipe, scriptGroup } from "./recipe.ts";
import { triggersPipeline } from "./scripts/pipelines.ts";
import { readsEvent, readsOptions, scriptOf } from "./scripts/script.ts";
import { pipelinesOf } from "./tools-in-use.ts";

/** The variables that each service's token comes from: project hooks get no others that look like secrets. */
const variables: { readonly [service: string]: readonly string[] } = {
  github: ["GITHUB_TOKEN"],
  gitlab: ["GITLAB_TRIGGER_TOKEN"],
  jenkins: ["JENKINS_USER", "JENKINS_TOKEN"],
};

/** The address of a project's interface, by where it was cloned from. */
function addressOf({ remote }: Project, [service]: readonly string[]): string | null {
  // https://host/path, ssh://git@host:22/path, git@host:path
  const found = /^(?:\w+:\/\/(?:[^@/]*@)?([^/:]+)(?::\d+)?\/|(?:[^@/]+@)?([^/:]+):)(.+?)(?:\.git)?\/*$/.exec(
    remote ?? "",
  );
  const [, byAddress, byName, path = ""] = found ?? [];
  const host = byAddress ?? byName;
  if (service === "github" && host === "github.com" && /^[^/]+\/[^/]+$/.test(path))
    return `https://api.github.com/repos/${path}`;
  // A project there may lie in groups of groups: with the last two names alone, the token would go to another's.
  if (service === "gitlab" && host === "gitlab.com" && path.includes("/"))
    return `https://gitlab.com/api/v4/projects/${encodeURIComponent(path)}`;
  return null;
}

/** A token must not go over the network in the clear. */
function checkAddress(value: string): string | null {
  if (!URL.canParse(value)) return "must be an address, such as https://ci.example.org/job/app";
  const { protocol, hostname } = new URL(value);
  const local = ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
  return protocol === "https:" || (protocol === "http:" && local)
    ? null
    : "must begin with https://, since a token is sent there";
}

/** Starts a pipeline. */
export const triggerCi = defineRecipe({
  name: "trigger-ci",
  summary: "start a pipeline of GitHub Actions, GitLab CI or Jenkins when the agent is done",
  about:
    "On Stop, with the names of the files that are changed, once for each state of the repository. The token comes from the environment " +
    "(`GITHUB_TOKEN`; `GITLAB_TRIGGER_TOKEN`; `JENKINS_USER` and `JENKINS_TOKEN`) and stands in no file. A service that does not answer is told, and nobody is held up.",
  tools: { names: ["github", "gitlab", "jenkins"], several: false, found: pipelinesOf },
  settings: {
    url: {
      summary:
        "the address of the project there: https://api.github.com/repos/OWNER/REPO, https://gitlab.com/api/v4/projects/ID, the job's of Jenkins",
      usual: addressOf,
      check: checkAddress,
    },
    ref: { summary: "the branch that GitLab builds", usual: () => "main" },
  },
  make: ({ id, tools: [service = "github"], script, settings: { url = "", ref = "main" } }) => ({
    hooks: {
      Stop: [
        scriptGroup(null, id, [script, `--service=${service}`, `--url=${url}`, `--ref=${ref}`], {
          timeout: 40,
          passEnv: variables[service] ?? [],
        }),
      ],
    },
    script: scriptOf("Starts a pipeline: --service, --url and --ref say which.", [
      readsEvent,
      readsOptions,
      triggersPipeline,
    ]),
    cases: [
      {
        name: "in a test nothing is sent, and nobody is held up",
        event: "Stop",
        payload: { stop_hook_active: false },
        stubs: { programs: { git: { exit: 0, stdout: "a.ts" } } },
        expect: { hooks: { [id]: "pass" } },
      },
    ],
    notes: [`the token is read from ${(variables[service] ?? []).join(" and ")} when the hook runs`],
  }),
});
