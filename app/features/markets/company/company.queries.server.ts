import { Instrument } from "db/entities/instrument";
import { Quote } from "db/entities/quote";
import { columnAs, columns, columnsAs } from "db/entity-columns.server";
import { array, decimal, type Fragment, join, literal, sql, text, timestamp, uuid } from "db/sql";
import { forEachOf, statement } from "db/statement.server";
import type { Viewer } from "~/features/auth/viewer.server";
import { accessTo } from "~/features/entitlements/access.server";
import { FOR_MEMBERS } from "~/features/entitlements/for-members.server";
import { currentPrices, dailyPrices } from "~/features/markets/instruments/instruments.queries.server";
import { mayBeSymbol } from "~/features/markets/instruments/symbol.rules";
import type { Close } from "~/ui/charts/series";
import { namedPattern } from "./company.rules";

/** What a reader may know of a company: who may not read of calls does not learn from its page that there is one. */
export type Reading = "calls" | "members" | "public";
const READINGS = ["calls", "members", "public"] as const;

const READING_BY_ACCESS = { full: "calls", members: "members", locked: "public" } as const;

/** Who may read of alerts alone, or of picks alone, counts as one who may read of neither. */
export function readingOf(viewer: Viewer): Reading {
  const alerts = READING_BY_ACCESS[accessTo("trade alert", viewer)];
  return alerts === READING_BY_ACCESS[accessTo("stock pick", viewer)] ? alerts : "public";
}

/** A company with a page. */
export type Company = { id: string; symbol: string; name: string; currency: string | null };

/**
 * What public records call it. A quote that was linked by its name alone would tell of the call that its instrument is
 * there for; an index is there for itself, since calls make none.
 */
const PUBLIC_NAME = sql`coalesce(
  (select name from quotes where instrument_id = i.id and symbol is not null order by updated_at desc, id desc limit 1),
  (select company_name from daily_briefs where instrument_id = i.id and status = 'published'
    order by created_at desc, id desc limit 1),
  case when i.kind = 'index' then i.name end)`;

/** What calls name it that are for members. */
const MEMBERS_NAME = sql`coalesce(
  (select name from stock_picks where instrument_id = i.id and ${FOR_MEMBERS} order by priced_at desc, id desc limit 1),
  (select name from trade_alerts where instrument_id = i.id and ${FOR_MEMBERS} order by priced_at desc, id desc limit 1))`;

const NAMES = {
  members: sql`coalesce(${PUBLIC_NAME}, ${MEMBERS_NAME})`,
  calls: sql`coalesce(${PUBLIC_NAME}, i.name)`,
  public: PUBLIC_NAME,
};

const BY_SYMBOL = forEachOf(READINGS, (reading) => {
  const row = {
    ...columnsAs("i", Instrument, "id", "symbol", "currency"),
    name: text.orNull.from`${NAMES[reading]}`,
  };
  return statement(`company.by-symbol, ${reading}`, row)`
    select ${row} from instruments as named join instruments as i on i.id = coalesce(named.merged_into, named.id)
     where named.symbol = upper(btrim(${text("symbol", "SPX")}))
     order by named.merged_into is not null, named.created_at desc limit 1`;
});

/**
 * The company of a symbol, in whatever case it is typed. For readers of no calls it has a page only where something
 * public names it, a quote or a brief: an instrument may be there because of a call alone, and its name be the call's.
 */
export async function companyBySymbol(symbol: string, reading: Reading): Promise<Company | undefined> {
  if (!mayBeSymbol(symbol)) return undefined;
  const { name, ...found } = (await BY_SYMBOL[reading].first({ symbol })) ?? { name: null };
  return name === null || !("id" in found) ? undefined : { ...found, name };
}

const BY_SYMBOLS = forEachOf(READINGS, (reading) => {
  const row = {
    typed: text.from`wanted.symbol`,
    ...columnsAs("i", Instrument, "id", "symbol", "currency"),
    name: text.orNull.from`${NAMES[reading]}`,
  };
  return statement(`company.by-symbols, ${reading}`, row)`
    select ${row} from unnest(${array(text)("symbols")}::text[]) as wanted (symbol)
     cross join lateral (
       select id, merged_into from instruments where symbol = wanted.symbol
        order by merged_into is not null, created_at desc limit 1) as named
      join instruments as i on i.id = coalesce(named.merged_into, named.id)`;
});

/** The companies of some symbols in capitals, by those; as `companyBySymbol` finds one. */
export async function companiesBySymbols(
  symbols: readonly string[],
  reading: Reading,
): Promise<Map<string, Company>> {
  const found = await BY_SYMBOLS[reading].all({ symbols: symbols.filter(mayBeSymbol) });
  return new Map(
    found.flatMap(({ typed, name, ...company }) => (name === null ? [] : [[typed, { ...company, name }]])),
  );
}

