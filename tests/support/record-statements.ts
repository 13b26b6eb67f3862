import { processValues } from "db/per-process";

type Shared = { database?: { orm: { em: { getKnex(): Knex } } } };
type Knex = {
  on(event: "query", heard: (query: { sql: string }) => void): void;
  off(event: "query", heard: (query: { sql: string }) => void): void;
};

/**
 * Statements of every instance for any request: every few seconds (`reloadNewerSettings`), and after a
 * change (`nextMinutes`).
 */
const OF_NO_VISIT = [/\sfrom site_settings s order by s\.section$/, /\bas coming where at is not null$/];

/** The statements of the server's replies. It runs in this process, so the test can listen to its pool. */
export async function recordStatements(run: () => Promise<unknown>): Promise<string[]> {
  const knex = (processValues.get("database") as Shared | undefined)?.database?.orm.em.getKnex();
  if (!knex) throw new Error("The server keeps its database elsewhere now");
  const recorded: string[] = [];
  const onQuery = ({ sql }: { sql: string }) => {
    if (!OF_NO_VISIT.some((known) => known.test(sql))) recorded.push(sql);
  };
  knex.on("query", onQuery);
  await run();
  knex.off("query", onQuery);
  return recorded;
}
