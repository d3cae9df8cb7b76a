import type { Client } from "pg";
import { freshSocket } from "../../system/sockets.ts";
import { DeliveryError, defineDestination, type ShippedRecord } from "./destination.ts";
import { checkVariable, variable } from "./named-variables.ts";
import { loadPackages } from "./optional-packages.ts";
import { columns, rowOf } from "./postgres-rows.ts";

/** A table of PostgreSQL, one row for each record; a record that is there already is not stored again. */
export const postgres = defineDestination({
  type: "postgres",
  summary: "a table of PostgreSQL (package pg), one row for each record; sending again changes nothing",
  fields: { connectionEnv: "string", table: "string?", create: "boolean?" },
  identity: ["connectionEnv", "table"],
  check({ connectionEnv, table }) {
    if (table !== undefined && !/^[a-z_][a-z0-9_]{0,62}(?:\.[a-z_][a-z0-9_]{0,62})?$/.test(table))
      return `"table" must be a plain name such as hookline_audit or audit.hookline: small letters, digits and underscores`;
    return checkVariable("connectionEnv", connectionEnv);
  },
  async open(
    { connectionEnv, table = "hookline_audit", create = false },
    { env, chainId, timeoutMs, closing },
  ) {
    const { default: pg } = await loadPackages("postgres", ["pg"], () => import("pg"));
    closing.throwIfAborted();
    const socket = freshSocket();
    const drop = () => void socket.destroy();
    closing.addEventListener("abort", drop);
    const client = new pg.Client({
      stream: () => socket,
      connectionString: variable(env, "connectionEnv", connectionEnv),
      application_name: "hookline-audit",
      connectionTimeoutMillis: timeoutMs,
      statement_timeout: timeoutMs,
      lock_timeout: timeoutMs,
      query_timeout: timeoutMs,
      keepAlive: true,
    });
    // A connection that breaks while nothing is under way: the next statement says so.
    client.on("error", () => {});
    try {
      await client.connect();
      if (create) await client.query(createTable(table));
    } catch (error) {
      drop();
      throw failure(error, table);
    }
    return {
      async send(records, signal) {
        signal.addEventListener("abort", drop, { once: true });
        try {
          await insert(client, table, chainId, records);
        } catch (error) {
          throw failure(error, table);
        } finally {
          signal.removeEventListener("abort", drop);
        }
      },
      async close() {
        await client.end().catch(() => {});
      },
    };
  },
});

/** The statement that makes the table, for `create: true` and for those who make it themselves. */
export function createTable(table: string): string {
  const lines = columns.map(([name, type]) => `${name} ${type}`);
  return `create table if not exists ${quoted(table)} (${lines.join(", ")}, primary key (chain_id, seq))`;
}

async function insert(
  client: Client,
  table: string,
  chainId: string,
  records: readonly ShippedRecord[],
): Promise<void> {
  const rows = records.map((record) => rowOf(record, chainId));
  const lists = columns.map((_column, index) => rows.map((row) => row[index] ?? null));
  const parts = columns.map(([, type], index) => `$${index + 1}::${type.replace(" not null", "")}[]`);
  const names = columns.map(([name]) => name).join(", ");
  // Without a conflict target, so that the right to insert is enough.
  const { rowCount } = await client.query(
    `insert into ${quoted(table)} (${names}) select * from unnest(${parts.join(", ")}) on conflict do nothing`,
    lists,
  );
  if (rowCount !== records.length) await compare(client, table, chainId, records);
}

/** What was there already must be the same records: two chains under one name would hide one another. */
async function compare(
  client: Client,
  table: string,
  chainId: string,
  records: readonly ShippedRecord[],
): Promise<void> {
  let other: { rows: { seq: string }[] };
  try {
    other = await client.query(
      `select a.seq from ${quoted(table)} a join unnest($2::bigint[], $3::text[]) as b (seq, hash) on a.seq = b.seq
       where a.chain_id = $1 and a.hash <> b.hash order by a.seq limit 1`,
      [chainId, records.map(({ record }) => record.seq), records.map(({ hash }) => hash)],
    );
  } catch (error) {
    // Somebody who may only insert cannot look.
    if (codeOf(error) === "42501") return;
    throw error;
  }
  const [row] = other.rows;
  if (row)
    throw new DeliveryError(
      `${table} holds another record ${row.seq} of the chain ${chainId}: run "hookline audit verify", and compare the two`,
    );
}

function quoted(table: string): string {
  return table
    .split(".")
    .map((part) => `"${part}"`)
    .join(".");
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

function failure(error: unknown, table: string): DeliveryError {
  if (error instanceof DeliveryError) return error;
  const code = codeOf(error);
  const text = error instanceof Error ? error.message || code : String(error);
  if (code === "42P01")
    return new DeliveryError(`there is no table ${table}: make it, or set "create": true (${text})`);
  if (code === "42501")
    return new DeliveryError(`the database user may not write to ${table}: grant insert on it (${text})`);
  if (code === "28P01" || code === "28000")
    return new DeliveryError(
      `the database does not let this user in: check the variable with the connection (${text})`,
    );
  return new DeliveryError(`PostgreSQL: ${text}`);
}
