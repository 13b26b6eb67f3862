import { Call } from "db/entities/call";
import { columns } from "db/entity-columns.server";
import { SITE_TODAY } from "db/site-day";
import { day, int, literal } from "db/sql";
import { statement } from "db/statement.server";
import { can } from "~/auth/permissions.server";
import type { StaffViewer } from "~/auth/viewer.server";
import { WAITS_DAYS } from "~/features/calls/settlement/overdue-calls.queries.server";

/** The number of calls shown. */
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

/** An open call with its last day; `inDays` is negative if its last price is missing. */
export type EndingCall = {
  id: string;
  kind: "alert" | "pick";
  direction: "buy" | "sell";
  name: string;
  on: string;
  inDays: number;
};

/** The calls that end next, for viewers who may open them. Overdue calls are listed under "Needs attention". */
export async function nextToEnd(viewer: StaffViewer): Promise<EndingCall[]> {
  return can(viewer, "trade-alerts.read") ? NEXT_TO_END.all({ limit: ENDING }) : [];
}
