import { BackupError } from "db/backup/backup-error";
import type { Config } from "~/platform/config.server";
import { log } from "~/platform/log.server";
import { describeStorageError } from "./storage-at-start";
import { describeDatabaseError } from "./wait-for-database";

/** What a failed command prints, and its exit code. */
export type Failure = { line: string; exitCode: number };

type Addresses = Pick<Config, "databaseUrl" | "databaseDirectUrl">;

/**
 * The one line about an error for the person who started the command. It has no SQL, no row's values and no
 * stack. The stack of an unexpected error comes before it: a server logs it, because nobody watches its start;
 * a command prints it with `LOG_LEVEL=debug`.
 */
export function describeFailure(error: unknown, addresses: Addresses, isServer = false): Failure {
  const known =
    describeDatabaseError(error, addresses) ?? describeStorageError(error) ?? describeBackupError(error);
  if (known) return known;
  const line = `Unexpected error: ${reasonOf(error)}`;
  if (isServer) {
    log().fatal({ err: error }, "the server failed");
    return { line, exitCode: 1 };
  }
  if (process.env.LOG_LEVEL === "debug") console.error(error);
  return { line: `${line} (LOG_LEVEL=debug shows where)`, exitCode: 1 };
}

const describeBackupError = (error: unknown): Failure | undefined =>
  error instanceof BackupError ? { line: error.message, exitCode: error.exitCode } : undefined;

/** PostgreSQL's own message follows the statement, which the query builder puts before it. */
function reasonOf(error: unknown): string {
  const { message, code } = error instanceof Error ? (error as Error & { code?: unknown }) : {};
  const isSqlState = typeof code === "string" && /^[0-9A-Z]{5}$/.test(code);
  const plain = isSqlState ? message?.split(" - ").at(-1) : message;
  // SQLSTATEs of class 22 quote the value that could not be read.
  const withoutValues = isSqlState && code.startsWith("22") ? plain?.replace(/"[^"]*"/g, '"…"') : plain;
  return withoutValues?.split("\n", 1)[0]?.trim() || "no reason given";
}
