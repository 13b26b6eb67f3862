import { ifVisibleToMembers } from "db/columns";
import { cappedCount, counted } from "db/count.server";
import type { InstrumentKind } from "db/entities/instrument";
import { ALERT_END, type AlertTag, TradeAlert } from "db/entities/trade-alert";
import { columns } from "db/entity-columns.server";
import { neighbours } from "db/neighbours.server";
import type { EntityManager } from "db/orm.server";
import { pageRows } from "db/page-rows";
import { PUBLISHED } from "db/published";
import { COUNT_LIMIT } from "db/query.server";
import { SITE_TODAY, siteDayOf } from "db/site-day";
import { bool, decimal, int, raw, type Shape, sql, timestamp, uuid } from "db/sql";
import { statement, variants } from "db/statement.server";
import type { Access, Audience, ReadingAccess } from "~/access/access.server";
import { forMembers } from "~/access/for-members.server";
import { AUDIENCE_NAMES } from "~/access/paywall-text";
import {
  type AlertEnds,
  alertIsOpen,
  alertIsOver,
  EVERY_END,
  endsLater,
} from "~/features/calls/call-is-open.queries.server";
import {
  ALERT_ENDED,
  changesColumn,
  type TermChange,
  termChanges,
} from "~/features/calls/calls.queries.server";
import { recordLevel } from "~/features/calls/levels.queries.server";
import { kindOf, ownCurrency } from "~/features/markets/instruments/instruments.queries.server";
import { companySymbol } from "~/features/markets/instruments/linked-company.queries.server";
import {
  changeForReaders,
  joinShownPrice,
  priceForReaders,
} from "~/features/markets/instruments/shown-price.queries.server";
import type { PageRange } from "~/web/paging";

/**
 * The part of an alert for paying readers. Prices are exact decimals, `dailyChange` is in per cent. The
 * current price is the instrument's; target and stop refer to the same shares.
 */
export type AlertCall = {
  tag: AlertTag;
  ticker: string;
  /** Of the company's page: the ticker may belong to another company since then. */
  companySymbol: string;
  name: string;
  targetPrice: string;
  currentPrice: string | null;
  dailyChange: string | null;
  stopLoss: string | null;
  holdingPeriod: string;
  /** ISO 4217 or a unit such as GBX, where it is known. */
  currency: string | null;
  /** The kind of instrument, which sets the price format. */
  kind: InstrumentKind | null;
  /** The time of the current price. */
  pricedAt: Date | null;
  /** Whether only the day of that price is known. */
  pricedOfDay: boolean;
  /** The day of the settlement, or else the end of the holding period if it can be computed. */
  endsAt: Date | null;
  /** Whether the call is over, by the database's clock. */
  ended: boolean;
};

/** A list's alert. Behind the paywall only its existence, its time and its audience are read. */
export type AlertCard = { id: string; createdAt: Date; call?: AlertCall; readers?: string };

/**
 * @property author made the call
 * @property disclosure the author's holdings; null where nothing is stated
 */
type AlertText = {
  analysis: string;
  author: string | null;
  disclosure: string | null;
  updatedAt: Date;
};

export type AlertDetails = AlertCall & AlertText & { changes: TermChange[] };

export type Alert = PublicRow & { call?: AlertDetails };

export type AlertLink = { id: string; createdAt: Date; call?: Pick<AlertCall, "tag" | "name"> };

const PUBLIC = columns(TradeAlert, "id", "audience", "createdAt");
const SHOWN = priceForReaders("trade_alerts");
const PRICED_ON = siteDayOf(SHOWN.pricedAt.sql);
const CALL = {
  ...columns(TradeAlert, "tag", "ticker", "name", "holdingPeriod"),
  companySymbol: companySymbol("trade_alerts", "ticker"),
  endsAt: timestamp.orNull.from`${ALERT_ENDED}`,
  targetPrice: decimal.from`${recordLevel("trade_alerts", { column: "target_price", level: "target", on: PRICED_ON })}`,
  stopLoss: decimal.orNull
    .from`${recordLevel("trade_alerts", { column: "stop_loss", level: "stop", on: PRICED_ON })}`,
  ...SHOWN,
  dailyChange: changeForReaders,
  ended: bool.from`coalesce(${alertIsOver()}, false)`,
};
const detailFor = (access: ReadingAccess) => ({
  ...CALL,
  ...columns(TradeAlert, "analysis", "author", "disclosure", "updatedAt"),
  changes: changesColumn(sql`'alert'`, sql`trade_alerts.id`, access),
});

const levelToday = (column: string, level: "target" | "stop") =>
  recordLevel("trade_alerts", { column, level, on: SITE_TODAY });

