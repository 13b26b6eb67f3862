import { LedgerCheck } from "db/entities/ledger-check";
import { columns } from "db/entity-columns.server";
import { timestamp } from "db/sql";
import { statement } from "db/statement.server";

const LAST = {
  ...columns(LedgerCheck, "seq", "hash", "askedFor", "problems"),
  finishedAt: timestamp.present.from`finished_at`,
};
const LAST_CHECK = statement("check-ledger.last", LAST)`
  select ${LAST} from ledger_checks where finished_at is not null order by id desc limit 1`;

/**
 * What the last check of the whole ledger found, up to which event, and the hash of that; undefined before the first. Problems name rows, and what
 * is wrong with a call names its terms: they are for staff.
 */
export const lastLedgerCheck = () => LAST_CHECK.first();

const UNDER_WAY = statement("check-ledger.under-way", columns(LedgerCheck, "startedAt"))`
  select started_at as "startedAt" from ledger_checks where finished_at is null`;

/** Since when a check is under way; undefined where none is. */
export const checkUnderWay = async (): Promise<Date | undefined> => (await UNDER_WAY.first())?.startedAt;

/**
 * The same for everybody. What is wrong with a row may tell the terms of a call that is not public: `problems` is how much it is.
 * @property at when it ended
 */
export async function toldLedgerCheck() {
  const [last, underWay] = await Promise.all([lastLedgerCheck(), checkUnderWay()]);
  if (!last) return { underWay };
  const { finishedAt: at, problems, ...check } = last;
  return { underWay, last: { ...check, at, problems: problems.length } };
}
