import { isDatabaseUnavailable } from "db/orm.server";
import type { PooledSession } from "db/pooled-session.server";
import { UnfitDatabaseError } from "db/unfit-database";
import type { Config } from "~/platform/config.server";

/** How long a production server waits for its database, because orchestrators start both at once. */
export const DATABASE_WAIT_MS = 30_000;

const RETRY_MS = 1_000;

/** sysexits.h: EX_UNAVAILABLE for a possible retry, EX_CONFIG for a wrong configuration. */
const EXIT = { away: 69, refuses: 78 } as const;

type Waiting = {
  patienceMs: number;
  now: () => number;
  sleep: (ms: number) => Promise<void>;
  /** Logged once, after a failed first attempt. */
  onWait?: () => void;
};

/**
 * Retries until a database answers or the time is up.
 * @throws the last error, or immediately an error that waiting cannot fix
 */
export async function waitForDatabase<Result>(
  connect: () => Promise<Result>,
  { patienceMs, now, sleep, onWait }: Waiting,
): Promise<Result> {
  const until = now() + patienceMs;
  for (let tries = 0; ; tries += 1) {
    try {
      return await connect();
    } catch (error) {
      if (!isDatabaseUnavailable(error) || now() >= until) throw error;
      if (tries === 0) onWait?.();
      await sleep(RETRY_MS);
    }
  }
}

/** @throws when database sessions use another time zone, because days would be silently wrong */
export function checkPooledSession({ timeZone }: PooledSession): void {
  if (/^(Etc\/)?(UTC|UCT|Zulu|Universal|GMT)$/i.test(timeZone)) return;
  const remedy = "alter role … set timezone = 'UTC'";
  throw new UnfitDatabaseError(
    `sessions behind the pooler have the time zone ${timeZone}, not UTC: ${remedy}`,
  );
}

export const databaseHost = (databaseUrl: string): string => {
  const { hostname, port } = new URL(databaseUrl);
  return `${hostname}:${port || 5432}`;
};

/** SQLSTATEs of a server that refuses us: wrong user, database or permission. */
const REFUSALS = /^(28...|3D000|42501)$/;

/** Error codes of Node and OpenSSL for an untrusted certificate. */
const CERTIFICATE_FAULTS = /CERT|^UNABLE_TO_|^HOSTNAME_MISMATCH$/;

/**
 * Whether the address requires an unsupported kind of encryption. The driver reports one of the reasons as
 * text only.
 */
const isUnencrypted = (error: unknown): boolean =>
  CERTIFICATE_FAULTS.test(errorCode(error)) ||
  (error instanceof Error && error.message.includes("does not support SSL"));

/**
 * A one-line message for an unavailable or refusing database, without the password.
 * @returns undefined for other errors
 */
export function describeDatabaseError(
  error: unknown,
  addresses: Pick<Config, "databaseUrl" | "databaseDirectUrl">,
): { line: string; exitCode: number } | undefined {
  if (error instanceof UnfitDatabaseError) {
    return { line: `DATABASE_URL: ${error.message}`, exitCode: EXIT.refuses };
  }
  const { names, hosts } = describeAddresses(addresses);
  if (isDatabaseUnavailable(error)) {
    return {
      line: `${names}: no database is responding at ${hosts} (${errorReason(error)})`,
      exitCode: EXIT.away,
    };
  }
  if (isUnencrypted(error)) {
    const line = `${names}: no encrypted connection to the database at ${hosts} (${errorReason(error)}); see its sslmode`;
    return { line, exitCode: EXIT.refuses };
  }
  if (!REFUSALS.test(errorCode(error))) return undefined;
  return {
    line: `${names}: the database at ${hosts} refuses access (${errorReason(error)})`,
    exitCode: EXIT.refuses,
  };
}

/** Describes which of two reasons it was. */
function describeAddresses({
  databaseUrl,
  databaseDirectUrl,
}: Pick<Config, "databaseUrl" | "databaseDirectUrl">): { names: string; hosts: string } {
  if (databaseUrl === databaseDirectUrl) return { names: "DATABASE_URL", hosts: databaseHost(databaseUrl) };
  return {
    names: "DATABASE_URL, DATABASE_DIRECT_URL",
    hosts: `${databaseHost(databaseUrl)} or ${databaseHost(databaseDirectUrl)}`,
  };
}

const errorCode = (error: unknown) =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";

/** Node's error has no message when both addresses of a name failed. */
function errorReason(error: unknown): string {
  if (!(error instanceof Error)) return "no reason given";
  const first = error instanceof AggregateError ? (error.errors[0] as Error | undefined) : undefined;
  return (error.message || first?.message || errorCode(error)).split("\n", 1)[0]?.trim() ?? "";
}
