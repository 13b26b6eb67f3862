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
 * The author's holdings from a call's record, for readers of that record. Undefined for others, or without a
 * record. `disclosure` is null if the record has none.
 */
export async function holdingsOf(
  viewer: Viewer,
  { kind, recordId }: Pick<CallState, "kind" | "recordId">,
): Promise<{ disclosure: string | null } | undefined> {
  const readableAudiences = (product: "trade alert" | "stock pick") =>
    AUDIENCES.filter((audience) => canReadInFull(accessTo(product, viewer), audience));
  const [alertsFor, picksFor] = [readableAudiences("trade alert"), readableAudiences("stock pick")];
  if (kind === "brief" || alertsFor.length + picksFor.length === 0) return undefined;
  return OF_RECORD.first({ kind, recordId, alertsFor, picksFor });
}