/** An alert's call without the current price, for feeds: in shares of today. */
export const ALERT_PLAN = {
  ...columns(TradeAlert, "tag", "ticker", "name", "holdingPeriod", "analysis", "disclosure"),
  targetPrice: decimal.from`${levelToday("target_price", "target")}`,
  stopLoss: decimal.orNull.from`${levelToday("stop_loss", "stop")}`,
  kind: kindOf(sql`trade_alerts.instrument_id`),
  currency: ownCurrency("trade_alerts"),
};

const CARDS = { members: { ...PUBLIC, ...forMembers(CALL) }, full: { ...PUBLIC, ...CALL } };
const DETAILS = {
  locked: PUBLIC,
  members: { ...PUBLIC, ...forMembers(detailFor("members")) },
  full: { ...PUBLIC, ...detailFor("full") },
};

type PublicRow = { id: string; audience: Audience; createdAt: Date };

/** Adds null to all columns: the database leaves the columns behind a paywall empty. */
type OrEmpty<Call> = { [Key in keyof Call]: Call[Key] | null };

/**
 * Moves the columns beyond the open ones into `call`, so a page checks once whether they were read. Every
 * alert has a direction, so a row without one is behind the paywall.
 */
function withCall<Call extends { tag: AlertTag }>(
  row: PublicRow & OrEmpty<Call>,
): PublicRow & { call?: Call } {
  const { id, audience, createdAt, ...call } = row;
  const open = { id, audience, createdAt };
  return row.tag === null ? open : { ...open, call: call as unknown as Call };
}

const NEWEST_FIRST = sql`created_at desc, id desc`;

/**
 * No index covers the whole list, because being over depends on the current time. Each of the two halves has
 * an index. The number of open calls, counted up to the end of the page, tells which halves the page has rows
 * of. The last limit removes nothing; it tells the planner how few rows there are. `is true` prevents a scan
 * of open calls by their ends, where far pages would sort all of them. They are read by age, in an index with
 * ends and audiences.
 */
const openFirst = <const Row extends Shape>(access: "members" | "full", row: Row, ends: AlertEnds) =>
  statement(`alerts.open-first, ${access}`, row)`
  with open as materialized (select count(*)::int as count from (
    (select 1 from trade_alerts where ${endsLater(ends)} and ${PUBLISHED} order by ${ends.end} limit ${int("last")}) union all
    (select 1 from trade_alerts where ${ends.end} is null and ${PUBLISHED} order by ${ends.end} limit ${int("last")})
    limit ${int("last")}) as counted)
  select ${row as Shape} from (
    select * from (
      (select id, 0 as half, created_at as place from trade_alerts where ${alertIsOpen(ends)} is true and ${PUBLISHED}
        order by ${NEWEST_FIRST} offset ${int("offset")}
        limit (select least(${int("limit")}::int, greatest(0, count - ${int("offset")}::int)) from open))
      union all
      (select id, 1, ${ends.end} from trade_alerts where ${alertIsOver(ends)} and ${PUBLISHED} order by ${ends.end} desc, id desc
        offset (select greatest(0, ${int("offset")}::int - count) from open)
        limit (select ${int("last")}::int - greatest(count, ${int("offset")}::int) from open))
    ) as halves order by half, place desc, id desc limit ${int("limit")}
  ) as page join trade_alerts using (id) ${joinShownPrice("trade_alerts")} order by half, place desc, id desc`;

/** Other readers do not learn that a call for Private members has ended: to them it is open. */
const ENDS = {
  members: { end: raw(ifVisibleToMembers(ALERT_END)), settled: raw(ifVisibleToMembers("settled_at")) },
  full: EVERY_END,
};

const OPEN_FIRST = {
  members: openFirst("members", CARDS.members, ENDS.members),
  full: openFirst("full", CARDS.full, ENDS.full),
};

const NEWEST = statement("alerts.newest", PUBLIC)`
  select ${PUBLIC} from ${pageRows({ table: sql`trade_alerts`, where: PUBLISHED, order: NEWEST_FIRST })}`;

/**
 * Alerts with the columns of the reader's access. Readers with access get open calls first, the newest first,
 * then ended calls, the last ended first. All others get the newest first: any other order would reveal ended
 * calls.
 */
export async function latestAlerts(
  access: Access,
  { limit, offset = 0 }: { limit: number; offset?: number },
): Promise<AlertCard[]> {
  if (access === "locked") return (await NEWEST.all({ limit, offset })).map(toCard);
  const found = await OPEN_FIRST[access].all({ limit, offset, last: limit + offset });
  return found.map((row) => toCard(withCall<AlertCall>(row)));
}

/** The card shows the audience as a word. */
function toCard({ id, audience, createdAt, call }: PublicRow & { call?: AlertCall }): AlertCard {
  const card = { id, createdAt };
  return call
    ? { ...card, call }
    : { ...card, readers: audience === "private" ? AUDIENCE_NAMES.private : "members" };
}

