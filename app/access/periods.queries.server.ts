import { AccessPeriod } from "db/entities/access-period";
import { columnsAs } from "db/entity-columns.server";
import { type RowOf, uuid } from "db/sql";
import { statement } from "db/statement.server";

const LISTED = columnsAs("a", AccessPeriod, "id", "cause", "since", "tier", "days", "until", "takenBackAt");
const NEWEST = statement("periods.newest", LISTED)`
  select ${LISTED} from access_periods a where a.member_id = ${uuid("memberId")} order by a.serial_number desc limit 50`;

/** An entry in the list of a member's access periods. */
export type ListedPeriod = RowOf<typeof LISTED>;

/** The newest fifty entries of a member's list, including reversed ones. */
export const periodsOf = (memberId: string): Promise<ListedPeriod[]> => NEWEST.all({ memberId });
