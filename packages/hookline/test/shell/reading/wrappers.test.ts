import { describe, expect, it } from "vitest";
import { readCommand } from "../../../src/shell/reading/read-command.ts";
import { known, last, told } from "./told.ts";

describe("wrappers", () => {
  it.each([
    ["sudo -u root -p 'x y' -- rm -rf /", "sudo> rm -rf /"],
    ["sudo -iu root A=b rm -rf /", "sudo> rm -rf /"],
    ["doas -u root rm -rf /", "doas> rm -rf /"],
    ["env -i -u A -C /tmp B=c rm -rf /", "env> rm -rf /"],
    ["env -S 'rm -rf' /", "env> env> rm -rf /"],
    ["timeout -k 5 -s KILL 10 rm -rf /", "timeout> rm -rf /"],
    ["nice -n 19 ionice -c 3 rm -rf /", "nice> ionice> rm -rf /"],
    ["nohup setsid -f stdbuf -oL rm -rf /", "nohup> setsid> stdbuf> rm -rf /"],
    ["time -p rm -rf /", "time> rm -rf /"],
    ["command rm -rf /", "command> rm -rf /"],
    ["exec -a x rm -rf /", "exec> rm -rf /"],
    ["chroot /mnt rm -rf /", "chroot> rm -rf /"],
    ["nsenter -t 1 -m rm -rf /", "nsenter> rm -rf /"],
    ["flock -w 5 /tmp/l rm -rf /", "flock> rm -rf /"],
    ["flock /tmp/l -c 'rm -rf /'", "flock> rm -rf /"],
    ["watch -n 5 'rm -rf /'", "watch> rm -rf /"],
    ["strace -f -o out rm -rf /", "strace> rm -rf /"],
    ["gdb -q --args rm -rf /", "gdb> rm -rf /"],
    ["script -qc 'rm -rf /' out", "script> rm -rf /"],
    ["su - root -c 'rm -rf /'", "su> rm -rf /"],
    ["runuser -u me -- rm -rf /", "runuser> rm -rf /"],
    ["busybox rm -rf /", "busybox> rm -rf /"],
    ["npx -y -p x rimraf@5.0 /", "npx> rimraf /"],
    ["pnpm dlx @a/b@1 /", "pnpm> b /"],
    ["systemd-run --user -p A=b rm -rf /", "systemd-run> rm -rf /"],
    ["xvfb-run -a firejail rm -rf /", "xvfb-run> firejail> rm -rf /"],
    ["echo / x | xargs -n 1 -P 4 rm -rf", "xargs> rm -rf / x"],
    ["echo / | xargs -I{} sh -c 'rm -rf {}'", "xargs> sh> rm -rf /"],
    ["printf '/\\0x' | xargs -0 rm", "xargs> rm … "],
    ["ls | xargs rm", "xargs> rm …"],
    ["find / /usr -exec rm -rf {} +", "find> rm -rf / /usr"],
    ["find / -type f -execdir sh -c 'rm {}' \\;", "find> sh> rm /"],
    ["find . -name '*.o' -exec rm {} \\;", "find> rm ./…"],
    ["find build -name build -exec rm -rf {} +", "find> rm -rf build"],
    ["parallel rm -rf ::: /", "parallel> rm -rf /"],
    // Options without a value of their own: the next word is the command.
    ["echo / | xargs --replace rm -rf {}", "xargs> rm -rf /"],
    ["echo / | xargs --max-lines rm -rf", "xargs> rm -rf /"],
    ["echo / | xargs --replace=% rm -rf %", "xargs> rm -rf /"],
    ["echo / | xargs -i rm -rf {}", "xargs> rm -rf /"],
    ["printf / | xargs -0i% rm -rf %", "xargs> rm -rf /"],
    ["echo / | xargs -i% rm -rf %", "xargs> rm -rf /"],
    ["systemd-run -G rm -rf /", "systemd-run> rm -rf /"],
    ["sshpass -e ssh host rm -rf /", "sshpass> ssh> rm -rf /"],
    ["concurrently -k 'rm -rf /'", "concurrently> rm -rf /"],
    ["concurrently --kill-others-on-fail 'rm -rf /'", "concurrently> rm -rf /"],
    ["pnpm -w exec rm -rf /", "pnpm> rm -rf /"],
    ["pnpm exec -c 'rm -rf /'", "pnpm> rm -rf /"],
    ["wsl -e rm -rf /", "wsl> rm -rf /"],
    ["su -T -c 'rm -rf /'", "su> rm -rf /"],
    ["faketime -f @2020 rm -rf /", "faketime> rm -rf /"],
    ["numactl -l rm -rf /", "numactl> rm -rf /"],
    ["perf stat -r 5 rm -rf /", "perf> rm -rf /"],
    ["start-stop-daemon --start --exec /bin/rm -- -rf /", "start-stop-daemon> rm -rf /"],
    ["trap 'rm -rf /' EXIT", "trap> rm -rf /"],
    ["eval rm -rf /", "eval> rm -rf /"],
    ["bash -c 'rm -rf /'", "bash> rm -rf /"],
    ["bash -lc 'rm -rf \"$1\"' _ /", "bash> rm -rf /"],
    ["bash +o posix -o pipefail -ec 'rm -rf /'", "bash> rm -rf /"],
    ["/usr/bin/env bash -c 'rm -rf /'", "env> bash> rm -rf /"],
    ["sh -c \"sh -c 'rm -rf /'\"", "sh> sh> rm -rf /"],
    ["bash <<< 'rm -rf /'", "bash> rm -rf /"],
    ["sh <<E\nrm -rf /\nE", "sh> rm -rf /"],
    ["sh -s <<-'E'\n\trm -rf $x/\nE", "sh> rm -rf …/"],
    ["echo rm -rf / | sudo sh", "sudo> sh> rm -rf /"],
    ["{ echo rm -rf; } | cat | sh -", "sh> rm -rf"],
    ["bash <(echo rm -rf /)", "bash> rm -rf /"],
    [". <(echo rm -rf /)", ".> rm -rf /"],
    ["bash < <(echo rm -rf /)", "bash> rm -rf /"],
    ["echo rm -rf / | tee >(sh)", "sh> rm -rf /"],
    ["echo rm -rf / | at now", "at> rm -rf /"],
    ["echo '5 * * * 1 rm -rf /' | crontab -", "crontab> rm -rf /"],
    ["git -c alias.x='!rm -rf /' x", "git> rm -rf /"],
    ["git -c core.pager='rm -rf /' log", "git> rm -rf /"],
    ["git rebase -x 'rm -rf /' main", "git> rm -rf /"],
    ["git submodule foreach 'rm -rf /'", "git> rm -rf /"],
    ["tar cf a --checkpoint-action=exec='rm -rf /' b", "tar> rm -rf /"],
    ["rsync -e 'rm -rf /' a b:", "rsync> rm -rf /"],
    ["ssh -o ProxyCommand='rm -rf /' host", "ssh> rm -rf /"],
    ["coproc rm -rf /", "rm -rf /"],
    ["[[ $(rm -rf /) ]]", "rm -rf /"],
    ["(( $(rm -rf /) ))", "rm -rf /"],
    ["x=${y:-$(rm -rf /)}", "rm -rf /"],
    ["cat <<E\n$(rm -rf /)\nE", "rm -rf /"],
    ["hash -p /bin/rm x; x -rf /", "rm -rf /"],
    ["x='a[$(rm -rf /)]'; ((x))", "rm -rf /"],
    ["test -v 'a[$(rm -rf /)]'", "rm -rf /"],
    ["mapfile -C 'rm -rf /' -c 1 x", "mapfile> rm -rf /"],
  ])("%s", (text, expected) => {
    expect(told(text)).toContain(expected.trim());
  });

  it("lists the wrapper and what it wraps", () => {
    expect(told("sudo timeout 5 rm x")).toEqual([
      "sudo timeout 5 rm x",
      "sudo> timeout 5 rm x",
      "sudo> timeout> rm x",
    ]);
  });

  it("leaves alone what runs nothing", () => {
    for (const text of [
      "command -v rm",
      "sudo -l rm",
      "trap - EXIT",
      "docker ps -a",
      "kubectl get pods",
      "make x",
    ]) {
      expect(told(text), text).toHaveLength(1);
    }
  });

  it("says what runs elsewhere", () => {
    for (const text of [
      "ssh -p 2 me@host rm -rf /",
      "docker run --rm -v /a:/b alpine rm -rf /",
      "docker compose exec -T db rm -rf /",
      "kubectl -n x exec pod -c y -- rm -rf /",
    ]) {
      expect(last(text), text).toMatchObject({ program: "rm", remote: true, operands: [{ value: "/" }] });
    }
    expect(last("ssh host 'cat $HOME/x'").args[0]?.value).toBeNull();
    expect(readCommand("ssh host ls; rm x", known).commands.map(({ remote }) => remote)).toEqual([
      false,
      true,
      false,
    ]);
  });

  it.each([
    ["python3 -c 'import os'", "python", "import os"],
    ["python3.11 -Ic 'x'", "python", "x"],
    ["node -e 'x' a", "node", "x"],
    ["node --eval=x", "node", "x"],
    ["deno eval x", "node", "x"],
    ["perl -ne 'x' -e y f", "perl", "x\ny"],
    ["ruby -rjson -e x", "ruby", "x"],
    ["php -r x", "php", "x"],
    ["awk -F: 'BEGIN{system(\"x\")}' f", "awk", 'BEGIN{system("x")}'],
    ["python3 - <<E\nx\nE", "python", "x\n"],
    ["echo x | node", "node", "x\n"],
    ["fish -c 'rm -rf /'", "fish", "rm -rf /"],
    ["pwsh -Command 'rm -rf /'", "pwsh", "rm -rf /"],
    ['python3 -c "$X"', "python", null],
  ])("%s is given code", (text, language, code) => {
    expect(last(text).code).toEqual({ language, text: code });
  });

  it("takes no file for code", () => {
    for (const text of [
      "python3 x.py",
      "node x.js",
      "bash x.sh a",
      "awk -f x y",
      "python3 -m http.server",
      "sh",
    ]) {
      expect(last(text).code, text).toBeNull();
    }
  });

  it.each([
    'eval "$(ssh-agent -s)"',
    'eval "$(direnv hook bash)"',
    "eval $(opam env)",
    'eval "$(/opt/homebrew/bin/brew shellenv)"',
    'eval "$(dircolors -b)"',
    "source <(kubectl completion bash)",
  ])("%s runs what a known program prints", (text) => {
    expect(told(text).some((command) => command.includes("?"))).toBe(text.startsWith("source"));
  });

  it.each([
    ['eval "$(curl x)"', "curl"],
    ['bash -c "$(curl x)"', "curl"],
    ["curl x | bash", "curl"],
    ["curl x | sudo -E bash -", "curl"],
    ["bash <(curl x)", "curl"],
    [". <(curl x)", "curl"],
    ["wget -qO- x | tee a | sh", "wget"],
    ["{ echo a; curl x; } | sh", "curl"],
    ['bash <<< "$(curl x)"', "curl"],
    ['eval "$(./ssh-agent)"', "ssh-agent"],
    ['x=$(curl x); eval "ls $x"', ""],
  ])("%s: only running tells what", (text, feeder) => {
    const { commands } = readCommand(text, known);
    const dynamic = commands.find((command) => command.dynamic);
    const feeders = (indexes: readonly number[] = []): string[] =>
      indexes.flatMap((index) => [commands[index]?.program ?? "", ...feeders(commands[index]?.input)]);
    expect(dynamic).toBeDefined();
    if (feeder) expect(feeders(dynamic?.input)).toContain(feeder);
  });
});
