import { describe, expect, it } from "vitest";
import { withHiddenCommands } from "../../../src/policy/accesses/hidden-commands.ts";
import { touchedPaths } from "../../../src/policy/accesses/touched-paths.ts";
import type { PolicyFacts, TouchedPath } from "../../../src/policy/model.ts";
import { readCommand } from "../../../src/shell/reading/read-command.ts";

const facts: PolicyFacts = {
  cwd: "/p",
  home: "/h",
  projectDir: "/p",
  today: "2026-11-15",
  branch: "x",
  own: ["/p/.hookline/hooks.json"],
  variables: { HOME: "/h", PWD: "/p" },
  real: new Map(),
};

/** A path in short: `delete! /p/a` with everything below, `delete* /p` for what it holds, `?` if only its beginning is known. */
const short = ({ access, recursive, glob, known, path }: TouchedPath) =>
  `${access}${recursive ? "!" : ""}${glob ? "*" : ""}${known ? "" : "?"} ${path}`;

const touched = (command: string) =>
  touchedPaths(withHiddenCommands(readCommand(command, facts.variables), facts.variables), facts).map(short);

describe("the paths that a command touches", () => {
  it.each<[string, readonly string[]]>([
    ["rm a ../b", ["delete /p/a", "delete /b"]],
    ["rm -rf a/ ~/b", ["delete! /p/a", "delete! /h/b"]],
    ["rm -rf a/* b*", ["delete!* /p/a", "delete! /p/b*"]],
    ["rm --recurs a", ["delete! /p/a"]],
    ["cp a b c", ["read /p/a", "read /p/b", "write /p/c"]],
    ["cp -t d a b", ["write /p/d", "read /p/a", "read /p/b"]],
    ["mv a b", ["delete! /p/a", "read /p/a", "write /p/b"]],
    ["ln -s a b", ["other /p/a", "write /p/b"]],
    ["dd if=a of=b bs=1M", ["read /p/a", "write /p/b"]],
    ["sed -i s/a/b/ c d", ["write /p/c", "write /p/d"]],
    ["sed -n p c", ["read /p/c"]],
    ["perl -pi -e s/a/b/ c", ["write /p/c"]],
    ["chmod -R u+w d", ["permission! /p/u+w", "permission! /p/d"]],
    ["grep -r x d", ["read! /p/d"]],
    ["grep -e x d e", ["read /p/d", "read /p/e"]],
    ["cat a > b 2>> c < d", ["write /p/b", "write /p/c", "read /p/d", "read /p/a"]],
    ["ls > /dev/null 2>&1", []],
    ["{ ls; ls; } > a", ["write /p/a"]],
    ["tar czf a.tgz b -C c d", ["write /p/a.tgz", "read! /p/c/b", "read! /p/c/d"]],
    ["tar xf a.tar -C b", ["read /p/a.tar", "write /p/b"]],
    ["tar xf a.tar", ["read /p/a.tar", "write /p"]],
    ["unzip a.zip -d b", ["read /p/a.zip", "write /p/b"]],
    ["rsync -a --delete a/ b/", ["read! /p/a", "write /p/b", "delete! /p/b"]],
    ["rsync -a a host:b", ["read! /p/a"]],
    ["scp host:a b", ["write /p/b"]],
    ["curl -o a -d @b https://x.org", ["write /p/a", "read /p/b"]],
    ["curl -sSLo a https://x.org", ["write /p/a"]],
    ["curl -T a https://x.org", ["read /p/a"]],
    ["wget -O a https://x.org", ["write /p/a"]],
    ["find a -name '*.o' -delete", ["read! /p/a", "delete /p/a/*"]],
    ["find a -delete", ["read! /p/a", "delete! /p/a"]],
    ["find /x -name y -exec rm {} +", ["read! /x", "delete* /x"]],
    ["find . -name 'hooks.*' -delete", ["read! /p", "delete /p/*", "delete! /p/.hookline/hooks.json"]],
    ["find a | xargs rm", ["read! /p/a", "delete! /p/a"]],
    ["find a | grep hook | xargs rm", ["read! /p/a", "delete /p/a/*"]],
    ["git rm a", ["delete /p/a"]],
    ["git checkout -- a b", ["write /p/a", "write /p/b"]],
    ["git -C /x clean -f", ["delete* /x"]],
    ["git show HEAD:a", ["read /p/a"]],
    ["cd a && rm b", ["delete /p/a/b"]],
    ["cd /x; touch a", ["write /x/a", "write /p/a"]],
    ['cd "$X" && rm -rf a', ["delete!? */a"]],
    ['cd "$X" && rm -rf etc', ["delete!? "]],
    ['rm -rf "$X"', ["delete!? "]],
    ['rm -rf "$X/a"', ["delete!? */a"]],
    ['rm -rf "$X/bin"', ["delete!? "]],
    ["rm -rf /tmp/$X", ["delete!? /tmp"]],
    ['t=$(mktemp -d); rm -rf "$t"', ["delete!? /tmp/new"]],
    ["env -C /x rm a", ["delete /x/a"]],
    ["ln -s /etc l; rm l/a", ["other /etc", "write /p/l", "delete /p/l/a", "delete /etc/a"]],
    ["cat /etc/sh?dow", ["read /etc/sh?dow", "read /etc/shadow"]],
    ["ssh host rm -rf /", []],
    ["echo /etc/passwd", []],
    ["thing /etc/x --out=a/b word", ["other /etc/x", "other /p/a/b"]],
    ["./a.sh b", ["run /p/a.sh"]],
    ["bash a.sh", ["run /p/a.sh"]],
    [". ./a", ["run /p/a"]],
    ['python3 -c \'open("/x/a", "w")\'', ["write /x/a"]],
    ["python3 -c 'print(open(\"/x/a\").read())'", ["read /x/a"]],
    ["python3 -c 'import shutil; shutil.rmtree(\"/x\")'", ["delete! /x"]],
    ["python3 -c 'import shutil; shutil.rmtree(x)'", ["delete!? "]],
    ['node -e \'require("fs").rmSync("build", {recursive: true})\'', ["delete! /p/build"]],
    ["python3 -c 'import os; os.system(\"rm /x/a\")'", ["delete /x/a"]],
    ["cat > s.sh <<E\nrm /x/a\nE\nsh s.sh", ["write /p/s.sh", "run /p/s.sh", "delete /x/a"]],
    ["ls | tee a > b", ["write /p/b", "write /p/a"]],
    ["mkfs.ext4 /dev/sda1", ["write /dev/sda1"]],
    ["fdisk -l /dev/sda", ["read /dev/sda"]],
    ["yq -i .a b", ["write /p/b", "read /p/b"]],
  ])("%s", (command, paths) => {
    expect(touched(command).filter((path) => paths.length > 0 || path !== "")).toEqual(
      expect.arrayContaining([...paths]),
    );
    expect(touched(command).filter((path) => !paths.includes(path))).toEqual([]);
  });
});
