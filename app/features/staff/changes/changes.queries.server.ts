import { CHANGE_ORIGINS, Change, type ChangeOrigin, type Differences } from "db/entities/change";
import { Staff } from "db/entities/staff";
import { columnAs, columns } from "db/entity-columns.server";
import { filtered } from "db/filtered.server";
import { siteMidnightOf } from "db/site-day";
import { array, bool, day, int, json, type RowOf, sql, text, timestamp, uuid } from "db/sql";
import { statement } from "db/statement.server";
import { entitlementText } from "~/access/term.rules";
import { historyPath } from "~/admin-kit/change-paths";
import type { Position } from "~/admin-kit/resource.server";
import { can } from "~/auth/permissions.server";
import type { StaffViewer } from "~/auth/viewer.server";
import { SCREENS, UNLISTED_KINDS } from "~/features/registry.server";
import { config } from "~/platform/config.server";
import { formatTime } from "~/ui/dates";

export type { ChangeOrigin };

export type LoggedChange = {
  id: string;
  at: Date;
  who: string;
  action: string;
  origin: ChangeOrigin;
  /** The path of the record's screen. */
  kind: string;
  recordId: string;
  /** The kind of record, as in 'edited the <one> …'. */
  one: string;
  title: string;
  /** The record's page or form. */
  href?: string;
  /** The list of its changes. */
  historyTo: string;
  fields: string[] | null;
  /** The new state of a switch. */
  to: string | null;
  /** The previous state, with its end. */
  was: string | null;
  /** A sentence with the new and the previous end of a term. */
  access: string | null;
  /** The record was deleted, archived or merged by this change or later, and not restored. */
  gone: boolean;
  /** Old and new values per field; null if they are long and only shown on the change's page. */
  differences: Differences | null;
};

/** The most stored bytes of differences that a list reads per line. */
const SHORT_DIFFERENCES = 2_000;

const LINE = {
  ...columns(Change, "id", "action", "resource", "recordId", "origin"),
  at: columnAs("changes", Change, "createdAt"),
  who: columnAs("changes", Change, "staffName"),
  title: columnAs("changes", Change, "recordTitle"),
  fields: json<string[]>().orNull.from`detail -> 'fields'`,
  to: text.orNull.from`detail ->> 'to'`,
  from: text.orNull.from`detail ->> 'from'`,
  until: json<{ from: string | null; to: string | null }>().orNull.from`detail -> 'until'`,
  gone: bool.from`coalesce((select other.action <> 'brought back' from changes as other
    where other.resource = changes.resource and other.record_id = changes.record_id
      and other.action in ('deleted', 'archived', 'merged', 'brought back')
    order by other.created_at desc, other.id desc limit 1), false)`,
  differences: json<Differences>().orNull
    .from`case when pg_column_size(differences) <= ${SHORT_DIFFERENCES} then differences end`,
};
type Stored = RowOf<typeof LINE>;

/** The name of a record's kind, and the record's address. */
function findLabel({ resource, recordId, gone }: Stored): Pick<LoggedChange, "one" | "href"> {
  const unlisted = UNLISTED_KINDS.find(({ path }) => path === resource);
  if (unlisted) return { one: unlisted.one, href: unlisted.href?.(recordId) };
  const screen = SCREENS.find(({ path }) => path === resource);
  if (!screen || !("entity" in screen.resource)) return { one: resource };
  const { recordPath = (id: string) => `/admin/${resource}/${id}/edit` } = screen;
  return { one: screen.resource.singular ?? resource, href: gone ? undefined : recordPath(recordId) };
}

function toLoggedChange(stored: Stored): LoggedChange {
  const { resource, recordId, from, until, ...change } = stored;
  const { siteTz } = config();
  const end = (iso: string | null) =>
    iso ? `until ${formatTime(iso, "short-date", siteTz)}` : "without an end date";
  return {
    ...change,
    kind: resource,
    recordId,
    historyTo: historyPath(resource, recordId),
    ...findLabel(stored),
    was: from ? entitlementText({ tier: from, until: until?.from }, siteTz, "short-date") : null,
    access: !from && until ? `access ${end(until.to)}, was ${end(until.from)}` : null,
  };
}

/** The kinds of records that a viewer may see in the log. */
const visibleKinds = (viewer: StaffViewer): string[] => [
  ...SCREENS.filter(({ readers }) => can(viewer, readers.permission)).map(({ path }) => path),
  ...UNLISTED_KINDS.filter(({ permission }) => can(viewer, permission)).map(({ path }) => path),
];