/** Something of ours on a company. */
export type CompanyItem = {
  kind: "brief" | "alert" | "pick" | "news";
  id: string;
  /** The title of an article, the headline of a brief; the list of a pick, the side of an alert. */
  title: string | null;
  /** Of an alert and a pick, as exact decimals. */
  target: string | null;
  /** When an alert has ended. */
  ended: Date | null;
  createdAt: Date;
};

const ITEM = {
  kind: literal(["brief", "alert", "pick", "news"]),
  id: uuid,
  title: text.orNull,
  target: decimal.orNull,
  ended: timestamp.orNull,
  createdAt: timestamp,
};

const OF_COMPANY = sql`instrument_id = ${uuid("id")}`;

const BRIEFS = sql`(select 'brief' as kind, id, headline as title, null::numeric as target, null::timestamptz as ended,
         created_at as "createdAt"
    from daily_briefs where ${OF_COMPANY} and status = 'published' order by created_at desc, id desc limit 20)`;

const alertsWhere = (
  rows: Fragment<object>,
) => sql`(select 'alert', id, tag, target_price, case when ends_at <= now() then ends_at end, created_at
    from trade_alerts where ${OF_COMPANY} and ${rows} order by created_at desc, id desc limit 20)`;

const picksWhere = (
  rows: Fragment<object>,
) => sql`(select 'pick', id, category, current_year_target, null, created_at
    from stock_picks where ${OF_COMPANY} and ${rows} order by created_at desc, id desc limit 10)`;

/** Articles have no instrument: those count that name the company. Of old ones nobody asks, and the newest cost little. */
const NEWS = sql`(select 'news', id, title, null, null, created_at
    from (select id, title, created_at from news where status = 'published'
           order by created_at desc, id desc limit 1000) as newest
   where title ~* ${text("named")} order by created_at desc, id desc limit 20)`;

const SOURCES = {
  calls: [BRIEFS, alertsWhere(sql`true`), picksWhere(sql`true`), NEWS],
  members: [BRIEFS, alertsWhere(FOR_MEMBERS), picksWhere(FOR_MEMBERS), NEWS],
  public: [BRIEFS, NEWS],
};

const ITEMS = forEachOf(
  READINGS,
  (reading) =>
    statement(`company.items, ${reading}`, ITEM)`
    select * from (${join(SOURCES[reading], sql` union all `)}) as items order by "createdAt" desc, id desc`,
);

/** What there is of ours on a company, newest first: alerts and picks have no part in it for who may not read of them. */
export const companyItems = ({ id, name }: Company, reading: Reading): Promise<CompanyItem[]> =>
  ITEMS[reading].all({ id, named: namedPattern(name) });

/** What a company costs: for readers of no calls by its quote or its last close alone. */
export type CompanyPrice = { price: string; changePercent: string | null; asOf: Date; atClose: boolean };

const QUOTE = { ...columns(Quote, "last", "changePercent"), asOf: columnAs("quotes", Quote, "updatedAt") };
const NEWEST_QUOTES = statement("company.quotes", { id: uuid, ...QUOTE })`
  select wanted.id, ${QUOTE} from unnest(${array(uuid)("ids")}::uuid[]) as wanted (id) cross join lateral (
    select * from quotes where instrument_id = wanted.id order by updated_at desc, id desc limit 1) as quotes`;

/** What companies cost now, by their ids, for one who may read so much. */
export async function currentPricesFor(
  ids: readonly string[],
  reading: Reading,
): Promise<Map<string, CompanyPrice>> {
  // The newest price of all may be what a call says.
  if (reading === "public") {
    const quotes = await NEWEST_QUOTES.all({ ids: [...ids] });
    return new Map(quotes.map(({ id, last, ...quote }) => [id, { ...quote, price: last, atClose: false }]));
  }
  const found = await currentPrices(ids);
  return new Map([...found].map(([id, price]) => [id, { ...price, atClose: price.source === "history" }]));
}

/** A company's closes of these days as if all splits had been from the beginning, and what it costs now. */
export async function companyPrices(
  { id }: Pick<Company, "id">,
  reading: Reading,
  range: { from: string; to: string },
): Promise<{ closes: Close[]; current: CompanyPrice | undefined }> {
  const [days, current] = await Promise.all([
    dailyPrices(id, range, { adjusted: true }),
    currentPricesFor([id], reading).then((prices) => prices.get(id)),
  ]);
  const closes = days.map(({ day, close }) => ({ day, close: Number(close) }));
  return { closes, current: current ?? lastClose(days) };
}

/** Without a quote the price is that of the last session. */
function lastClose(days: readonly { day: string; close: string }[]): CompanyPrice | undefined {
  const last = days.at(-1);
  return (
    last && { price: last.close, changePercent: null, asOf: new Date(`${last.day}T00:00:00Z`), atClose: true }
  );
}
