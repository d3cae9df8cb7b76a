import { isAbsolute } from "node:path";
import type { JudgeRoom } from "../../glance/index.ts";
import type { EngineStock } from "../../index.ts";
import type { RemoteAnswer, RemoteCall } from "../../system/daemon/conversation.ts";
import { isFolder } from "../../system/folders.ts";
import type { LateSignal } from "../../system/late-signal.ts";
import { realPath } from "../../system/local-files.ts";
import type { Caller } from "../caller.ts";
import { complain } from "../complain.ts";
import { fireArguments } from "../fire/arguments.ts";
import { readsStdin } from "../fire/read-payload.ts";
import { OwnProcessNeeded, runFire } from "../fire/run-fire.ts";
import { quick } from "../quick.ts";

/** Variables that Node itself looks at, or that hold for a process as a whole: who has others than the daemon needs a process of its own. */
const ofProcess = [
  "TZ",
  "NODE_OPTIONS",
  "NODE_EXTRA_CA_CERTS",
  "NODE_TLS_REJECT_UNAUTHORIZED",
  "NODE_USE_ENV_PROXY",
  "NODE_USE_SYSTEM_CA",
  "SSL_CERT_DIR",
  "SSL_CERT_FILE",
  "HOOKLINE_SPAWN",
];

/** What hooks that write files take over from this process. */
const ownUmask = process.umask();

/** Does for a client what `hookline fire` with the same words, variables, folder and stdin does, until `end`; null if only a process of its own can. */
export async function answerCall(
  call: RemoteCall,
  end: LateSignal,
  judge: () => JudgeRoom,
  stock: EngineStock,
): Promise<RemoteAnswer> {
  const parsed = fireArguments(call.words);
  // What is relative would be a folder of the daemon's own.
  const cwd = isAbsolute(call.cwd) ? realPath(call.cwd) : "";
  if (!parsed || !isAsHere(call) || cwd === "" || !isFolder(cwd)) return null;
  let out = "";
  let err = "";
  let stdin = "";
  const caller: Caller = {
    env: call.env,
    cwd: () => cwd,
    typed: () => call.terminals.has(0),
    read: () => stdin,
    write(stream, text) {
      if (stream === 1) out += text;
      else err += text;
    },
    looks: (stream) => call.terminals.has(stream),
    lent: true,
    get ending() {
      return end.signal;
    },
    stock: stock.lend(call.env),
  };
  if (readsStdin(parsed.options, caller)) {
    const given = await call.stdin();
    if (given === null) return null;
    stdin = given;
  }
  const answered = quick(["fire", ...call.words], judge, caller);
  if (typeof answered === "number") return { status: answered, out, err };
  try {
    const status = await runFire(parsed.event, { ...parsed.options, stdin: answered.stdin }, caller);
    return { status, out, err };
  } catch (error) {
    if (error instanceof OwnProcessNeeded || end.isAborted()) return null;
    const status = complain(error, (text) => caller.write(2, text), call.env);
    return { status, out, err };
  }
}

/** True if nothing that holds for a whole process is other than in this one. */
function isAsHere({ env, umask }: RemoteCall): boolean {
  if (umask !== ownUmask || !ofProcess.every((name) => env[name] === process.env[name])) return false;
  // Who has no home folder has the one that the machine knows, not that of this process.
  return isAbsolute(env.HOME ?? "") || !isAbsolute(process.env.HOME ?? "");
}
