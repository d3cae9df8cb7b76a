import { definePack } from "../pack.ts";
import { all, any, list, option, program, word, wordLike, words } from "./conditions.ts";
import { interpreters } from "./lists.ts";

const local = list(["localhost", "*.localhost", "127.0.0.1", "::1", "0.0.0.0", "host.docker.internal"]);
const shells = list(interpreters);
const sockets = list(words("nc ncat netcat socat telnet openssl"));

/** Addresses at which clouds give out the credentials of a machine. */
const metadata = words(
  "169.254.169.254 169.254.170.2 169.254.170.23 100.100.100.200 metadata.google.internal metadata metadata.goog fd00:ec2::254 instance-data",
);

/** Network egress: where things may be sent, and connections that hand the machine over. */
export const network = definePack({
  name: "network",
  summary:
    "Stops reverse shells and the addresses of cloud metadata, asks before uploads, and keeps to the hosts that are named.",
  settings: {
    allowedHosts: {
      summary:
        "The only hosts that may be spoken to (`*.example.org` for all below one); while it is empty, only uploads and hosts that nobody can see ask.",
      default: [],
    },
  },
  rules: [
    {
      id: "network/reverse-shell",
      verdict: "deny",
      severity: "critical",
      kinds: ["shell"],
      when: any(
        // A program of the connection starts the shell.
        `commands.exists(one, one.program in ${sockets} && one.program != "openssl" && (one.has("-e", "--exec", "-c", "--sh-exec") || one.args.exists(word, word.lowerAscii().matches("^(exec|system):"))))`,
        // The shell is fed by one, or feeds one.
        `commands.exists(one, one.program in ${shells} && one.code == "" && size(one.operands) == 0 && (one.input.exists(name, name in ${sockets}) || one.output.exists(name, name in ${sockets})))`,
        `hosts.exists(host, host.by in ${shells} && host.url.matches("/dev/(tcp|udp)/"))`,
        // Code opens a connection and starts a shell.
        'commands.exists(one, one.code.matches("socket|Socket|fsockopen|[(][\\"\']net[\\"\'][)]") && one.code.matches("dup2|/bin/sh|/bin/bash|pty[.]spawn|exec|spawn"))',
      ),
      reason: "This hands a shell to whoever is at the other end of a connection.",
    },
    {
      id: "network/metadata",
      each: "host",
      verdict: "deny",
      severity: "critical",
      when: `host.within(${list(metadata)})`,
      reason: "This address gives out the credentials of the machine.",
    },
    {
      id: "network/host-not-allowed",
      each: "host",
      verdict: "deny",
      severity: "high",
      when: all(
        "size(settings.allowedHosts) > 0",
        "!host.within(settings.allowedHosts)",
        `!host.within(${local})`,
      ),
      reason: "This host is not among those that may be spoken to; ask a person to add it to allowedHosts.",
    },
    {
      id: "network/upload",
      each: "host",
      verdict: "ask",
      severity: "high",
      when: all(
        "size(settings.allowedHosts) == 0",
        "host.upload",
        'host.by != "git"',
        `!host.within(${local})`,
      ),
      reason: "This sends something from here to another machine; a person should say whether it may.",
    },
    {
      id: "network/unknown-host",
      each: "host",
      verdict: "ask",
      severity: "medium",
      when: "!host.known",
      reason: "Nobody can see which machine this speaks to; write the address out.",
    },
    {
      id: "network/tunnel",
      each: "command",
      verdict: "ask",
      severity: "high",
      programs: words(
        "ssh autossh ngrok cloudflared lt bore frpc chisel sshuttle tailscale nc ncat netcat socat",
      ),
      when: any(
        program("ngrok lt bore frpc chisel sshuttle"),
        all(program("ssh autossh"), any(option("-R -D -w"), wordLike(/^-?o?(Remote|Dynamic)Forward/))),
        all(program("cloudflared tailscale"), word("tunnel funnel serve")),
        all(program("nc ncat netcat"), option("-l --listen")),
        all(program("socat"), wordLike(/LISTEN|listen/)),
      ),
      reason: "This opens a way into the machine from outside; a person should decide.",
    },
  ],
});
