import {
  PICK_CATEGORIES,
  PICK_ORDERS,
  PICK_ORDERS_FOR_MEMBERS,
  type PickCategory,
  StockPick,
} from "db/entities/stock-pick";
import { columns, columnsAs } from "db/entity-columns.server";
import { IS_PUBLISHED } from "db/published";
import { COUNT_LIMIT } from "db/query.server";
import { SITE_TODAY, siteDayOf } from "db/site-day";
import { bool, decimal, type Fragment, int, join, literal, raw, sql, text, timestamp, uuid } from "db/sql";
import { forEachOf, statement, variants } from "db/statement.server";
import type { Access, Audience, ReadingAccess } from "~/access/access.server";
import { FOR_MEMBERS, forMembers } from "~/access/for-members.server";
import {
  type CallEnd,
  changesColumn,
  endColumn,
  type StoredChange,
  type TermChange,
  termChanges,
} from "~/features/calls/calls.queries.server";
import { recordLevel } from "~/features/calls/levels.queries.server";
import {
  type InstrumentKind,
  kindOf,
  ownCurrency,
} from "~/features/markets/instruments/instruments.queries.server";
import { companySymbol } from "~/features/markets/instruments/linked-company.queries.server";
import { joinShownPrice, priceForReaders } from "~/features/markets/instruments/shown-price.queries.server";
import { DEFAULT_SORT, type PickSort, type PickSortKey } from "./picks.rules";

export { PICK_CATEGORIES, type PickCategory };

/** Columns masked for readers without access; specification, section 4. */
type MaskedColumns = {
  ticker: string;
  /** Of the company's page: the ticker may belong to another company since then. */
  companySymbol: string;
  name: string;
  margin52WeekHigh: string | null;
  changeMargin52WeekLow: string | null;
  /** The author; null if none is named. */
  author: string | null;
  /** The author's holdings; null if not stated. */
  disclosure: string | null;
  /** The instrument of its price. Masked, because the price history would identify it. */
  instrumentId: string | null;
  /** The kind of instrument, which sets the price format. A masked pick is formatted like a share. */
  kind: InstrumentKind | null;
  /** Whether only the day of its price is known. */
  pricedOfDay: boolean | null;
  /** Whether the price is newer than the pick's own, by which lists are sorted. */
  isRepriced: boolean | null;
  /** Changes of its call since publication. */
  changes: TermChange[];
  /** How its call was settled; null while it is open. */
  end: CallEnd | null;
};

/** A pick in a table: exact decimals, `sharePortfolio` and the margins in per cent. */
export type PickRow = {
  id: string;
  marketCap: string | null;
  currentPrice: string | null;
  /** The time of the price. */
  pricedAt: Date | null;
  /** ISO 4217 or a unit such as GBX, where it is known. */
  currency: string | null;
  sharePortfolio: string | null;
  currentYearTarget: string | null;
  target2028: string | null;
  week52High: string | null;
  week52Low: string | null;
  audience: Audience;
} & Partial<MaskedColumns>;

/** Columns of a pick joined with its instrument's price. */
const REPRICED = {
  isRepriced: bool.from`coalesce(current."price" <> stock_picks.current_price, current."price" is not null)`,
};

const FIGURES = {
  ...columns(StockPick, "id", "marketCap", "sharePortfolio"),
  ...columns(StockPick, "currentYearTarget", "target2028", "week52High", "week52Low", "audience"),
};
const MASKED = {
  ...columns(StockPick, "ticker", "name", "margin52WeekHigh", "changeMargin52WeekLow"),
  ...columns(StockPick, "author", "disclosure"),
  instrumentId: uuid.orNull.from`stock_picks.instrument_id`,
  companySymbol: companySymbol("stock_picks", "ticker"),
};
const maskedFor = (access: ReadingAccess) => ({
  ...MASKED,
  changes: changesColumn(sql`'pick'`, sql`stock_picks.id`, access),
  end: endColumn(sql`'pick'`, sql`stock_picks.id`, access),
});
/** The pick's own price, where the pick is masked: the instrument's price would identify it. */
const OWN = columnsAs("stock_picks", StockPick, "currentPrice", "pricedAt", "currency");
const SHOWN = priceForReaders("stock_picks");
const ownOrShown = (price: keyof typeof OWN) =>
  sql`case when ${FOR_MEMBERS} then ${SHOWN[price].sql} else ${OWN[price].sql} end`;
/** Prices next to the current one, in the shares of the day on which they were entered. */
const LEVELS = {
  currentYearTarget: "current_year_target",
  target2028: "target_2028",
  week52High: "week_52_high",
  week52Low: "week_52_low",
} as const;

/**
 * Only the target of the year is a term of the call. The others also count as entered with the pick's own
 * price.
 */
