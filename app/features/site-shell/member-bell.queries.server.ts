import { isDeepStrictEqual } from "node:util";
import { IS_PUBLISHED, PUBLISHED } from "db/published";
import { bool, type Fragment, join, literal, sql, text, timestamp, uuid } from "db/sql";
import { forEachOf, statement } from "db/statement.server";
import { type Access, accessTo, type ReadingAccess } from "~/access/access.server";
import { FOR_MEMBERS, READ_WITH } from "~/access/for-members.server";
import type { MemberViewer } from "~/auth/viewer.server";
import { companySymbol } from "~/features/markets/instruments/linked-company.queries.server";
import { SharedPanel } from "~/platform/shared-panel.server";
import type { NewsOfBell } from "./member-bell.rules";

const ROW = {
  kind: literal(["news", "brief", "video", "alert", "pick"]),
  id: uuid,
  title: text,
  at: timestamp,
  author: text.orNull,
  symbol: text.orNull,
  /** The direction of an alert, the list of a pick. */
  detail: text.orNull,
  locked: bool,
};

const NEWEST = sql`order by created_at desc, id desc limit 12`;

/** Whether a reader with this access may read the record only in part. */
const LOCKED: Record<Access, Fragment<object>> = {
  locked: sql`true`,
  members: sql`not ${FOR_MEMBERS}`,
  full: sql`false`,
};

const openRows = (access: Access) => [
  sql`(select 'news'::text as kind, id, title, created_at as at, author, null::text as symbol, null::text as detail, false as locked
         from news where ${PUBLISHED} ${NEWEST})`,
  sql`(select 'brief', id, coalesce(headline, company_name), created_at, author, ${companySymbol("daily_briefs", "ticker").sql}, null,
              ${LOCKED[access]}
         from daily_briefs where ${PUBLISHED} ${NEWEST})`,
  sql`(select 'video', id, title, created_at, null, null, null, not is_free and ${LOCKED[access]}
         from videos where ${PUBLISHED} ${NEWEST})`,
];
const callRows = (access: ReadingAccess) => [
  sql`(select 'alert', id, name, created_at, author, ${companySymbol("trade_alerts", "ticker").sql}, tag, false
         from trade_alerts where ${PUBLISHED} and ${READ_WITH[access]} ${NEWEST})`,
  sql`(select 'pick', id, name, created_at, author, ${companySymbol("stock_picks", "ticker").sql}, category, false
         from stock_picks where ${IS_PUBLISHED} and ${READ_WITH[access]} ${NEWEST})`,
];

const ITEMS = forEachOf(["locked", "members", "full"], (access) => {
  const rows = access === "locked" ? openRows(access) : [...openRows(access), ...callRows(access)];
  return statement(`bell.newest, ${access}`, ROW)`
    select * from (${join(rows, sql` union all `)}) as newest order by at desc, id desc`;
});

/** Returns the same list while nothing is new: the drawn bells are kept by it. */
function keepEqual<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let kept: Value;
  return async () => {
    const next = await read();
    if (!isDeepStrictEqual(kept, next)) kept = next;
    return kept;
  };
}

/** By access, so that all members of a tier share one read. */
const PANELS = forEachOf(
  ["locked", "members", "full"],
  (access) => new SharedPanel<NewsOfBell[]>(keepEqual(() => ITEMS[access].allPrepared({}))),
);

/**
 * The newest records of each kind that a member may know, newest first. Alerts and picks that the member may
 * not read are left out, because even their existence names a company.
 */
export const newsOfBell = (member: MemberViewer): SharedPanel<NewsOfBell[]> =>
  PANELS[accessTo("trade alert", member)];
