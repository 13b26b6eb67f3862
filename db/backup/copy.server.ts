import type { Readable, Writable } from "node:stream";
import type { Knex } from "@mikro-orm/postgresql";
import { from, to } from "pg-copy-streams";
import type { RawConnection } from "../connection-health.server";
import type { TableShape } from "./catalog.server";

/** A stream of rows in PostgreSQL's text format. `rowCount` is correct once the stream has ended. */
export type RowSource = Readable & { rowCount: number };
export type RowSink = Writable & { rowCount: number };

/** A value has one text form only under fixed settings on both sides. The limits for waiting are off. */
const SETTINGS = [
  "set local client_encoding = 'UTF8'",
  "set local datestyle = 'ISO, YMD'",
  "set local intervalstyle = 'postgres'",
  "set local timezone = 'UTC'",
  "set local extra_float_digits = 1",
  "set local bytea_output = 'hex'",
  "set local statement_timeout = 0",
  "set local idle_in_transaction_session_timeout = 0",
];

/** Call it first in a transaction that copies. */
export async function prepareForCopying(transaction: Knex): Promise<void> {
  for (const setting of SETTINGS) await transaction.raw(setting);
}

/** @param query a table with its columns, or a query in brackets */
export async function copyFrom(transaction: Knex, query: string): Promise<RowSource> {
  const source = to(`copy ${query} to stdout`);
  (await rawConnection(transaction)).query(source);
  return source;
}

/** @param target a table with its columns */
export async function copyInto(transaction: Knex, target: string): Promise<RowSink> {
  const sink = from(`copy ${target} from stdin`);
  (await rawConnection(transaction)).query(sink);
  return sink;
}

/** A table with its columns, as `copy` names it. */
export const copyTarget = ({ name, columns }: TableShape): string =>
  `${quoted(name)} (${columns.map(quoted).join(", ")})`;

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** A transaction has one connection: each call returns the same. */
function rawConnection(transaction: Knex): Promise<RawConnection> {
  const { client } = transaction as unknown as { client: { acquireConnection(): Promise<RawConnection> } };
  return client.acquireConnection();
}
