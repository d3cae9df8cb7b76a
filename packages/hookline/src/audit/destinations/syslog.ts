import { type StreamAddress, sendDatagrams, sendStream } from "../../system/sockets.ts";
import { readWhole } from "../../system/whole-file.ts";
import { DeliveryError, defineDestination, type ShippedRecord } from "./destination.ts";
import { facilities, type MessageOptions, syslogMessage } from "./syslog-message.ts";

/** More does not fit into one datagram. */
const mostDatagramBytes = 65_000;

/** A syslog server, RFC 5424: over UDP (nothing tells whether it arrived), TCP, TLS or a stream socket of this machine. */
export const syslog = defineDestination({
  type: "syslog",
  summary: "a syslog server (RFC 5424) over tcp, tls, unix or udp; udp cannot tell whether a record arrived",
  fields: {
    transport: "udp|tcp|tls|unix",
    host: "string?",
    port: "number?",
    path: "string?",
    facility: "string?",
    appName: "string?",
    body: "sentence|json?",
    framing: "octets|newline?",
    caFile: "string?",
    confirmClose: "boolean?",
  },
  identity: ["transport", "host", "port", "path"],
  check({ transport, host, port, path, facility, caFile }) {
    if (transport === "unix" && (host !== undefined || port !== undefined))
      return `a unix socket has a "path", no "host" and no "port"`;
    if (transport !== "unix" && host === undefined) return `"${transport}" needs a "host", such as 127.0.0.1`;
    if (transport !== "unix" && path !== undefined) return `"path" is for the transport "unix" only`;
    if (port !== undefined && !(Number.isInteger(port) && port > 0 && port < 65_536))
      return `"port" must be a whole number from 1 to 65535`;
    if (facility !== undefined && !Object.hasOwn(facilities, facility))
      return `there is no facility "${facility}"; known are ${Object.keys(facilities).join(", ")}`;
    return caFile !== undefined && transport !== "tls" ? `"caFile" is for the transport "tls" only` : null;
  },
  open({ transport, host = "", port, path = "/dev/log", caFile, confirmClose = true, ...rest }) {
    const options: MessageOptions = {
      facility: facilities[rest.facility ?? "authpriv"] ?? 10,
      appName: rest.appName ?? "hookline",
      body: rest.body ?? "sentence",
    };
    const newline = (rest.framing ?? (transport === "unix" ? "newline" : "octets")) === "newline";
    const address: StreamAddress =
      transport === "unix"
        ? { path }
        : {
            host,
            port: port ?? (transport === "tls" ? 6514 : 514),
            tls: transport === "tls" ? { ca: caFile === undefined ? undefined : certificates(caFile) } : null,
          };
    return {
      async send(records, signal) {
        if (transport === "udp") {
          const messages = records.map((record) => datagram(record, options));
          await sendDatagrams({ host, port: port ?? 514 }, messages, signal);
          return;
        }
        const frames = records.map((record) => frame(syslogMessage(record, options), newline));
        await sendStream(address, Buffer.concat(frames), {
          signal,
          unconfirmed: confirmClose ? unconfirmed : null,
        });
      },
      close() {},
    };
  },
});

const unconfirmed =
  'took the records but did not close the connection in time, so nobody knows whether it has them; if it never does, set "confirmClose": false';

function datagram(record: ShippedRecord, options: MessageOptions): Buffer {
  const message = syslogMessage(record, options);
  return message.length <= mostDatagramBytes
    ? message
    : syslogMessage(record, { ...options, body: "sentence" });
}

/** RFC 6587: the number of bytes before each message, or a line break after it. */
function frame(message: Buffer, newline: boolean): Buffer {
  return newline
    ? Buffer.concat([message, Buffer.from("\n")])
    : Buffer.concat([Buffer.from(`${message.length} `), message]);
}

function certificates(path: string): string {
  const file = readWhole(path);
  if ("error" in file) throw new DeliveryError(`"caFile": ${file.error.message}`);
  return file.text;
}
