import type { ScriptPiece } from "./script.ts";

/** Starts a pipeline of one of three services, and says whether it was started. */
export const triggersPipeline: ScriptPiece = {
  imports: {
    "node:child_process": ["spawnSync"],
    "node:crypto": ["createHash"],
    "node:fs": ["readFileSync", "writeFileSync"],
    "node:path": ["join", "resolve"],
  },
  code: String.raw`
const say = (systemMessage) => {
  console.log(JSON.stringify({ systemMessage: "pipeline: " + systemMessage }));
  process.exit(0);
};
const git = (...args) => (spawnSync("git", args, { cwd: project, encoding: "utf8" }).stdout ?? "").trim();

// "hookline test" sets this: nothing of a test leaves the machine.
if (process.env.HOOKLINE_STUBS) say("not started: this is a test");
const [service, url, ref] = [option("service"), option("url"), option("ref")];
const { GITHUB_TOKEN, GITLAB_TRIGGER_TOKEN, JENKINS_USER, JENKINS_TOKEN } = process.env;
const head = git("rev-parse", "HEAD");
const status = git("status", "--porcelain");
const changed = git("diff", "--name-only", "HEAD").split("\n").filter((name) => name !== "").slice(0, 200);

// Each state of the repository is built once, however often the agent stops.
const note = join(resolve(project, git("rev-parse", "--git-dir") || "."), "hookline-trigger-ci");
const state = createHash("sha256").update([service, url, head, status, git("diff", "HEAD")].join("\0")).digest("hex");
const before = (() => {
  try {
    return readFileSync(note, "utf8");
  } catch {
    return "";
  }
})();
if (before === state) process.exit(0);

const services = {
  github: {
    token: GITHUB_TOKEN,
    path: "/dispatches",
    headers: { authorization: "Bearer " + GITHUB_TOKEN, accept: "application/vnd.github+json" },
    body: JSON.stringify({ event_type: "agent", client_payload: { head, changed } }),
  },
  gitlab: {
    token: GITLAB_TRIGGER_TOKEN,
    path: "/trigger/pipeline",
    body: JSON.stringify({ token: GITLAB_TRIGGER_TOKEN, ref, variables: { CHANGED: changed.join("\n") } }),
  },
  jenkins: {
    token: JENKINS_TOKEN,
    path: "/buildWithParameters",
    headers: {
      authorization: "Basic " + Buffer.from(JENKINS_USER + ":" + JENKINS_TOKEN).toString("base64"),
      "content-type": "application/x-www-form-urlencoded",
    },
    body: new URLSearchParams({ CHANGED: changed.join("\n") }).toString(),
  },
};
const request = services[service];
if (!request) say("not started: no service is called " + service);
if (!request.token) say("not started: there is no token for " + service + " in the environment");
try {
  const answer = await fetch(url.replace(/\/+$/, "") + request.path, {
    method: "POST",
    headers: { "content-type": "application/json", ...request.headers },
    body: request.body,
    // A token goes to the address that somebody has looked at, and nowhere else.
    redirect: "error",
    signal: AbortSignal.timeout(20_000),
  });
  if (!answer.ok) say("not started: " + service + " answered " + answer.status);
  try {
    writeFileSync(note, state);
  } catch {
    // It may be started once more, no worse.
  }
  say("started, " + changed.length + (changed.length === 1 ? " file is changed" : " files are changed"));
} catch (error) {
  say("not started: " + (error.cause?.code ?? error.message));
}
`,
};
