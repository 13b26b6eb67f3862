import { AUDIENCES } from "db/columns";
import { Quote } from "db/entities/quote";
import { columnAs, columns } from "db/entity-columns.server";
import { IS_PUBLISHED, PUBLISHED } from "db/published";
import { SITE_TODAY } from "db/site-day";
import { array, decimal, type Fragment, join, json, literal, sql, text, timestamp, uuid } from "db/sql";
import { forEachOf, statement } from "db/statement.server";
import { accessTo, canReadInFull, type ReadingAccess } from "~/access/access.server";
import { READ_WITH } from "~/access/for-members.server";
import type { Viewer } from "~/auth/viewer.server";
import { alertIsOver } from "~/features/calls/call-is-open.queries.server";
import {
  ALERT_ENDED,
  type CallEnd,
  changesColumn,
  endColumn,
  type StoredChange,
  type TermChange,
  termChanges,
} from "~/features/calls/calls.queries.server";
import { recordLevel } from "~/features/calls/levels.queries.server";
import { publicBySetting, publicCallRows } from "~/features/calls/track-record/company-calls.queries.server";
import { wholeWordPattern } from "~/features/markets/company.rules";
import {
  currentPrices,
  dailyPrices,
  type InstrumentKind,
  kindOf,
} from "~/features/markets/instruments/instruments.queries.server";
import { priceToday } from "~/features/markets/instruments/shares-between.queries.server";
import { runningDay } from "~/features/markets/running-day.rules";
import { config } from "~/platform/config.server";
import type { Close } from "~/ui/charts/series";
import { dayIn } from "~/ui/dates";
import { type Company, READINGS, type Reading, readingOf } from "./company-by-symbol.queries.server";

/** One piece of our content on a company. */
export type CompanyItem = {
  /** A `call` is public, and its reader has no access to its record. */
  kind: "brief" | "alert" | "pick" | "news" | "call";
  id: string;
  /** The title of an article, the headline of a brief, the list of a pick, the side of an alert or a call. */
  title: string | null;
  /** For an alert and a pick, as exact decimals. */
  target: string | null;
  /** When an alert or a call has ended. */
  ended: Date | null;
  /** The result of its call, once settled. */
  end: CallEnd | null;
  /** Changes since publication that its reader may see. */
  changes: TermChange[];
  createdAt: Date;
};

const ITEM = {
  kind: literal(["brief", "alert", "pick", "news", "call"]),
  id: uuid,
  title: text.orNull,
  target: decimal.orNull,
  ended: timestamp.orNull,
  end: json<CallEnd>().orNull,
  changes: json<StoredChange[]>().orNull,
  createdAt: timestamp,
};

const OF_COMPANY = sql`instrument_id = ${uuid("id")}`;

/**
 * Changes of a brief's terms, for readers of its analysis. Readers without access to calls see none; all
 * others see those of their audiences.
 */
const briefChanges = (
  access: ReadingAccess,
) => sql`case when audience = any(${array(text)("briefsFor")}::text[])
  then ${changesColumn(sql`'brief'`, sql`daily_briefs.id`, access).sql} end`;

const briefRows = (
  access: ReadingAccess,
) => sql`(select 'brief' as kind, id, headline as title, null::numeric as target, null::timestamptz as ended,
         null::json as end, ${briefChanges(access)} as changes, created_at as "createdAt"
    from daily_briefs where ${OF_COMPANY} and ${PUBLISHED} order by created_at desc, id desc limit 20)`;

/** In today's shares, like the prices next to them. */
const TARGETS = {
  alert: recordLevel("trade_alerts", { column: "target_price", level: "target", on: SITE_TODAY }),
  pick: recordLevel("stock_picks", { column: "current_year_target", level: "target", on: SITE_TODAY }),
};

const outcomeColumns = (kind: Fragment<object>, id: Fragment<object>, access: ReadingAccess) =>
  sql`${endColumn(kind, id, access).sql}, ${changesColumn(kind, id, access).sql}`;

const alertsFor = (
  access: ReadingAccess,
) => sql`(select 'alert', id, tag, ${TARGETS.alert}, case when ${alertIsOver()} then ${ALERT_ENDED} end,
         ${outcomeColumns(sql`'alert'`, sql`trade_alerts.id`, access)}, created_at
    from trade_alerts where ${OF_COMPANY} and ${PUBLISHED} and ${READ_WITH[access]} order by created_at desc, id desc limit 20)`;

const picksFor = (access: ReadingAccess) => sql`(
  select 'pick', id, category, ${TARGETS.pick}, null, ${outcomeColumns(sql`'pick'`, sql`stock_picks.id`, access)}, created_at
    from stock_picks where ${OF_COMPANY} and ${IS_PUBLISHED} and ${READ_WITH[access]} order by created_at desc, id desc limit 10)`;

/**
 * Articles have no instrument; those that name the company count. Only the newest ones are searched, to limit
 * the cost.
 */
export const NEWEST_NEWS = (read: Fragment<object>) => sql`
  select ${read} from news where ${PUBLISHED} order by created_at desc, id desc limit 1000`;