/** A page of the log; absent filters match everything. */
export type ChangesQuery = {
  limit: number;
  resource?: string;
  recordId?: string;
  staffId?: string;
  origin?: ChangeOrigin;
  /** Days in the site's time zone, inclusive. */
  from?: string;
  to?: string;
  /** After this line. */
  after?: Position;
};

/** A position before the newest line. */
const BEFORE_ALL = { value: "9999-12-31T00:00:00Z", id: "ffffffff-ffff-ffff-ffff-ffffffffffff" };

const FILTERS = {
  staffId: sql` and c.staff_id = ${uuid("staffId")}`,
  recordId: sql` and c.record_id = ${text("recordId")}`,
};

/** The newest lines of each kind and origin, and the newest of these: an index has them in this order. */
const PAGE = filtered(
  "changes.page",
  LINE,
  FILTERS,
  (declare, chosen) => declare`
  select ${LINE} from changes where id in (
    select newest.id from unnest(${array(text)("resources")}::text[]) as kinds (resource)
     cross join unnest(${array(text)("origins")}::text[]) as came (origin), lateral (
      select c.id, c.created_at from changes c where c.resource = kinds.resource and c.origin = came.origin${chosen}
         and c.created_at >= coalesce(${siteMidnightOf(sql`${day.orNull("from")}::date`)}, '-infinity')
         and c.created_at < coalesce(${siteMidnightOf(sql`${day.orNull("to")}::date + 1`)}, 'infinity')
         and c.created_at <= ${timestamp("before")}::timestamptz and (c.created_at, c.id) < (${timestamp("before")}::timestamptz, ${uuid("beforeId")}::uuid)
       order by c.created_at desc, c.id desc limit ${int("limit")}) as newest
     order by newest.created_at desc, newest.id desc limit ${int("limit")})
   order by created_at desc, id desc`,
);

/** The log lines this viewer may see, newest first. @property next the position of the last line */
export async function pageOfChanges(
  viewer: StaffViewer,
  query: ChangesQuery,
): Promise<{ changes: LoggedChange[]; next?: Position }> {
  const { limit, resource, origin, after = BEFORE_ALL, from = null, to = null, staffId, recordId } = query;
  const kinds = visibleKinds(viewer);
  const rows = await PAGE.all({
    resources: resource === undefined ? kinds : kinds.filter((path) => path === resource),
    origins: origin === undefined ? [...CHANGE_ORIGINS] : [origin],
    from,
    to,
    before: new Date(after.value ?? 0),
    beforeId: after.id,
    limit: limit + 1,
    staffId,
    recordId,
  });
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    changes: page.map(toLoggedChange),
    next: last && { value: last.at.toISOString(), id: last.id },
  };
}

/** The newest log lines of the screens this viewer may open. */
export const lastChanges = async (viewer: StaffViewer, limit = 8): Promise<LoggedChange[]> =>
  (await pageOfChanges(viewer, { limit })).changes;

const WHOLE = { ...LINE, ...columns(Change, "differences") };
const BY_ID = statement("changes.by-id", WHOLE)`
  select ${WHOLE} from changes where id = ${uuid("id")} and resource = any(${array(text)("resources")}::text[])`;

/** One line with all values; see `pageOfChanges`. */
export async function changeById(viewer: StaffViewer, id: string): Promise<LoggedChange | undefined> {
  const found = await BY_ID.first({ id, resources: visibleKinds(viewer) });
  return found && toLoggedChange(found);
}

const AUTHOR = columns(Staff, "id", "fullname");
const AUTHORS = statement("changes.authors", AUTHOR)`
  select ${AUTHOR} from staff order by fullname, id limit 500`;

/** The authors to filter by. */
export const changeAuthors = () => AUTHORS.all();

/** The kinds of records to filter by. */
export const kindOptions = (viewer: StaffViewer): { value: string; label: string }[] =>
  visibleKinds(viewer).map((path) => ({
    value: path,
    label: [...SCREENS, ...UNLISTED_KINDS].find((kind) => kind.path === path)?.label ?? path,
  }));

const OF_RECORD = statement("changes.of-record", LINE)`
  select ${LINE} from changes where resource = ${text("resource")} and record_id = ${text("recordId")}
   order by created_at desc, id desc limit ${int("limit")}`;

/** The newest lines about one record. */
export async function recordChanges(resource: string, recordId: string, limit = 10): Promise<LoggedChange[]> {
  return (await OF_RECORD.all({ resource, recordId, limit })).map(toLoggedChange);
}
