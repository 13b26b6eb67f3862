import { isDatabaseUnavailable } from "db/orm.server";
import type { PooledSession } from "db/pooled-session.server";
import { UnfitDatabaseError } from "db/unfit-database";
import type { Config } from "~/platform/config.server";

/** How long a server in production waits for its database: orchestrators start both at once. */
export const DATABASE_WAIT_MS = 30_000;

const RETRY_MS = 1_000;

/** sysexits.h: EX_UNAVAILABLE, trying again may help; EX_CONFIG, somebody has something to set right before. */
const EXIT = { away: 69, refuses: 78 } as const;

type Waiting = {
  patienceMs: number;
  now: () => number;
  sleep: (ms: number) => Promise<void>;
  /** Once, when the first try found nobody. */
  onWait?: () => void;
};

/** Tries until a database answers or patience ends. @throws what the last try threw, or at once what waiting cannot mend */
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

/** @throws when sessions count days otherwise than we do: times would be wrong, and nothing would say so. */
export function checkPooledSession({ timeZone }: PooledSession): void {
  if (/^(Etc\/)?(UTC|UCT|Zulu|Universal|GMT)$/i.test(timeZone)) return;
  const remedy = "alter role … set timezone = 'UTC'";
  throw new UnfitDatabaseError(
    `sessions behind the pooler have the time zone ${timeZone}, not UTC: ${remedy}`,
  );
}

export const hostOf = (databaseUrl: string): string => {
  const { hostname, port } = new URL(databaseUrl);
  return `${hostname}:${port || 5432}`;
};

/** SQLSTATEs by which a server that is there turns us away: who we are, which database, what we may. */
const REFUSALS = /^(28...|3D000|42501)$/;

/** What Node and OpenSSL call a certificate that cannot be trusted. */
const CERTIFICATE_FAULTS = /CERT|^UNABLE_TO_|^HOSTNAME_MISMATCH$/;

/** Whether the address asks for a kind of encryption that there is not. The driver says one of the reasons in words only. */
const isUnencrypted = (error: unknown): boolean =>
  CERTIFICATE_FAULTS.test(codeOf(error)) ||
  (error instanceof Error && error.message.includes("does not support SSL"));

/**
 * What to tell an operator whose database is away, or turns us away, in one line without the address's password.
 * @returns undefined for anything else that broke
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
    return { line: `${names}: no database answers at ${hosts} (${reasonOf(error)})`, exitCode: EXIT.away };
  }
  if (isUnencrypted(error)) {
    const line = `${names}: no encrypted connection to the database at ${hosts} (${reasonOf(error)}); see its sslmode`;
    return { line, exitCode: EXIT.refuses };
  }
  if (!REFUSALS.test(codeOf(error))) return undefined;
  return {
    line: `${names}: the database at ${hosts} refuses us (${reasonOf(error)})`,
    exitCode: EXIT.refuses,
  };
}

/** Which of two it was, the reason tells. */
function describeAddresses({
  databaseUrl,
  databaseDirectUrl,
}: Pick<Config, "databaseUrl" | "databaseDirectUrl">): { names: string; hosts: string } {
  if (databaseUrl === databaseDirectUrl) return { names: "DATABASE_URL", hosts: hostOf(databaseUrl) };
  return {
    names: "DATABASE_URL, DATABASE_DIRECT_URL",
    hosts: `${hostOf(databaseUrl)} or ${hostOf(databaseDirectUrl)}`,
  };
}

const codeOf = (error: unknown) =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";

/** Where both addresses of a name were tried, Node's own error has no message. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "no reason given";
  const first = error instanceof AggregateError ? (error.errors[0] as Error | undefined) : undefined;
  return (error.message || first?.message || codeOf(error)).split("\n", 1)[0]?.trim() ?? "";
}
