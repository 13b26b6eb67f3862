import { text } from "./sql";
import { statement } from "./statement.server";

/**
 * Settings that every session behind a pooler must have by default, because clients cannot set them there.
 */
const SETTINGS = {
  timeZone: text.from`current_setting('TimeZone')`,
  /** When the server cancels a statement, with the unit. 0 for never. */
  statementTimeout: text.from`current_setting('statement_timeout')`,
};

const READ = statement("pooled-session.settings", SETTINGS)`select ${SETTINGS}`;

export type PooledSession = { timeZone: string; statementTimeout: string };

/** The settings of any session that the pooler provides. */
export async function readPooledSession(): Promise<PooledSession> {
  const found = await READ.first();
  if (!found) throw new Error("A session tells nothing of its settings");
  return found;
}
