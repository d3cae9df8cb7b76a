import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import { removeFolder } from "../../remove-folder.ts";

/** Where the programs of PostgreSQL are; null if they are nowhere. */
export const postgresFolder: string | null = findPrograms();

function findPrograms(): string | null {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).map((name) => join(debian, name, "bin")) : [];
  const places = [...versions.sort().reverse(), ...(process.env.PATH ?? "").split(delimiter)];
  return (
    places.find((place) => existsSync(join(place, "initdb")) && existsSync(join(place, "postgres"))) ?? null
  );
}

/** A database server of this test, on a port of 127.0.0.1, as a user that is not root. */
export interface PostgresServer {
  readonly process: ChildProcess;
  /** The connection string of a user with this password, for the database `postgres`. */
  url(user: string, password: string): string;
  /** Runs a statement as the one who may do everything. */
  admin(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  stop(): Promise<void>;
}

export const adminPassword = "adm1n-pass-of-the-test";

/** PostgreSQL refuses to run as root: then it is `nobody`. */
const other =
  process.getuid?.() === 0
    ? { uid: Number(execFileSync("id", ["-u", "nobody"])), gid: Number(execFileSync("id", ["-g", "nobody"])) }
    : {};

/** Makes a database cluster in a scratch folder and starts it. */
export async function startPostgres(): Promise<PostgresServer> {
  const programs = postgresFolder ?? "";
  const folder = mkdtempSync(join(tmpdir(), "hookline-pg-"));
  const passwordFile = join(folder, "password");
  writeFileSync(passwordFile, adminPassword);
  chmodSync(folder, 0o755);
  if (other.uid !== undefined)
    for (const path of [folder, passwordFile]) chownSync(path, other.uid, other.gid);
  const data = join(folder, "data");
  const options = { ...other, cwd: folder, env: { PATH: process.env.PATH ?? "", LC_ALL: "C", HOME: folder } };
  const init = [
    "-D",
    data,
    "-U",
    "admin",
    "--pwfile",
    passwordFile,
    "-A",
    "scram-sha-256",
    "-E",
    "UTF8",
    "--no-sync",
  ];
  execFileSync(join(programs, "initdb"), init, { ...options, stdio: "ignore" });
  const port = await freePort();
  const server = spawn(
    join(programs, "postgres"),
    ["-D", data, "-h", "127.0.0.1", "-p", String(port), "-k", folder, "-c", "fsync=off"],
    { ...options, stdio: "ignore" },
  );
  const url = (user: string, password: string) =>
    `postgresql://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`;
  const admin = async (text: string, values: unknown[] = []) => {
    const client = new Client({ connectionString: url("admin", adminPassword) });
    client.on("error", () => {});
    await client.connect();
    try {
      return (await client.query(text, values)).rows;
    } finally {
      await client.end();
    }
  };
  for (let tries = 0; ; tries++) {
    if (server.exitCode !== null) throw new Error(`postgres ended with ${server.exitCode}`);
    try {
      await admin("select 1");
      break;
    } catch (error) {
      if (tries > 200) throw error;
      await delay(100);
    }
  }
  return {
    process: server,
    url,
    admin,
    async stop() {
      const ended = once(server, "exit");
      server.kill("SIGCONT");
      server.kill("SIGINT");
      await ended;
      removeFolder(folder);
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" ? (address?.port ?? 0) : 0;
}
