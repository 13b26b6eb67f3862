import { NO_ANSWER } from "./connection-health.server";
import { NO_CONNECTION } from "./connection-wait.server";
import { isPoolerLoss } from "./pooler-loss";

const NETWORK_CODES = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ECONNABORTED",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
]);

/**
 * SQLSTATEs of an unavailable server, see PostgreSQL's appendix "Error Codes". Connection exceptions, too
 * many connections, statement or idle transaction timed out, shutting down, starting. Also read-only: no
 * longer the primary.
 */
const SERVER_CODES = new Set([
  "08000",
  "08001",
  "08003",
  "08004",
  "08006",
  "25006",
  "25P03",
  "53300",
  "57014",
  "57P01",
  "57P02",
  "57P03",
  "57P05",
]);

/** Errors of the driver and the pool that have a message but no code. */
const MESSAGES = [
  "Connection terminated",
  "Connection ended unexpectedly",
  "Client has encountered a connection error",
  "Client was closed and is not queryable",
  NO_ANSWER,
  "timeout expired",
  "timeout exceeded when trying to connect",
  NO_CONNECTION,
  // From the query builder: the connection was lost within a unit of work, which ended the unit.
  "Transaction query already complete",
];

/**
 * Whether an error means that the database is unavailable now, so that a later attempt may succeed: refused,
 * reset, terminated, no free connection or no answer in time, shutting down, starting, or read-only. A wrong
 * query or a refused value does not count.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  return causeChain(error).some((cause) => {
    const code = "code" in cause && typeof cause.code === "string" ? cause.code : "";
    if (NETWORK_CODES.has(code) || SERVER_CODES.has(code) || isPoolerLoss(cause)) return true;
    return MESSAGES.some((message) => cause.message.includes(message));
  });
}

/** The error itself and all its causes. */
function causeChain(error: unknown): Error[] {
  const found: Error[] = [];
  const waiting: unknown[] = [error];
  while (waiting.length > 0) {
    const next = waiting.shift();
    if (!(next instanceof Error) || found.includes(next)) continue;
    found.push(next);
    waiting.push(next.cause);
    if (next instanceof AggregateError) waiting.push(...next.errors);
  }
  return found;
}
