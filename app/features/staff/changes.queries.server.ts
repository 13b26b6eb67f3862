import { Change } from "db/entities/change";
import { columnAs, columns } from "db/entity-columns.server";
import { array, bool, int, json, type RowOf, text } from "db/sql";
import { statement } from "db/statement.server";
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
  /** The record was deleted, archived or merged into another, by this change or since. */
  gone: boolean;
};

const LINE = {
  ...columns(Change, "id", "action", "resource", "recordId"),
  at: columnAs("changes", Change, "createdAt"),
  who: columnAs("changes", Change, "staffName"),
  title: columnAs("changes", Change, "recordTitle"),
  fields: json<string[]>().orNull.from`detail -> 'fields'`,
  to: text.orNull.from`detail ->> 'to'`,
  from: text.orNull.from`detail ->> 'from'`,
  until: json<{ from: string | null; to: string | null }>().orNull.from`detail -> 'until'`,
  gone: bool.from`exists (select 1 from changes as other
    where other.resource = changes.resource and other.record_id = changes.record_id
      and other.action in ('deleted', 'archived', 'merged'))`,
};
type Stored = RowOf<typeof LINE>;

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

/** What is not open to somebody they are not told of either. */
const toldOf = (viewer: StaffViewer): string[] => [
  ...SCREENS.filter(({ readers }) => readers.includes(viewer.role)).map(({ path }) => path),
  ...(can(viewer, "admins.read") ? [OWN_ACCOUNT.path] : []),
];

const NEWEST = statement("changes.newest", LINE)`
  select ${LINE} from changes where id in (
    select newest.id from unnest(${array(text)("resources")}::text[]) as told (resource), lateral (
      select c.id, c.created_at from changes c where c.resource = told.resource
       order by c.created_at desc, c.id desc limit ${int("limit")}) as newest
     order by newest.created_at desc, newest.id desc limit ${int("limit")})
   order by created_at desc, id desc`;

/** The newest lines of the change log, of the screens that are open to this member of staff. */
export async function lastChanges(viewer: StaffViewer, limit = 8): Promise<LoggedChange[]> {
  return (await NEWEST.all({ resources: toldOf(viewer), limit })).map(inWords);
}

const OF_RECORD = statement("changes.of-record", LINE)`
  select ${LINE} from changes where resource = ${text("resource")} and record_id = ${text("recordId")}
   order by created_at desc, id desc limit ${int("limit")}`;

/** The newest lines about one record. */
export async function changesOf(resource: string, recordId: string, limit = 10): Promise<LoggedChange[]> {
  return (await OF_RECORD.all({ resource, recordId, limit })).map(inWords);
}