const EVERY_ALERT = sql`trade_alerts where ${PUBLISHED} order by created_at`;
const countAlerts = counted("alerts.count")`${EVERY_ALERT}`;

/** The number of open calls. Each half is counted along the index of their ends, up to `COUNT_LIMIT`. */
const openCount = (ends: AlertEnds) => int.from`(
  select count(*)::int from (
    (select 1 from trade_alerts where ${endsLater(ends)} and ${PUBLISHED} order by ${ends.end} limit ${COUNT_LIMIT}) union all
    (select 1 from trade_alerts where ${ends.end} is null and ${PUBLISHED} order by ${ends.end} limit ${COUNT_LIMIT})
    limit ${COUNT_LIMIT}) as counted)`;

/**
 * The calls counted as open that this reader may not read. The reader does not learn whether they have ended.
 */
const hiddenCount = ({ end }: AlertEnds) => int.from`(
  select count(*)::int from (
    select 1 from trade_alerts where ${end} is null and audience <> 'members' and ${PUBLISHED} order by ${end} limit ${COUNT_LIMIT}) as counted)`;

const countHalves = (access: "members" | "full") => {
  const hidden = access === "members" ? hiddenCount(ENDS.members) : int.from`0`;
  const row = { total: cappedCount(EVERY_ALERT), open: openCount(ENDS[access]), hidden };
  return statement(`alerts.count, ${access}`, row)`select ${row}`;
};

const HALVES = { members: countHalves("members"), full: countHalves("full") };

/**
 * @property open calls in the open half, for readers with access: to others the figure would reveal ended
 * calls
 * @property hidden those of them that this reader may not read
 */
type AlertCounts = { total: number; open?: number; hidden?: number };

async function alertCounts(access: Access): Promise<AlertCounts> {
  if (access === "locked") return { total: await countAlerts() };
  return (await HALVES[access].first({})) ?? { total: 0, open: 0, hidden: 0 };
}

/** A page of the list and the number of alerts. */
export async function alertsPage(
  access: Access,
  range: PageRange,
): Promise<{ alerts: AlertCard[] } & AlertCounts> {
  const [alerts, counts] = await Promise.all([latestAlerts(access, range), alertCounts(access)]);
  return { alerts, ...counts };
}

const byId = (name: string, shown = sql``) =>
  variants(
    name,
    DETAILS,
    (declare, row, access) => declare`
    select ${row} from trade_alerts ${access === "locked" ? sql`` : joinShownPrice("trade_alerts")}
     where id = ${uuid("id")} ${shown}`,
  );
const BY_ID = byId("alerts.by-id", sql`and ${PUBLISHED}`);
const PREVIEW = byId("alerts.preview");

/** One alert with the columns of the reader's access, or undefined. @param id a UUID. */
export const alertById = (access: Access, id: string): Promise<Alert | undefined> =>
  readAlert(BY_ID, access, id);

/** Any alert, published or not, for staff who may preview it. @param within the transaction that saves it */
export const alertPreview = (
  access: Access,
  id: string,
  within?: EntityManager,
): Promise<Alert | undefined> => readAlert(PREVIEW, access, id, within);

async function readAlert(
  details: typeof BY_ID,
  access: Access,
  id: string,
  within?: EntityManager,
): Promise<Alert | undefined> {
  if (access === "locked") return details.locked.first({ id }, within);
  const found = await details[access].first({ id }, within);
  return found && withCall<AlertDetails>({ ...found, changes: found.changes && termChanges(found.changes) });
}

const FROM = sql`trade_alerts where ${PUBLISHED}`;
const openNeighbours = neighbours("alerts.neighbours, locked", PUBLIC, FROM);
const NAMED = columns(TradeAlert, "tag", "name");
const namedNeighbours = {
  members: neighbours("alerts.neighbours, members", { ...PUBLIC, ...forMembers(NAMED) }, FROM),
  full: neighbours("alerts.neighbours, full", { ...PUBLIC, ...NAMED }, FROM),
};

const toLink = ({ id, createdAt, call }: AlertLink): AlertLink => ({ id, createdAt, ...(call && { call }) });

/** The alerts just before and just after one, with the columns of the reader's access. */
export async function alertNeighbours(
  access: Access,
  alert: PublicRow,
): Promise<{ previous?: AlertLink; next?: AlertLink }> {
  if (access === "locked") {
    const { previous, next } = await openNeighbours(alert);
    return { previous: previous && toLink(previous), next: next && toLink(next) };
  }
  const { previous, next } = await namedNeighbours[access](alert);
  const named = (row: typeof previous) => row && toLink(withCall<Pick<AlertCall, "tag" | "name">>(row));
  return { previous: named(previous), next: named(next) };
}