const adjustedLevel = (column: string, on = siteDayOf(SHOWN.pricedAt.sql)) =>
  recordLevel("stock_picks", {
    column,
    level: "target",
    on,
    since: column === LEVELS.currentYearTarget ? undefined : siteDayOf(sql`stock_picks.priced_at`),
  });

/**
 * The same prices adjusted to the shares of the current price. Masked ones stay as entered, like their price.
 */
const levels = (read: (column: string) => Fragment<object>) => ({
  currentYearTarget: decimal.orNull.from`${read(LEVELS.currentYearTarget)}`,
  target2028: decimal.orNull.from`${read(LEVELS.target2028)}`,
  week52High: decimal.orNull.from`${read(LEVELS.week52High)}`,
  week52Low: decimal.orNull.from`${read(LEVELS.week52Low)}`,
});

/** A pick without the current price, for feeds: in shares of today. */
export const PICK_PLAN = {
  ...columns(StockPick, "ticker", "name", "disclosure", "sharePortfolio"),
  currentYearTarget: decimal.orNull.from`${adjustedLevel(LEVELS.currentYearTarget, SITE_TODAY)}`,
  target2028: decimal.orNull.from`${adjustedLevel(LEVELS.target2028, SITE_TODAY)}`,
  list: columns(StockPick, "category").category,
  kind: kindOf(sql`stock_picks.instrument_id`),
  currency: ownCurrency("stock_picks"),
};

const ROWS = {
  locked: { ...FIGURES, ...OWN },
  members: {
    ...FIGURES,
    ...levels(
      (column) => sql`case when ${FOR_MEMBERS} then ${adjustedLevel(column)} else ${raw(column)} end`,
    ),
    currentPrice: decimal.orNull.from`${ownOrShown("currentPrice")}`,
    pricedAt: timestamp.orNull.from`${ownOrShown("pricedAt")}`,
    currency: text.orNull.from`${ownOrShown("currency")}`,
    ...forMembers({ ...maskedFor("members"), ...REPRICED, kind: SHOWN.kind, pricedOfDay: SHOWN.pricedOfDay }),
  },
  full: { ...FIGURES, ...levels(adjustedLevel), ...SHOWN, ...maskedFor("full"), ...REPRICED },
};

const orderBy = (order: keyof typeof PICK_ORDERS) => raw(PICK_ORDERS[order].sql);

const UPSIDE = orderBy("upside");

/** An order is information, too: rows sorted by a masked column would reveal its values. */
const PUBLIC_ORDERS = {
  upside: UPSIDE,
  marketCap: orderBy("market_cap"),
  currentPrice: orderBy("current_price"),
  sharePortfolio: orderBy("share_portfolio"),
  currentYTP: orderBy("current_year_target"),
  tp2028: orderBy("target_2028"),
};

const MASKED_ORDERS = {
  ticker: orderBy("ticker"),
  margin52WksHigh: orderBy("margin_52_week_high"),
  ChMargin52WksLow: orderBy("change_margin_52_week_low"),
};

/**
 * The orders for members without access to Private picks. Those come last, in an order that reveals nothing.
 */
const MEMBERS_ORDERS = {
  ticker: raw(PICK_ORDERS_FOR_MEMBERS.ticker),
  margin52WksHigh: raw(PICK_ORDERS_FOR_MEMBERS.margin_52_week_high),
  ChMargin52WksLow: raw(PICK_ORDERS_FOR_MEMBERS.change_margin_52_week_low),
};

const ORDERS_BY_ACCESS: Record<Access, Partial<Record<PickSortKey, Fragment<object>>>> = {
  locked: PUBLIC_ORDERS,
  members: { ...PUBLIC_ORDERS, ...MEMBERS_ORDERS },
  full: { ...PUBLIC_ORDERS, ...MASKED_ORDERS },
};

const DIRECTIONS = { asc: sql`asc nulls last, id`, desc: sql`desc nulls last, id` };

/** The visible picks of one category, the parameter `category`. */
export const OF_CATEGORY = sql`category = ${literal(PICK_CATEGORIES)("category")} and ${IS_PUBLISHED}`;

type PickQuery = { category?: PickCategory; sort: PickSort; limit: number; offset?: number };

/** The same for each category. Together they are all picks, each in the order of an index. */
export const ofEachCategory = (select: (category: Fragment<object>) => Fragment<object>) =>
  join(
    PICK_CATEGORIES.map((category) => select(raw(`'${category}'`))),
    sql` union all `,
  );

const PRICES: Record<Access, Fragment<object>> = {
  locked: sql``,
  members: joinShownPrice("stock_picks"),
  full: joinShownPrice("stock_picks"),
};

/** The page's picks come from an index. Only these rows are read. */
const pageRows = <Args>(access: Access, found: Fragment<Args>, order: Fragment<object>) => sql`
  (select id from ${found} limit ${int("limit")} offset ${int("offset", 0)}) as page
    join stock_picks using (id) ${PRICES[access]} order by ${order}`;

