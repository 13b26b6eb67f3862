import { LedgerCheck } from "db/entities/ledger-check";
import { columns } from "db/entity-columns.server";
import { timestamp } from "db/sql";
import { statement } from "db/statement.server";

const LAST = {
  ...columns(LedgerCheck, "seq", "problems"),
  finishedAt: timestamp.present.from`finished_at`,
};
const LAST_CHECK = statement("check-ledger.last", LAST)`
  select ${LAST} from ledger_checks where finished_at is not null order by id desc limit 1`;

/**
 * What the last check of the whole ledger found, and up to which event; undefined before the first. Problems name rows, and what
 * is wrong with a call names its terms: they are for staff.
 */
export const lastLedgerCheck = () => LAST_CHECK.first();
