import type { WrapperRow } from "./wrapper-row.ts";

const docker =
  "--name --network --net --volume --env --env-file --user --workdir --publish --entrypoint --label --mount --memory --cpus --platform --hostname --add-host --restart --cap-add --cap-drop --device --gpus --ipc --pid --log-driver --pull --runtime --security-opt --shm-size --tmpfs --ulimit --userns --volumes-from --expose --dns --link --index --detach-keys";
const container: WrapperRow = {
  short: "abcehlmpuvw",
  long: docker,
  own: 1,
  remote: true,
  verbs: "run exec create",
};

/** Programs that run what a package brings, or run something in a container or on another machine. */
export const packageWrappers: readonly (readonly [string, WrapperRow])[] = [
  ["npx", { short: "pcw", long: "--package --call --workspace", code: "-c --call", packaged: true }],
  ["bunx", { short: "p", long: "--package", packaged: true }],
  ["pnpx", { short: "pc", long: "--package", code: "-c --shell-mode", packaged: true }],
  ["uvx", { short: "pw", long: "--from --with --python --index-url", packaged: true }],
  ["pnpm", { short: "CFc", long: "--package --dir --filter", code: "-c", packaged: true, verbs: "dlx exec" }],
  ["yarn", { short: "p", long: "--cwd --package", packaged: true, verbs: "dlx exec" }],
  [
    "npm",
    {
      short: "pcwC",
      long: "--package --call --workspace --prefix",
      code: "-c --call",
      packaged: true,
      verbs: "exec x",
    },
  ],
  ["bun", { long: "--cwd", packaged: true, verbs: "x" }],
  ["pipx", { long: "--spec --python", packaged: true, verbs: "run" }],
  ["uv", { short: "pw", long: "--with --python --directory --project --extra --group", verbs: "run" }],
  ["poetry", { short: "C", verbs: "run" }],
  ["pipenv", { verbs: "run" }],
  ["bundle", { verbs: "exec" }],
  ["conda", { short: "np", long: "--name --prefix --cwd", verbs: "run" }],
  ["mise", { verbs: "exec x" }],
  ["direnv", { own: 1, verbs: "exec" }],
  ["docker", container],
  ["podman", container],
  ["nerdctl", container],
  [
    "kubectl",
    {
      short: "cnfs",
      long: "--container --namespace --context --kubeconfig --cluster --user --server",
      own: 1,
      remote: true,
      verbs: "exec",
      dashes: true,
    },
  ],
  [
    "oc",
    {
      short: "cnf",
      long: "--container --namespace --context",
      own: 1,
      remote: true,
      verbs: "exec rsh",
      dashes: true,
    },
  ],
  ["lxc", { own: 1, remote: true, verbs: "exec", dashes: true }],
  ["wsl", { short: "du", long: "--distribution --user --cd" }],
  ["ssh", { short: "BbcDEeFIiJLlmOopQRSWw", own: 1, joins: true, remote: true }],
  ["mosh", { short: "p", long: "--ssh --port --server", own: 1, joins: true, remote: true }],
  ["vagrant", { short: "c", long: "--command", code: "-c --command", remote: true, verbs: "ssh" }],
];
