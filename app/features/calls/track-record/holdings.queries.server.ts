import { AUDIENCES } from "db/columns";
import { IS_PUBLISHED, PUBLISHED } from "db/published";
import { array, literal, text, uuid } from "db/sql";
import { statement } from "db/statement.server";
import { accessTo, canReadInFull } from "~/access/access.server";
import type { Viewer } from "~/auth/viewer.server";
import type { CallState } from "../call-events.rules";

const RECORD = { kind: literal(["alert", "pick"])("kind"), id: uuid("recordId") };
const READERS = { alerts: array(text)("alertsFor"), picks: array(text)("picksFor") };

const OF_RECORD = statement("holdings.of-record", { disclosure: text.orNull })`
  select disclosure from trade_alerts
   where ${RECORD.kind} = 'alert' and id = ${RECORD.id} and audience = any(${READERS.alerts}::text[]) and ${PUBLISHED}
  union all
  select disclosure from stock_picks
   where ${RECORD.kind} = 'pick' and id = ${RECORD.id} and audience = any(${READERS.picks}::text[]) and ${IS_PUBLISHED}`;

/**
 * What a call's author holds, as its record says it: for who may read that record. Undefined for all others, and where the record is
 * gone; `disclosure` is null where nothing was said.
 */
export async function holdingsOf(
  viewer: Viewer,
  { kind, recordId }: Pick<CallState, "kind" | "recordId">,
): Promise<{ disclosure: string | null } | undefined> {
  const readersOf = (locked: "trade alert" | "stock pick") =>
    AUDIENCES.filter((audience) => canReadInFull(accessTo(locked, viewer), audience));
  const [alertsFor, picksFor] = [readersOf("trade alert"), readersOf("stock pick")];
  if (kind === "brief" || alertsFor.length + picksFor.length === 0) return undefined;
  return OF_RECORD.first({ kind, recordId, alertsFor, picksFor });
}
