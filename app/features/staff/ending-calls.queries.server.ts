import { Call } from "db/entities/call";
import { columns } from "db/entity-columns.server";
import { SITE_TODAY } from "db/site-day";
import { day, int, literal } from "db/sql";
import { statement } from "db/statement.server";
import { can } from "~/auth/permissions.server";
import type { StaffViewer } from "~/auth/viewer.server";
import { WAITS_DAYS } from "~/features/calls/settlement/overdue-calls.queries.server";

/** Shown of the calls that end next. */
const ENDING = 6;

const ENDS = {
  ...columns(Call, "id", "direction", "name"),
  kind: literal(["alert", "pick"]),
  on: day.present.from`last_day`,
  inDays: int.from`last_day - ${SITE_TODAY}`,
};
const NEXT_TO_END = statement("dashboard.next-to-end", ENDS)`
  select ${ENDS} from calls where state = 'open' and kind <> 'brief' and last_day >= ${SITE_TODAY} - ${WAITS_DAYS}
   order by last_day, id limit ${int("limit")}`;

/** An open call with the day on which it ends; `inDays` is below nought where its last price is still to come. */
export type EndingCall = {
  id: string;
  kind: "alert" | "pick";
  direction: "buy" | "sell";
  name: string;
  on: string;
  inDays: number;
};

/** The calls that end next, without those that are overdue: what somebody must do something about stands above. For who may open them. */
export async function nextToEnd(viewer: StaffViewer): Promise<EndingCall[]> {
  return can(viewer, "trade-alerts.read") ? NEXT_TO_END.all({ limit: ENDING }) : [];
}
