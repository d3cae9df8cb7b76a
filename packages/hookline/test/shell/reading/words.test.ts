import { describe, expect, it } from "vitest";
import { last, told } from "./told.ts";

describe("words", () => {
  it.each([
    ["quotes inside a name", `r"m" -r'f' ""/`],
    ["backslashes", "\\r\\m -r\\f \\/"],
    ["a line continuation", "r\\\nm -rf /"],
    ["ANSI-C quotes", "$'\\x72\\x6d' $'-\\162f' $'/'"],
    ["a locale string", '$"rm" -rf /'],
    ["IFS between words", "rm${IFS}-rf$IFS/"],
    ["a brace list", "{rm,-rf,/}"],
    ["a constant variable", "a=rm; b=-rf; $a $b /"],
    ["a variable put together", "a=r; b=m; $a$b -rf /"],
    ["a variable that is parted", "a='rm -rf /'; $a"],
    ["another separator", "IFS=,; a=rm,-rf,/; $a"],
    ["an exported variable", "export a=rm; $a -rf /"],
    ["declare and append", "declare a=r; a+=m; $a -rf /"],
    ["a list", 'a=(rm -rf /); "${a[@]}"'],
    ["an element", "a=(ls rm); ${a[1]} -rf /"],
    ["a default", "${nothing:-rm} -rf /"],
    ["a default that is kept", ": ${a:=rm}; $a -rf /"],
    ["an alternative", "a=1; ${a:+rm} -rf /"],
    ["nothing at all", "$@ $1 rm$* -rf /$2"],
    ["positional parameters", "set -- rm -rf /; $1 $2 $3"],
    ["shifted ones", 'set -- x rm -rf /; shift; "$@"'],
    ["echo", "$(echo rm) -rf /"],
    ["echo -e", "$(echo -e '\\x72m') -rf /"],
    ["backticks", "`printf r%s m` -rf /"],
    ["nested substitutions", "$(echo $(echo r)m) -rf /"],
    ["two prints", "$(printf r; printf m) -rf /"],
    ["cat of a text", "$(cat <<< rm) -rf /"],
    ["a pipe through cat", "$(echo rm | cat) -rf /"],
    ["a substituted function", "f() { echo rm; }; $(f) -rf /"],
    ["a substituted shell", "$(sh -c 'echo rm') -rf /"],
    ["a loop that prints", "$(for i in r m; do printf $i; done) -rf /"],
  ])("%s: rm -rf /", (_, text) => {
    expect(told(text).at(-1)).toBe("rm -rf /");
  });

  it.each([
    ["cat ~/.ssh/id_rsa", "cat /home/me/.ssh/id_rsa"],
    ["P=~/.ssh; cat $P/id_rsa", "cat /home/me/.ssh/id_rsa"],
    ["cat ~other/x", "cat …/x"],
    ["cat '~/x'", "cat ~/x"],
    ["HOME=/x; cat ~/y", "cat /x/y"],
    ["rm /tmp/x-$$", "rm /tmp/x-…"],
    ["rm $NOWHERE/x", "rm …/x"],
    ["rm /{etc,usr}/x", "rm /etc/x /usr/x"],
    ["rm x{1..3} {01..02}", "rm x1 x2 x3 01 02"],
    ["rm {a,b{c,d}}", "rm a bc bd"],
    ["rm '{a,b}' \\{a,b} {a}", "rm {a,b} {a,b} {a}"],
    ["rm $((1 + 2)) $((x))", "rm 3 …"],
    ["rm a$(date)b", "rm a…b"],
    ["read x; rm $x", "rm …"],
    ["x=a; unset x; rm $x b", "rm b"],
    ["rm ${x#y} z", "rm … z"],
    ['rm "$*" "$@"', "rm ''"],
    ["rm ''", "rm ''"],
    ["for x in 'a b'; do rm \"$x\"; done", "rm a b"],
    ["for x in /etc/*.conf; do rm $x; done", "rm /etc/….conf"],
  ])("%s", (text, expected) => {
    expect(told(text).at(-1)).toBe(expected);
  });

  it("tells patterns from names", () => {
    expect(last("rm *.txt '*' [ab] x").args.map(({ glob }) => glob)).toEqual([true, false, true, false]);
    expect(last("x='*'; rm $x \"$x\"").args.map(({ glob }) => glob)).toEqual([true, false]);
  });

  it.each([
    ["a branch", "if x; then a=rm; else a=ls; fi; $a -rf /"],
    ["a part that may be left out", "a=ls; x && a=rm; $a -rf /"],
    ["the way before that part", "a=rm; true || a=ls && $a -rf /"],
    ["an early return", "f() { a=rm; x && return; a=ls; }; f; $a -rf /"],
    ["an early break", "for x in rm ls; do a=$x; break; done; $a -rf /"],
    ["a later round", "a=ls; while x; do $a -rf /; a=rm; done"],
    ["a reference", "declare -n r=a; a=ls; r=rm; $a -rf /"],
    ["a read-only variable", "readonly a=rm\na=ls\n$a -rf /"],
    ["something read", "read a <<< rm; $a -rf /"],
    ["a decoder", "$(echo cm0= | base64 -d) -rf /"],
    ["reversed", "$(echo mr | rev) -rf /"],
    ["a cut name", "a=xrm; ${a#x} -rf /"],
    ["an indirection", "b=rm; a=b; ${!a} -rf /"],
    ["the environment", "$SHELL -c x"],
    ["a default of what is set everywhere", "${SHELL:-ls} -c x"],
    ["a pattern", "/bin/r? -rf /"],
    ["what an unknown text may set", 'a=ls; eval "$(x)"; $a -rf /'],
    ["what a file may set", "a=ls; . ./x; $a -rf /"],
    ["the last word of the command before", "_=ls; : rm; $_ -rf /"],
    ["a trap that sees later values", "trap '$a -rf /' DEBUG; a=ls; a=rm"],
  ])("%s: only running tells", (_, text) => {
    expect(told(text).some((command) => /(^|> )\?/.test(command))).toBe(true);
  });
});
