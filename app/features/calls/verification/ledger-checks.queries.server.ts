import { LedgerCheck } from "db/entities/ledger-check";
import { columns } from "db/entity-columns.server";
import { timestamp } from "db/sql";
import { statement } from "db/statement.server";

/** The maximum number of problems: one changed row may cause several, and a thousand add nothing. */
export const MAX_PROBLEMS = 100;

const LAST = {
  ...columns(LedgerCheck, "seq", "hash", "askedFor", "problems"),
  finishedAt: timestamp.present.from`finished_at`,
};
const LAST_CHECK = statement("check-ledger.last", LAST)`
  select ${LAST} from ledger_checks where finished_at is not null order by id desc limit 1`;

/**
 * The last check of the whole ledger: its problems, its last event and that event's hash. Undefined before
 * the first check. Problems contain terms of calls, so they are for staff only.
 */
export const lastLedgerCheck = () => LAST_CHECK.first();

const UNDER_WAY = statement("check-ledger.under-way", columns(LedgerCheck, "startedAt"))`
  select started_at as "startedAt" from ledger_checks where finished_at is null`;

/** When the running check started; undefined without one. */
export const checkUnderWay = async (): Promise<Date | undefined> => (await UNDER_WAY.first())?.startedAt;

/**
 * The public part of the last check. Problems may reveal the terms of a call that is not public, so only
 * their number is included.
 * @property at when the check ended
 */
export async function publicLedgerCheck() {
  const [last, underWay] = await Promise.all([lastLedgerCheck(), checkUnderWay()]);
  if (!last) return { underWay };
  const { finishedAt: at, problems, ...check } = last;
  return { underWay, last: { ...check, at, problems: problems.length } };
}