const NEWS = sql`(select 'news', id, title, null, null, null, null, created_at
    from (${NEWEST_NEWS(sql`id, title, created_at`)}) as newest
   where title ~* ${text("named")} order by created_at desc, id desc limit 20)`;

/** Public calls, except those whose record the reader may open: the record already lists them. */
const publicCallsExcept = (read: Fragment<object>) => publicCallRows(sql`${uuid("id")}`, read);

const recordsFor = (access: ReadingAccess) =>
  [
    briefRows(access),
    alertsFor(access),
    picksFor(access),
    publicCallsExcept(READ_WITH[access]),
    NEWS,
  ] as const;

const SOURCES = {
  calls: recordsFor("full"),
  members: recordsFor("members"),
  public: [briefRows("members"), publicCallsExcept(sql`false`), NEWS],
} as const;

const ITEMS = forEachOf(
  READINGS,
  (reading) =>
    statement(`company.items, ${reading}`, ITEM)`
    select * from (${join(SOURCES[reading], sql` union all `)}) as items order by "createdAt" desc, id desc`,
);

/** Our content on a company, newest first; without alerts and picks for readers who may not read them. */
export async function companyItems({ id, name }: Company, viewer: Viewer): Promise<CompanyItem[]> {
  const briefs = accessTo("daily brief", viewer);
  const found = await ITEMS[readingOf(viewer)].all({
    id,
    ...publicBySetting(),
    named: wholeWordPattern(name),
    briefsFor: AUDIENCES.filter((audience) => canReadInFull(briefs, audience)),
  });
  return found.map(({ changes, ...item }) => ({ ...item, changes: termChanges(changes ?? []) }));
}

/**
 * A company's price. Readers without access to calls get its quote or its last close only. `day` is the
 * site's day of `asOf`, or the day of the close; `adjusted` is the price in today's shares.
 */
export type CompanyPrice = {
  price: string;
  kind: InstrumentKind | null;
  adjusted: string;
  changePercent: string | null;
  asOf: Date;
  day: string;
  /** Whether only the day is known, so that no time is shown. */
  ofDay: boolean;
  /** Whether that day's exchanges have closed, so that the price is the close. */
  atClose: boolean;
};

/** The price as the last point of a line of split-adjusted closes. */
export const asClose = ({ adjusted, day }: Pick<CompanyPrice, "adjusted" | "day">): Close => ({
  day,
  close: Number(adjusted),
});

const QUOTE = {
  kind: kindOf(sql`wanted.id`),
  ...columns(Quote, "last", "changePercent"),
  asOf: columnAs("quotes", Quote, "updatedAt"),
  adjusted: decimal.from`${priceToday({ instrument: sql`wanted.id`, price: sql`quotes.last`, asOf: sql`quotes.updated_at` })}`,
};
const NEWEST_QUOTES = statement("company.quotes", { id: uuid, ...QUOTE })`
  select wanted.id, ${QUOTE} from unnest(${array(uuid)("ids")}::uuid[]) as wanted (id) cross join lateral (
    select * from quotes where instrument_id = wanted.id order by updated_at desc, id desc limit 1) as quotes`;

/** The current prices of companies by id, limited to what a reader may know. */
export async function currentPricesFor(
  ids: readonly string[],
  reading: Reading,
): Promise<Map<string, CompanyPrice>> {
  // The newest price may come from a call.
  if (reading === "public") {
    const quotes = await NEWEST_QUOTES.all({ ids: [...ids] });
    return new Map(
      quotes.map(({ id, last, ...quote }) => [id, withDay({ ...quote, price: last, ofDay: false })]),
    );
  }
  const found = await currentPrices(ids);
  return new Map(
    [...found].map(([id, price]) => [id, withDay({ ...price, ofDay: price.source === "history" })]),
  );
}

function withDay<Price extends { asOf: Date; ofDay: boolean }>(price: Price) {
  const day = dayIn(config().siteTz, price.asOf);
  return { ...price, day, atClose: price.ofDay && hasClosed(day) };
}

const hasClosed = (day: string): boolean => day < runningDay(new Date(), config().siteTz);

/** A company's split-adjusted closes in a range, and its current price. */
export async function companyPrices(
  { id, kind = null }: { id: string; kind?: InstrumentKind | null },
  reading: Reading,
  range: { from: string; to: string },
): Promise<{ closes: Close[]; current: CompanyPrice | undefined }> {
  const [days, current] = await Promise.all([
    dailyPrices(id, range, { adjusted: true }),
    currentPricesFor([id], reading).then((prices) => prices.get(id)),
  ]);
  const closes = days.map(({ day, close }) => ({ day, close: Number(close) }));
  return { closes, current: current ?? lastClose(days, kind) };
}

/** Without a quote the price is the last close. */
function lastClose(
  days: readonly { day: string; close: string }[],
  kind: CompanyPrice["kind"],
): CompanyPrice | undefined {
  const last = days.at(-1);
  if (!last) return undefined;
  const { day, close: price } = last;
  return {
    price,
    kind,
    adjusted: price,
    day,
    changePercent: null,
    asOf: new Date(`${day}T00:00:00Z`),
    ofDay: true,
    atClose: hasClosed(day),
  };
}
