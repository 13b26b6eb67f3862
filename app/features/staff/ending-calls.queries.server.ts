import { Call } from "db/entities/call";
import { columns } from "db/entity-columns.server";
import { day, int, literal } from "db/sql";
import { statement } from "db/statement.server";
import { can } from "~/features/auth/permissions.server";
import type { StaffViewer } from "~/features/auth/viewer.server";

/** Shown of the calls that end next. */
const ENDING = 6;

const ENDS = {
  ...columns(Call, "id", "direction", "name"),
  kind: literal(["alert", "pick"]),
  on: day.present.from`last_day`,
  inDays: int.from`last_day - (now() at time zone 'UTC')::date`,
};
const NEXT_TO_END = statement("dashboard.next-to-end", ENDS)`
  select ${ENDS} from calls where state = 'open' and kind <> 'brief' and last_day is not null
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

/** The calls that end next, for who may open them. */
export async function nextToEnd(viewer: StaffViewer): Promise<EndingCall[]> {
  return can(viewer, "trade-alerts.read") ? NEXT_TO_END.all({ limit: ENDING }) : [];
}
