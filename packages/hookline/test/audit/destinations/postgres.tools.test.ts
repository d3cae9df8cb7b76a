import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTable } from "../../../src/audit/destinations/postgres.ts";
import { shipAll } from "../../../src/audit/destinations/ship-all.ts";
import { leafHash } from "../../../src/audit/record.ts";
import { chainFiles, execution } from "./chain-files.ts";
import { adminPassword, type PostgresServer, postgresFolder, startPostgres } from "./postgres-server.ts";

describe.skipIf(postgresFolder === null)("a PostgreSQL server", { timeout: 60_000 }, () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  }, 60_000);
  afterAll(() => server.stop());

  const env = () => ({ AUDIT_DB: server.url("admin", adminPassword) });
  const to = (table: string, more: object = {}) => ({
    type: "postgres",
    connectionEnv: "AUDIT_DB",
    table,
    create: true,
    ...more,
  });

  it("gets every record once, with its exact line, however often it is sent", async () => {
    const files = chainFiles();
    const lines = [...files.append(240), ...files.append(1, { ...execution, error: "exit 1" })];
    expect(await shipAll(files.folder, [to("all_records")], { env: env() })).toMatchObject([
      { state: "done", sent: 241, error: "" },
    ]);
    // Another destination of the same table begins at the beginning.
    const again = to("all_records", { name: "again" });
    expect(await shipAll(files.folder, [again], { env: env() })).toMatchObject([
      { state: "done", sent: 241 },
    ]);
    const rows = await server.admin("select * from all_records order by seq");
    expect(rows.map(({ line }) => line)).toEqual(lines);
    expect(rows.map(({ hash }) => hash)).toEqual(lines.map((line) => leafHash(line)));
    expect(rows[0]).toMatchObject({
      seq: "1",
      time: new Date("2026-11-15T09:14:02.123Z"),
      kind: "decision",
      event: "PreToolUse",
      session: "session-1",
      tool: "Bash",
      verdict: "deny",
      reason: "that would push by force",
      user_name: "ada",
      failed_open: false,
      duration_ms: 10,
    });
    expect(rows[240]).toMatchObject({ kind: "execution", result: "error", verdict: null, reason: "exit 1" });
    const [found] = await server.admin(
      "select count(*) from all_records where record #>> '{actor,agents,0,type}' = 'reviewer'",
    );
    expect(found).toEqual({ count: "241" });
  });

  it("stores what a text of PostgreSQL cannot hold, and the exact line beside it", async () => {
    const files = chainFiles();
    const odd = "nul \0, half \ud83d, quote ' \" \\ {}, emoji 🧶";
    const lines = files.append(2, {
      reason: odd,
      session: odd,
      tool: { name: odd, kind: odd, useId: "{NULL}" },
    });
    expect(await shipAll(files.folder, [to("odd_texts")], { env: env() })).toMatchObject([
      { state: "done", sent: 2 },
    ]);
    const [row] = await server.admin("select *, record ->> 'reason' as told from odd_texts where seq = 1");
    const shown = odd.replace("\0", "\ufffd").replace("\ud83d", "\ufffd");
    expect(row).toMatchObject({
      reason: shown,
      told: shown,
      tool: shown,
      tool_use_id: "{NULL}",
      line: lines[0],
    });
  });

  it("keeps chains apart that have the same name on two machines", async () => {
    const one = chainFiles();
    const other = chainFiles();
    one.append(3);
    other.append(3, { session: "of another machine" });
    for (const { folder } of [one, other]) await shipAll(folder, [to("two_machines")], { env: env() });
    const [found] = await server.admin(
      "select count(*), count(distinct chain_id) as chains from two_machines",
    );
    expect(found).toEqual({ count: "6", chains: "2" });
  });

  it("tells when the table holds another record in the place of one", async () => {
    const files = chainFiles();
    files.append(2);
    await shipAll(files.folder, [to("changed_rows")], { env: env() });
    await server.admin("update changed_rows set hash = 'forged' where seq = 2");
    const [done] = await shipAll(files.folder, [to("changed_rows", { name: "again" })], { env: env() });
    expect(done).toMatchObject({
      state: "failed",
      error: expect.stringMatching(/holds another record 2 .*verify/),
    });
  });

  it("needs no more than the right to insert", async () => {
    const files = chainFiles();
    files.append(2);
    await server.admin(createTable("insert_only"));
    await server.admin("create role writer login password 'writer-pass'");
    const writer = { AUDIT_DB: server.url("writer", "writer-pass") };
    const settings = to("insert_only", { create: false });
    const [refused] = await shipAll(files.folder, [settings], { env: writer });
    expect(refused).toMatchObject({ state: "failed", error: expect.stringContaining("grant insert on it") });
    await server.admin("grant insert on insert_only to writer");
    expect(await shipAll(files.folder, [settings], { env: writer })).toMatchObject([
      { state: "done", sent: 2 },
    ]);
    const again = { ...settings, name: "again" };
    expect(await shipAll(files.folder, [again], { env: writer })).toMatchObject([{ state: "done", sent: 2 }]);
  });

  it("says what to do about a missing table and a wrong password, and shows no password", async () => {
    const files = chainFiles();
    files.append(1);
    const [missing] = await shipAll(files.folder, [to("not_there", { create: false })], { env: env() });
    expect(missing?.error).toMatch(/there is no table not_there: make it, or set "create": true/);
    const wrong = { AUDIT_DB: server.url("admin", "hunter2-wrong") };
    const [refused] = await shipAll(files.folder, [to("not_there")], { env: wrong });
    expect(refused?.error).toMatch(/does not let this user in/);
    expect(JSON.stringify(refused)).not.toContain("hunter2");
    const [odd] = await shipAll(files.folder, [to("not_there")], {
      env: { AUDIT_DB: "postgresql://a:hunter2@[bad" },
    });
    expect(odd?.state).toBe("failed");
    expect(JSON.stringify(odd)).not.toContain("hunter2");
  });

  it("gives up within its time on a server that hangs, and delivers when it is back", async () => {
    const files = chainFiles();
    files.append(5);
    const settings = to("hung_server", { timeoutSeconds: 1 });
    await shipAll(files.folder, [settings], { env: env() });
    files.append(5);
    // It takes connections still, and says nothing on them.
    server.process.kill("SIGSTOP");
    const started = performance.now();
    const [failed] = await shipAll(files.folder, [settings], { env: env() });
    expect(performance.now() - started).toBeLessThan(10_000);
    server.process.kill("SIGCONT");
    expect(failed).toMatchObject({ state: "failed", sent: 0 });
    expect(await shipAll(files.folder, [settings], { env: env() })).toMatchObject([
      { state: "done", sent: 5 },
    ]);
    expect(await server.admin("select count(*) from hung_server")).toEqual([{ count: "10" }]);
  });
});
