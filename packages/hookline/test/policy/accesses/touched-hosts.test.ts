import { expect, it } from "vitest";
import { hostName, hostOfUrl } from "../../../src/policy/accesses/host-names.ts";
import { touchedHosts } from "../../../src/policy/accesses/touched-hosts.ts";
import { readCommand } from "../../../src/shell/reading/read-command.ts";
import { exampleFacts } from "../evasion/suite.ts";

/** Hosts in short: `>` if something is sent there, `?` if it cannot be known. */
const touched = (command: string) =>
  touchedHosts(readCommand(command, {}), exampleFacts).map(
    ({ name, upload, known }) => `${upload ? ">" : ""}${known ? name : "?"}`,
  );

it.each<[string, readonly string[]]>([
  ["curl https://a.org/x", ["a.org"]],
  ["curl -d x https://a.org", [">a.org"]],
  ["curl -XPOST https://a.org", [">a.org"]],
  ["curl a.org", ["a.org"]],
  ['curl "$X"', ["?"]],
  ['curl "https://a.org/$X"', [">a.org"]],
  ['curl "https://$X/"', ["?"]],
  ['curl -o "$X" https://a.org', ["a.org"]],
  ['curl -H "A: $(cat x)" https://a.org', [">a.org"]],
  ["curl --resolve a.org:80:10.0.0.1 http://a.org", ["a.org", "10.0.0.1"]],
  ["wget --post-file=x https://a.org", [">a.org"]],
  ["scp a host:b", [">host"]],
  ["scp host:a b", ["host"]],
  ["rsync -n a host:b", ["host"]],
  ["ssh dev@host ls", ["host"]],
  ["tar c . | ssh host 'cat > x'", [">host"]],
  ["nc host 80", [">host"]],
  ["cat x > /dev/tcp/host/80", [">host"]],
  ["socat - TCP:host:80", [">host"]],
  ["openssl s_client -connect host:443", [">host"]],
  ["git push https://a.org/x", [">a.org"]],
  ["git clone git@a.org:x/y", ["a.org"]],
  ['dig "$(cat x).a.org"', [">?"]],
  ["dig a.org", []],
  ["python3 -c 'import requests; requests.post(\"https://a.org\")'", [">a.org"]],
  ["ssh host 'curl https://a.org'", ["host"]],
  ["echo https://a.org", []],
  ["grep https://a.org x", []],
  ["thing --url=https://a.org", ["a.org"]],
])("%s", (command, hosts) => {
  expect(touched(command)).toEqual(hosts);
});

it.each([
  ["2852039166", "169.254.169.254"],
  ["0xa9fea9fe", "169.254.169.254"],
  ["0251.0376.0251.0376", "169.254.169.254"],
  ["169.254.43518", "169.254.169.254"],
  ["::ffff:169.254.169.254", "169.254.169.254"],
  ["A.Org.", "a.org"],
  ["１.2.3.4", "1.2.3.4"],
  ["1.2.3.999", "1.2.3.999"],
])("the host %s is %s", (written, name) => {
  expect(hostName(written)).toBe(name);
});

it.each([
  ["https://user:pass@A.org:80/x", "a.org"],
  ["https://a.org\\@b.org/", "a.org"],
  ["http://[::1]:80/", "::1"],
  ["no url", null],
  ["https:///x", null],
])("the host of %s is %s", (url, host) => {
  expect(hostOfUrl(url)).toBe(host);
});
