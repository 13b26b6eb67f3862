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
import { siteDayOf } from "db/site-day";
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
import type { InstrumentKind } from "~/features/markets/instruments/instruments.queries.server";
import { companySymbol } from "~/features/markets/instruments/named-by.queries.server";
import { joinShownPrice, shownPrice } from "~/features/markets/instruments/shown-price.queries.server";
import { DEFAULT_SORT, type PickSort, type PickSortKey } from "./picks.rules";

export { PICK_CATEGORIES, type PickCategory };

/** What is masked for readers who have not paid; specification, section 4. */
type MaskedColumns = {
  ticker: string;
  /** Of the page of its company: the ticker may be another one's by now. */
  companySymbol: string;
  name: string;
  margin52WeekHigh: string | null;
  changeMargin52WeekLow: string | null;
  /** Who picked it; null where nobody is named. */
  author: string | null;
  /** What the author holds of it; null where nothing was said. */
  disclosure: string | null;
  /** Whose price it has: what that did would tell which one it is, too. */
  instrumentId: string | null;
  /** What that is, by which its prices are written; of a masked one they are as those of a share. */
  kind: InstrumentKind | null;
  /** Whether its price is known by its day alone. */
  pricedOfDay: boolean | null;
  /** Whether its price is another one than its own, by which lists are sorted. */
  isRepriced: boolean | null;
  /** What was changed of its call since it was made. */
  changes: TermChange[];
  /** How its call was settled; null while it is open. */
  end: CallEnd | null;
};

/** A pick as the tables show it: exact decimals, `sharePortfolio` and the margins in per cent. */
export type PickRow = {
  id: string;
  marketCap: string | null;
  currentPrice: string | null;
  /** Since when the price is what it is. */
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

/** Of a pick that is joined with what its instrument costs. */
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
/** The pick's own price, where it is masked: its instrument's would tell which one it is. */
const OWN = columnsAs("stock_picks", StockPick, "currentPrice", "pricedAt", "currency");
const SHOWN = shownPrice("stock_picks");
const ownOrShown = (price: keyof typeof OWN) =>
  sql`case when ${FOR_MEMBERS} then ${SHOWN[price].sql} else ${OWN[price].sql} end`;
/** Prices that stand beside the current one, and are of the shares of the day on which they were given. */
const LEVELS = {
  currentYearTarget: "current_year_target",
  target2028: "target_2028",
  week52High: "week_52_high",
  week52Low: "week_52_low",
} as const;

/** Of these the target of the year alone is a term of the call; the others count as given with the pick's own price, too. */
const levelOf = (column: string) =>
  recordLevel("stock_picks", {
    column,
    level: "target",
    on: siteDayOf(SHOWN.pricedAt.sql),
    since: column === LEVELS.currentYearTarget ? undefined : siteDayOf(sql`stock_picks.priced_at`),
  });

/** The same as prices of the shares that the price is of; masked ones are as they were written, as their price is. */
const levels = (read: (column: string) => Fragment<object>) => ({
  currentYearTarget: decimal.orNull.from`${read(LEVELS.currentYearTarget)}`,
  target2028: decimal.orNull.from`${read(LEVELS.target2028)}`,
  week52High: decimal.orNull.from`${read(LEVELS.week52High)}`,
  week52Low: decimal.orNull.from`${read(LEVELS.week52Low)}`,
});

const ROWS = {
  locked: { ...FIGURES, ...OWN },
  members: {
    ...FIGURES,
    ...levels((column) => sql`case when ${FOR_MEMBERS} then ${levelOf(column)} else ${raw(column)} end`),
    currentPrice: decimal.orNull.from`${ownOrShown("currentPrice")}`,
    pricedAt: timestamp.orNull.from`${ownOrShown("pricedAt")}`,
    currency: text.orNull.from`${ownOrShown("currency")}`,
    ...forMembers({ ...maskedFor("members"), ...REPRICED, kind: SHOWN.kind, pricedOfDay: SHOWN.pricedOfDay }),
  },
  full: { ...FIGURES, ...levels(levelOf), ...SHOWN, ...maskedFor("full"), ...REPRICED },
};

const orderBy = (order: keyof typeof PICK_ORDERS) => raw(PICK_ORDERS[order].sql);

const UPSIDE = orderBy("upside");

/** An order is an answer too: sorted by a masked column, the rows would spell it. */
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

/** The same of what members know who are not Private: the others come last in them, in no order that tells anything. */
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

/** What readers see of one category, the parameter `category`. */
export const OF_CATEGORY = sql`category = ${literal(PICK_CATEGORIES)("category")} and ${IS_PUBLISHED}`;

type PickQuery = { category?: PickCategory; sort: PickSort; limit: number; offset?: number };

/** The same from each category: together they are all picks, each in the order of an index. */
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

/** An index tells which picks a page has; only these are read. */
const pageOf = <Args>(access: Access, found: Fragment<Args>, order: Fragment<object>) => sql`
  (select id from ${found} limit ${int("limit")} offset ${int("offset", 0)}) as page
    join stock_picks using (id) ${PRICES[access]} order by ${order}`;

/** All picks in an order: what each category has in that order, merged. */
const allPicks = (value: Fragment<object>, direction: Fragment<object>) => sql`
  (${ofEachCategory(
    (
      category,
    ) => sql`(select id, ${value} as value from stock_picks where category = ${category} and ${IS_PUBLISHED}
                        order by value ${direction})`,
  )}) as each order by value ${direction}`;

/** For each order a statement of all picks and one of a category. */
const listFor = <const Row extends typeof FIGURES>(access: Access, row: Row) =>
  forEachOf(Object.keys(ORDERS_BY_ACCESS[access]) as PickSortKey[], (key) =>
    forEachOf(["asc", "desc"], (direction) => {
      const name = `picks.list, ${access}, ${key} ${direction}`;
      const value = ORDERS_BY_ACCESS[access][key] ?? UPSIDE;
      const order = sql`${value} ${DIRECTIONS[direction]}`;
      const all = allPicks(value, DIRECTIONS[direction]);
      const some = sql`stock_picks where ${OF_CATEGORY} order by ${order}`;
      return {
        all: statement(name, row)`select ${row} from ${pageOf(access, all, order)}`,
        ofCategory: statement(`${name}, by category`, row)`select ${row} from ${pageOf(access, some, order)}`,
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

/** Without its masked columns where they were not read: a pick always has a name. */
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

/** Picks in the order that was asked for; the columns are those of the reader's access. */
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

/** Those before one pick, each condition a stretch of the index of the order that the page begins with: falling. */
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

/** The category of a pick, and its place there (from 1) in the order that the page begins with. */
export const pickPosition = (id: string): Promise<PickPosition | undefined> => POSITION.first({ id });

const LATEST = variants(
  "picks.latest",
  ROWS,
  (declare, row, access) => declare`
    select ${row} from stock_picks ${PRICES[access]} where ${IS_PUBLISHED} order by created_at desc, id desc limit ${int("limit")}`,
);

/** The newest picks; the columns are those of the reader's access. */
export async function latestPicks(access: Access, limit: number): Promise<PickRow[]> {
  const found: FoundRow[] = await LATEST[access].all({ limit });
  return found.map(toPickRow);
}
