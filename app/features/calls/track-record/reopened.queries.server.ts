import { int } from "db/sql";
import { statement } from "db/statement.server";

const COUNT = statement("reopened.count", { calls: int })`
  select count(*)::int as calls from calls where reopened_at is not null and kind <> 'brief'`;

/** The number of calls reopened with a reason that readers see. */
export const reopenedCount = async (): Promise<number> => (await COUNT.first({}))?.calls ?? 0;
