import { Instrument } from "db/entities/instrument";
import { columnsAs } from "db/entity-columns.server";
import { IS_PUBLISHED, PUBLISHED } from "db/published";
import { SITE_TODAY } from "db/site-day";
import { array, bool, day, sql, text, timestamp, uuid } from "db/sql";
import { forEachOf, statement } from "db/statement.server";
import { accessTo } from "~/access/access.server";
import { FOR_MEMBERS } from "~/access/for-members.server";
import type { Viewer } from "~/auth/viewer.server";
import {
  membersCallName,
  publicBySetting,
  publicCallName,
} from "~/features/calls/track-record/company-calls.queries.server";
import { symbolRow, symbolRowAt } from "~/features/markets/instruments/linked-company.queries.server";
import { mayBeSymbol } from "~/features/markets/instruments/symbol.rules";

/**
 * How much a reader may know of a company. Its page must not reveal a call to readers who may not read calls.
 */
export type Reading = "calls" | "members" | "public";
export const READINGS = ["calls", "members", "public"] as const;

const READING_BY_ACCESS = { full: "calls", members: "members", locked: "public" } as const;

/** Readers of alerts alone, or of picks alone, count as readers of neither. */
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
 * A company with the data of its page.
 * @property isPublic whether public content names it: then everybody can open its page and feed
 * @property nextResultsOn the day of its next results, if staff entered one that is not over
 */
export type CompanyOfPage = Company & { isPublic: boolean; nextResultsOn: string | null };

/**
 * The name in public records, which triggers maintain, else the name in a public call. A quote that is linked
 * by name alone must not reveal the call that created its instrument. Calls create no indices, so an index is
 * always public.
 */
const PUBLIC_NAME = sql`coalesce(i.public_name, ${publicCallName(sql`i.id`)})`;

/** The name in calls that all members may read. */
const MEMBERS_NAME = sql`coalesce(
  (select name from stock_picks where instrument_id = i.id and ${IS_PUBLISHED} and ${FOR_MEMBERS} order by priced_at desc, id desc limit 1),
  (select name from trade_alerts where instrument_id = i.id and ${PUBLISHED} and ${FOR_MEMBERS} order by priced_at desc, id desc limit 1),
  ${membersCallName(sql`i.id`)})`;

const NAMES = {
  members: sql`coalesce(${PUBLIC_NAME}, ${MEMBERS_NAME})`,
  calls: sql`coalesce(${PUBLIC_NAME}, i.name)`,
  public: PUBLIC_NAME,
};

/** Whether a call that all members may read states the instrument's currency. */
const IS_MEMBERS_CURRENCY = sql`(
  exists (select from stock_picks where instrument_id = i.id and ${IS_PUBLISHED} and ${FOR_MEMBERS} and currency = i.currency)
  or exists (select from trade_alerts where instrument_id = i.id and ${PUBLISHED} and ${FOR_MEMBERS} and currency = i.currency))`;

/** The currency, for readers who may know its source. */
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
    select ${row} from ${symbolRow(sql`upper(btrim(${text("symbol", "SPX")}))`)} as named
      join instruments as i on i.id = coalesce(named.merged_into, named.id)`;
});

/**
 * Finds the company of a symbol; case does not matter. Readers without access to calls find it only if public
 * content names it. A call that is not public may have created the instrument and given it its name.
 */
export async function companyBySymbol(symbol: string, reading: Reading): Promise<CompanyOfPage | undefined> {
  if (!mayBeSymbol(symbol)) return undefined;
  const { name, ...found } = (await BY_SYMBOL[reading].first({ symbol, ...publicBySetting() })) ?? {
    name: null,
  };
  return name === null || !("id" in found) ? undefined : { ...found, name };
}

const BY_IDS = forEachOf(READINGS, (reading) => {
  const row = {
    ...columnsAs("i", Instrument, "id", "symbol", "kind"),
    currency: text.orNull.from`${CURRENCIES[reading]}`,
    name: text.orNull.from`${NAMES[reading]}`,
  };
  return statement(`company.by-ids, ${reading}`, row)`
    select ${row} from instruments as i where i.id = any((select ${array(uuid)("ids")}::uuid[])::uuid[])`;
});

/** The companies by id; the rules of `companyBySymbol` apply. */
export async function companiesByIds(
  ids: readonly string[],
  reading: Reading,
): Promise<Map<string, Company>> {
  const found = await BY_IDS[reading].all({ ids: [...ids], ...publicBySetting() });
  return new Map(
    found.flatMap(({ name, ...company }) => (name === null ? [] : [[company.id, { ...company, name }]])),
  );
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
     cross join lateral ${symbolRowAt(sql`wanted.symbol`, sql`${timestamp("at")}::timestamptz`)} as named
      join instruments as i on i.id = coalesce(named.merged_into, named.id)`;
});

/** Later than any change of a symbol's owner. */
const BY_NOW = new Date("9999-12-31T00:00:00Z");

/**
 * The companies by symbol, in capitals; the rules of `companyBySymbol` apply.
 * @param at when the symbols were written: a symbol may belong to another company by now
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
