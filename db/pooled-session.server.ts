import { query } from "./query.server";

/** What must be so by itself in every session behind a pooler, where nobody can be told. */
export type PooledSession = {
  timeZone: string;
  /** Seconds after which the server cancels a statement, 0 for never. */
  statementTimeout: number;
};

/** The settings of whichever session of the pooler comes. */
export async function readPooledSession(): Promise<PooledSession> {
  const [found] = await query<PooledSession>(
    `select current_setting('TimeZone') as "timeZone",
            extract(epoch from current_setting('statement_timeout')::interval)::float as "statementTimeout"`,
  );
  if (!found) throw new Error("A session tells nothing of its settings");
  return found;
}
