import { query } from "db/query.server";
import { can } from "~/features/auth/permissions.server";
import type { StaffViewer } from "~/features/auth/viewer.server";
import { entitlementText } from "~/features/entitlements/term.rules";
import { SCREENS } from "~/features/registry.server";
import { config } from "~/platform/config.server";
import { formatTime } from "~/ui/dates";

export type LoggedChange = {
  id: string;
  at: Date;
  who: string;
  action: string;
  /** What kind of record it was, as in 'edited the <one> …'. */
  one: string;
  title: string;
  /** Where the record is looked at or edited. */
  href?: string;
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

type Stored = Omit<LoggedChange, "one" | "href" | "was" | "access"> & {
  resource: string;
  recordId: string;
  from: string | null;
  until: { from: string | null; to: string | null } | null;
};

/** The one thing in the log that no screen lists: somebody of the staff changed the own account. */
const OWN_ACCOUNT = { path: "profile-settings", one: "account of" };

/** How the log speaks of a record, and where it is. */
function labelOf({ resource, recordId, gone }: Stored): Pick<LoggedChange, "one" | "href"> {
  if (resource === OWN_ACCOUNT.path) return { one: OWN_ACCOUNT.one };
  const screen = SCREENS.find(({ path }) => path === resource);
  if (!screen || !("entity" in screen.resource)) return { one: resource };
  const { recordPath = (id: string) => `/admin/${resource}/${id}/edit` } = screen;
  return { one: screen.resource.singular ?? resource, href: gone ? undefined : recordPath(recordId) };
}

function inWords(stored: Stored): LoggedChange {
  const { resource, recordId, from, until, ...change } = stored;
  const { siteTz } = config();
  const end = (iso: string | null) =>
    iso ? `until ${formatTime(iso, "short-date", siteTz)}` : "without an end date";
  return {
    ...change,
    ...labelOf(stored),
    was: from ? entitlementText({ tier: from, until: until?.from }, siteTz, "short-date") : null,
    access: !from && until ? `access ${end(until.to)}, was ${end(until.from)}` : null,
  };
}

const COLUMNS = `id, created_at as at, staff_name as who, action, resource, record_id as "recordId",
  record_title as title, detail -> 'fields' as fields, detail ->> 'to' as to,
  detail ->> 'from' as "from", detail -> 'until' as until,
  exists (select 1 from changes as other
           where other.resource = changes.resource and other.record_id = changes.record_id
             and other.action in ('deleted', 'archived')) as gone`;

/** What is not open to somebody they are not told of either. */
const toldOf = (viewer: StaffViewer): string[] => [
  ...SCREENS.filter(({ readers }) => readers.includes(viewer.role)).map(({ path }) => path),
  ...(can(viewer, "admins.read") ? [OWN_ACCOUNT.path] : []),
];

/** The newest lines of the change log, of the screens that are open to this member of staff. */
export async function lastChanges(viewer: StaffViewer, limit = 8): Promise<LoggedChange[]> {
  const found = await query<Stored>(
    `select ${COLUMNS} from changes where resource = any(?) order by created_at desc, id desc limit ?`,
    [toldOf(viewer), limit],
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
