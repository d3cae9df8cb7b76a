import { definePack } from "../pack.ts";
import { all, any, beginsLike, not, option, program, word, wordLike, words } from "./conditions.ts";

const nodeManagers = "npm pnpm yarn bun";
const isPip = any(program("pip pip3 uv"), all(program("python python3"), word("pip"), option("-m")));
const systemManagers =
  "apt apt-get dnf yum apk pacman zypper snap flatpak port brew dpkg rpm nix-env winget choco conda mamba";
const managers = words(
  `${nodeManagers} npx bunx uvx pip pip3 pipx uv python python3 poetry pdm gem bundle cargo go composer dotnet luarocks cpanm rustup volta
  corepack ${systemManagers}`,
);

/** A package is named: something that is no verb, no folder and no list of packages. */
const namesPackage =
  'command.operands.exists(word, !(word in ["install", "i", "in", "add", "isntall", "require", "global", "pip", "exec"]) && !word.matches("^[.]{1,2}$|^[.]{0,2}/|[.](txt|toml|lock)$"))';
const outside = (text: string) =>
  `!settings.registries.exists(host, ${text}.contains("://" + host + "/") || ${text}.contains("://" + host + ":") || ${text}.endsWith("://" + host))`;
const gets = word("install i in add get exec dlx run isntall");

/** Variables that say where packages come from. */
const registryVariables =
  '["npm_config_registry", "pip_index_url", "pip_extra_index_url", "uv_index_url", "uv_default_index", "goproxy", "yarn_npm_registry_server"]';

/** Package installs: code of strangers that runs while it is installed. */
export const packages = definePack({
  name: "packages",
  summary: "Asks before a new package is installed, and stops other registries and publishing.",
  settings: {
    registries: {
      summary:
        "Hosts that a command may name as the place where packages come from; the manager's own needs no name.",
      default: words("localhost 127.0.0.1"),
    },
  },
  rules: [
    {
      id: "packages/new",
      each: "command",
      verdict: "ask",
      severity: "medium",
      programs: managers,
      when: all(
        not(option("--ignore-scripts --dry-run --help")),
        any(
          all(program(nodeManagers), word("install i in add isntall"), namesPackage),
          all(isPip, word("install add"), namesPackage),
          all(
            program("poetry pdm cargo dotnet gem pipx luarocks cpanm bundle composer"),
            word("add require"),
            namesPackage,
          ),
          all(program("cargo gem pipx luarocks"), word("install"), namesPackage),
          all(program("go"), word("get install run"), wordLike(/^[a-z0-9-]+[.][a-z]+\/|@/)),
        ),
      ),
      reason:
        "A new package runs its own code when it is installed; a person should look at it first, or install it with --ignore-scripts.",
    },
    {
      id: "packages/run-new",
      each: "command",
      verdict: "ask",
      severity: "medium",
      programs: words("npx bunx uvx pipx pnpm yarn npm deno"),
      when: all(
        not(option("--no-install --no --offline --help")),
        any(
          all(program("npx bunx"), any(option("-y --yes -p --package"), wordLike(/.@(latest|next|[0-9])/))),
          program("uvx"),
          all(program("deno"), word("run"), wordLike(/^(https?|npm|jsr):/)),
          all(program("pipx"), word("run")),
          all(program("pnpm yarn"), word("dlx create"), not(word("run"))),
          all(program("npm"), word("exec x"), option("-y --yes")),
          all(program("npm"), word("init create"), "size(command.operands) > 1"),
        ),
      ),
      reason: "This fetches a package and runs it at once; install it in the project first.",
    },
    {
      id: "packages/system",
      each: "command",
      verdict: "ask",
      severity: "high",
      programs: managers,
      when: all(
        "!command.remote",
        not(option("--dry-run -s --simulate --help --list")),
        any(
          all(
            program(systemManagers),
            any(
              word(
                "install remove purge upgrade dist-upgrade full-upgrade autoremove add del erase reinstall uninstall tap",
              ),
              all(program("pacman"), option("-S -R -U")),
              all(program("dpkg rpm nix-env"), option("-i --install -r --remove -P --purge -e -U")),
            ),
          ),
          all(
            program(nodeManagers),
            option("-g --global"),
            word("install i add link uninstall rm remove update"),
          ),
          all(program("yarn"), word("global"), not(word("run"))),
          all(isPip, word("install"), option("--break-system-packages --user")),
          all(program("rustup volta corepack"), word("install enable default")),
        ),
      ),
      reason: "This changes the programs of the whole machine; a person should do it.",
    },
    {
      id: "packages/other-registry",
      each: "command",
      verdict: "deny",
      severity: "high",
      programs: managers,
      when: any(
        all(
          any(gets, word("set sources"), program("npx bunx uvx")),
          `command.begins.exists(word, word.matches("https?://") && ${outside("word")})`,
        ),
        all(
          any(gets, program("npx bunx uvx")),
          beginsLike(/^(git[+:@]|github:|gitlab:|bitbucket:)|@(git[+]|github:)/),
        ),
      ),
      reason: "This package comes from somewhere else than the registries that are allowed.",
    },
    {
      id: "packages/registry-variable",
      each: "command",
      verdict: "deny",
      severity: "high",
      when: `command.env.exists(name, name.lowerAscii() in ${registryVariables} && ${outside("command.env[name]")})`,
      reason: "This variable takes packages from somewhere else than the registries that are allowed.",
    },
    {
      id: "packages/publish",
      each: "command",
      verdict: "deny",
      severity: "critical",
      programs: [...managers, ...words("twine flit hatch vsce mvn gradle docker podman")],
      when: all(
        not(option("--dry-run --help")),
        any(
          all(
            program(nodeManagers),
            word("publish unpublish deprecate dist-tag"),
            not(word("run run-script ls")),
          ),
          all(program("poetry uv flit hatch cargo pdm vsce gradle"), word("publish yank")),
          all(program("twine gem"), word("upload push yank")),
          all(program("mvn"), word("deploy")),
          all(program("docker podman"), word("push")),
        ),
      ),
      reason: "This publishes a package to everybody; a person has to do it.",
    },
  ],
});