/** All picks in an order, merged from the categories in that order. */
const allPicks = (value: Fragment<object>, direction: Fragment<object>) => sql`
  (${ofEachCategory(
    (
      category,
    ) => sql`(select id, ${value} as value from stock_picks where category = ${category} and ${IS_PUBLISHED}
                        order by value ${direction})`,
  )}) as each order by value ${direction}`;

/** For each order a statement for all picks and one for a category. */
const listFor = <const Row extends typeof FIGURES>(access: Access, row: Row) =>
  forEachOf(Object.keys(ORDERS_BY_ACCESS[access]) as PickSortKey[], (key) =>
    forEachOf(["asc", "desc"], (direction) => {
      const name = `picks.list, ${access}, ${key} ${direction}`;
      const value = ORDERS_BY_ACCESS[access][key] ?? UPSIDE;
      const order = sql`${value} ${DIRECTIONS[direction]}`;
      const all = allPicks(value, DIRECTIONS[direction]);
      const some = sql`stock_picks where ${OF_CATEGORY} order by ${order}`;
      return {
        all: statement(name, row)`select ${row} from ${pageRows(access, all, order)}`,
        ofCategory: statement(
          `${name}, by category`,
          row,
        )`select ${row} from ${pageRows(access, some, order)}`,
      };
    }),
  );

const LIST = {
  locked: listFor("locked", ROWS.locked),
  members: listFor("members", ROWS.members),
  full: listFor("full", ROWS.full),
};

type StoredColumns = Omit<MaskedColumns, "changes"> & { changes: StoredChange[] };

type FoundRow = Omit<PickRow, keyof MaskedColumns> & {
  [Masked in keyof StoredColumns]?: StoredColumns[Masked] | null;
};

/** Drops masked columns that were not read: every pick has a name. */
function toPickRow({
  ticker,
  companySymbol = ticker,
  name,
  margin52WeekHigh,
  changeMargin52WeekLow,
  author,
  disclosure,
  changes,
  end,
  ...open
}: FoundRow): PickRow {
  if (typeof ticker !== "string" || typeof name !== "string") return open;
  return {
    ...open,
    ticker,
    companySymbol: companySymbol ?? ticker,
    name,
    margin52WeekHigh: margin52WeekHigh ?? null,
    changeMargin52WeekLow: changeMargin52WeekLow ?? null,
    author: author ?? null,
    disclosure: disclosure ?? null,
    changes: termChanges(changes ?? []),
    end: end ?? null,
  };
}

/** Picks in the requested order, with the columns of the reader's access. */
export async function picks(
  access: Access,
  { category, sort, limit, offset = 0 }: PickQuery,
): Promise<PickRow[]> {
  const key = sort.key in ORDERS_BY_ACCESS[access] ? sort.key : "upside";
  const { all, ofCategory } = LIST[access][key][sort.direction];
  const found: FoundRow[] = await (category
    ? ofCategory.all({ category, limit, offset })
    : all.all({ limit, offset }));
  return found.map(toPickRow);
}

type PickPosition = { id: string; category: PickCategory; place: number };

const VALUE = ORDERS_BY_ACCESS.locked[DEFAULT_SORT.key] ?? UPSIDE;

/** The picks before one pick in the default descending order. Each condition is a range of its index. */
const BEFORE = join(
  [
    sql`${VALUE} > own.value`,
    sql`${VALUE} = own.value and id < own.id`,
    sql`own.value is null and ${VALUE} is not null`,
    sql`own.value is null and ${VALUE} is null and id < own.id`,
  ].map(
    (before) =>
      sql`(select 1 from stock_picks where category = own.category and ${IS_PUBLISHED} and ${before})`,
  ),
  sql` union all `,
);

const POSITION = statement("picks.position", {
  ...columns(StockPick, "id", "category"),
  place: int,
})`
  select id, category, 1 + (select count(*)::int from (${BEFORE} limit ${COUNT_LIMIT}) as before) as place
    from (select id, category, ${VALUE} as value from stock_picks where id = ${uuid("id")} and ${IS_PUBLISHED}) as own`;

/** A pick's category, and its rank there (from 1) in the default order. */
export const pickPosition = (id: string): Promise<PickPosition | undefined> => POSITION.first({ id });

const LATEST = variants(
  "picks.latest",
  ROWS,
  (declare, row, access) => declare`
    select ${row} from stock_picks ${PRICES[access]} where ${IS_PUBLISHED} order by created_at desc, id desc limit ${int("limit")}`,
);

/** The newest picks, with the columns of the reader's access. */
export async function latestPicks(access: Access, limit: number): Promise<PickRow[]> {
  const found: FoundRow[] = await LATEST[access].all({ limit });
  return found.map(toPickRow);
}
