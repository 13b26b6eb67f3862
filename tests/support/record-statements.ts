import { processValues } from "db/per-process";

type Shared = { database?: { orm: { em: { getKnex(): Knex } } } };
type Knex = {
  on(event: "query", heard: (query: { sql: string }) => void): void;
  off(event: "query", heard: (query: { sql: string }) => void): void;
};

/** What each instance asks whoever visits it: every few seconds (`reloadNewerSettings`), and after a change (`nextMinutes`). */
const OF_NO_VISIT = [/\sfrom site_settings s order by s\.section$/, /\bas coming where at is not null$/];

/** The statements that the server sends while it answers. It runs in this process, so its pool can be listened to. */
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
