import { text } from "./sql";
import { statement } from "./statement.server";

/** What must be so by itself in every session behind a pooler, where nobody can be told. */
const SETTINGS = {
  timeZone: text.from`current_setting('TimeZone')`,
  /** After which the server cancels a statement, with its unit; 0 for never. */
  statementTimeout: text.from`current_setting('statement_timeout')`,
};

const READ = statement("pooled-session.settings", SETTINGS)`select ${SETTINGS}`;

export type PooledSession = { timeZone: string; statementTimeout: string };

/** The settings of whichever session of the pooler comes. */
export async function readPooledSession(): Promise<PooledSession> {
  const found = await READ.first();
  if (!found) throw new Error("A session tells nothing of its settings");
  return found;
}
