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
 * SQLSTATEs by which a server says that it is not there for us, see PostgreSQL's appendix "Error Codes":
 * connection exceptions, too many connections, statement or idle transaction timed out, shutting down, starting, and
 * no longer the primary: it only reads.
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

/** What the driver and the pool say in words only. */
const MESSAGES = [
  "Connection terminated",
  "Connection ended unexpectedly",
  "Client has encountered a connection error",
  "Client was closed and is not queryable",
  NO_ANSWER,
  "timeout expired",
  "timeout exceeded when trying to connect",
  NO_CONNECTION,
  // Of the query builder: the connection was lost within a unit of work, which has ended by that.
  "Transaction query already complete",
];

/**
 * Whether an error means that the database cannot be reached now (refused, reset, terminated, no free connection
 * in time, no answer in time, shutting down or starting, only reading), so that trying later may help. A wrong query or a
 * refused value is not that.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  return causeChain(error).some((cause) => {
    const code = "code" in cause && typeof cause.code === "string" ? cause.code : "";
    if (NETWORK_CODES.has(code) || SERVER_CODES.has(code) || isPoolerLoss(cause)) return true;
    return MESSAGES.some((message) => cause.message.includes(message));
  });
}

/** The error itself and everything it says it came from. */
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
