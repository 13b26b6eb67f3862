import { isDatabaseUnavailable } from "db/orm.server";

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

export const hostOf = (databaseUrl: string): string => {
  const { hostname, port } = new URL(databaseUrl);
  return `${hostname}:${port || 5432}`;
};

/** SQLSTATEs by which a server that is there turns us away: who we are, which database, what we may. */
const REFUSALS = /^(28...|3D000|42501)$/;

/**
 * What to tell an operator whose database is away, or turns us away, in one line without the address's password.
 * @returns undefined for anything else that broke
 */
export function describeDatabaseError(
  error: unknown,
  databaseUrl: string,
): { line: string; exitCode: number } | undefined {
  if (isDatabaseUnavailable(error)) {
    const line = `DATABASE_URL: no database answers at ${hostOf(databaseUrl)} (${reasonOf(error)})`;
    return { line, exitCode: EXIT.away };
  }
  if (!REFUSALS.test(codeOf(error))) return undefined;
  const line = `DATABASE_URL: the database at ${hostOf(databaseUrl)} refuses us (${reasonOf(error)})`;
  return { line, exitCode: EXIT.refuses };
}

const codeOf = (error: unknown) =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";

/** Where both addresses of a name were tried, Node's own error has no message. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "no reason given";
  const first = error instanceof AggregateError ? (error.errors[0] as Error | undefined) : undefined;
  return (error.message || first?.message || codeOf(error)).split("\n", 1)[0]?.trim() ?? "";
}
