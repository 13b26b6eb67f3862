import { query } from "db/query.server";
import type { StaffViewer } from "~/features/auth/viewer.server";
import { standingText } from "~/features/entitlements/term.rules";
import { config } from "~/platform/config.server";
import { formatTime } from "~/ui/dates";

export type LoggedChange = {
  id: string;
  at: Date;
  who: string;
  action: string;
  resource: string;
  recordId: string;
  title: string;
  fields: string[] | null;
  /** What a switch led to. */
  to: string | null;
  /** What there was before, with the end that went with it. */
  was: string | null;
  /** In words: the end of a term that was set, and the one before. */
  access: string | null;
  /** The record was deleted or archived, by this change or since. */
  gone: boolean;
};

type Stored = Omit<LoggedChange, "was" | "access"> & {
  from: string | null;
  until: { from: string | null; to: string | null } | null;
};

function inWords({ from, until, ...change }: Stored): LoggedChange {
  const { siteTz } = config();
  if (from) {
    const was = standingText({ tier: from, until: until?.from }, siteTz, "short-date");
    return { ...change, was, access: null };
  }
  const end = (iso: string | null) =>
    iso ? `until ${formatTime(iso, "short-date", siteTz)}` : "without an end date";
  return { ...change, was: null, access: until && `access ${end(until.to)}, was ${end(until.from)}` };
}

const COLUMNS = `id, created_at as at, staff_name as who, action, resource, record_id as "recordId",
  record_title as title, detail -> 'fields' as fields, detail ->> 'to' as to,
  detail ->> 'from' as "from", detail -> 'until' as until,
  exists (select 1 from changes as other
           where other.resource = changes.resource and other.record_id = changes.record_id
             and other.action in ('deleted', 'archived')) as gone`;

/** What is not open to a role is not told of it either. */
const ROLE_CONDITION: Record<StaffViewer["role"], string> = {
  superadmin: "",
  admin: "where resource not in ('settings', 'profile-settings', 'banner')",
  editor: "where resource in ('news', 'videos')",
};

/** The newest lines of the change log, of the screens that are open to this member of staff. */
export async function lastChanges({ role }: StaffViewer, limit = 8): Promise<LoggedChange[]> {
  const found = await query<Stored>(
    `select ${COLUMNS} from changes ${ROLE_CONDITION[role]} order by created_at desc, id desc limit ?`,
    [limit],
  );
  return found.map(inWords);
}

/** The newest lines about one record. */
export async function changesOf(resource: string, recordId: string, limit = 10): Promise<LoggedChange[]> {
  const found = await query<Stored>(
    `select ${COLUMNS} from changes where resource = ? and record_id = ?
      order by created_at desc, id desc limit ?`,
    [resource, recordId, limit],
  );
  return found.map(inWords);
}
