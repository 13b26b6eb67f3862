import { Instrument } from "db/entities/instrument";
import { columnsAs } from "db/entity-columns.server";
import { IS_PUBLISHED, PUBLISHED } from "db/published";
import { SITE_TODAY } from "db/site-day";
import { array, bool, day, sql, text, timestamp } from "db/sql";
import { forEachOf, statement } from "db/statement.server";
import { accessTo } from "~/access/access.server";
import { FOR_MEMBERS } from "~/access/for-members.server";
import type { Viewer } from "~/auth/viewer.server";
import {
  membersCallName,
  publicBySetting,
  publicCallName,
} from "~/features/calls/track-record/company-calls.queries.server";
import { namedBy, namedByAt } from "~/features/markets/instruments/named-by.queries.server";
import { mayBeSymbol } from "~/features/markets/instruments/symbol.rules";

/** What a reader may know of a company: who may not read of calls does not learn from its page that there is one. */
export type Reading = "calls" | "members" | "public";
export const READINGS = ["calls", "members", "public"] as const;

const READING_BY_ACCESS = { full: "calls", members: "members", locked: "public" } as const;

/** Who may read of alerts alone, or of picks alone, counts as one who may read of neither. */
export function readingOf(viewer: Viewer): Reading {
  const alerts = READING_BY_ACCESS[accessTo("trade alert", viewer)];
  return alerts === READING_BY_ACCESS[accessTo("stock pick", viewer)] ? alerts : "public";
}

/** A company with a page. */
export type Company = {
  id: string;
  symbol: string;
  name: string;
  currency: string | null;
  kind: Instrument["kind"];
};

/**
 * The same as its page has it.
 * @property isPublic whether something public names it: then it has its page for everybody, and a feed
 * @property nextResultsOn the day of its next results, where staff know of one that is not over
 */
export type CompanyOfPage = Company & { isPublic: boolean; nextResultsOn: string | null };

/**
 * What public records call it, as triggers keep it; without any, what a call does that has become public. A quote that was linked by
 * its name alone would tell of the call that its instrument is there for; an index is there for itself, since calls make none.
 */
const PUBLIC_NAME = sql`coalesce(i.public_name, ${publicCallName(sql`i.id`)})`;

/** What calls name it that are for members. */
const MEMBERS_NAME = sql`coalesce(
  (select name from stock_picks where instrument_id = i.id and ${IS_PUBLISHED} and ${FOR_MEMBERS} order by priced_at desc, id desc limit 1),
  (select name from trade_alerts where instrument_id = i.id and ${PUBLISHED} and ${FOR_MEMBERS} order by priced_at desc, id desc limit 1),
  ${membersCallName(sql`i.id`)})`;

const NAMES = {
  members: sql`coalesce(${PUBLIC_NAME}, ${MEMBERS_NAME})`,
  calls: sql`coalesce(${PUBLIC_NAME}, i.name)`,
  public: PUBLIC_NAME,
};

/** In which currency calls for members say its prices to be. */
const IS_MEMBERS_CURRENCY = sql`(
  exists (select from stock_picks where instrument_id = i.id and ${IS_PUBLISHED} and ${FOR_MEMBERS} and currency = i.currency)
  or exists (select from trade_alerts where instrument_id = i.id and ${PUBLISHED} and ${FOR_MEMBERS} and currency = i.currency))`;

/** Its currency, for who may know who has told it. */
const CURRENCIES = {
  calls: sql`i.currency`,
  members: sql`case when not i.currency_called or ${IS_MEMBERS_CURRENCY} then i.currency end`,
  public: sql`case when not i.currency_called then i.currency end`,
};

const BY_SYMBOL = forEachOf(READINGS, (reading) => {
  const row = {
    ...columnsAs("i", Instrument, "id", "symbol", "kind"),
    currency: text.orNull.from`${CURRENCIES[reading]}`,
    name: text.orNull.from`${NAMES[reading]}`,
    isPublic: bool.from`${PUBLIC_NAME} is not null`,
    nextResultsOn: day.orNull.from`case when i.next_results_on >= ${SITE_TODAY} then i.next_results_on end`,
  };
  return statement(`company.by-symbol, ${reading}`, row)`
    select ${row} from ${namedBy(sql`upper(btrim(${text("symbol", "SPX")}))`)} as named
      join instruments as i on i.id = coalesce(named.merged_into, named.id)`;
});

/**
 * The company of a symbol, in whatever case it is typed. For readers of no calls it has a page only where something
 * public names it: an instrument may be there because of a call alone that is not, and its name be the call's.
 */
export async function companyBySymbol(symbol: string, reading: Reading): Promise<CompanyOfPage | undefined> {
  if (!mayBeSymbol(symbol)) return undefined;
  const { name, ...found } = (await BY_SYMBOL[reading].first({ symbol, ...publicBySetting() })) ?? {
    name: null,
  };
  return name === null || !("id" in found) ? undefined : { ...found, name };
}

const BY_SYMBOLS = forEachOf(READINGS, (reading) => {
  const row = {
    typed: text.from`wanted.symbol`,
    ...columnsAs("i", Instrument, "id", "symbol", "kind"),
    currency: text.orNull.from`${CURRENCIES[reading]}`,
    name: text.orNull.from`${NAMES[reading]}`,
  };
  return statement(`company.by-symbols, ${reading}`, row)`
    select ${row} from unnest(${array(text)("symbols")}::text[]) as wanted (symbol)
     cross join lateral ${namedByAt(sql`wanted.symbol`, sql`${timestamp("at")}::timestamptz`)} as named
      join instruments as i on i.id = coalesce(named.merged_into, named.id)`;
});

/** Nobody has taken a symbol after it. */
const BY_NOW = new Date("9999-12-31T00:00:00Z");

/**
 * The companies of some symbols in capitals, by those; as `companyBySymbol` finds one.
 * @param at when the symbols were written: one of them may be another company's by now
 */
export async function companiesBySymbols(
  symbols: readonly string[],
  reading: Reading,
  at = BY_NOW,
): Promise<Map<string, Company>> {
  const wanted = symbols.filter(mayBeSymbol);
  const found = await BY_SYMBOLS[reading].all({ symbols: wanted, at, ...publicBySetting() });
  return new Map(
    found.flatMap(({ typed, name, ...company }) => (name === null ? [] : [[typed, { ...company, name }]])),
  );
}
