import { INSTRUMENT_KINDS, type InstrumentKind } from "db/entities/instrument";
import type { EntityManager } from "db/orm.server";
import { siteDayOf } from "db/site-day";
import { array, day, decimal, int, literal, sql, text, uuid } from "db/sql";
import { statement } from "db/statement.server";
import type { Field, PriceRole } from "~/admin-kit/fields.server";
import type { Intended, Sentences, WarningCheck } from "~/admin-kit/warnings.server";
import { siteSettings } from "~/platform/site-settings/site-settings.server";
import { inShares } from "../price-change.rules";
import { instrumentIdOf } from "./former-symbol-warnings.rules.server";
import { currentPriceOf } from "./instruments.queries.server";
import { symbolRow } from "./linked-company.queries.server";
import {
  distanceWarning,
  formatTypedPrice,
  type KnownPrice,
  otherCurrencyWarning,
  slipWarning,
  USUAL_BOUND,
} from "./price-distance.rules";
import { inUnit } from "./price-units.rules";
import { priceToday } from "./shares-between.queries.server";

/** The bound for a new price, in per cent from the last known one; beyond it a warning appears. */
export const priceBound = (kind: InstrumentKind): number => siteSettings().priceBounds[kind] ?? USUAL_BOUND;

/** A price among a record's figures; see `PriceRole`. */
type Figure = { property: string; field: string; label: string; is: PriceRole };

/** The prices of a form, its own price first: the others are compared with it. */
const priceFields = (fields: readonly Field[]): Figure[] =>
  fields
    .flatMap(({ property, name, label, price }) =>
      price ? [{ property, field: name, label, is: price }] : [],
    )
    .toSorted((a, b) => Number(b.is === "price") - Number(a.is === "price"));

/**
 * The instrument that a record's prices belong to.
 * @property symbol as the record's trigger finds the instrument: by symbol, or by name without one
 * @property kind if no instrument is known
 */
export type PricesOf = {
  symbol: string | null;
  name: string;
  kind: InstrumentKind;
  currency?: string | null;
};

const KNOWN = {
  nth: int.from`wanted.nth::int`,
  kind: literal(INSTRUMENT_KINDS).from`i.kind`,
  price: decimal.from`trim_scale(${priceToday({ instrument: sql`i.id`, price: sql`current."price"`, asOf: sql`current."asOf"` })})`,
  day: day.from`${siteDayOf(sql`current."asOf"`)}`,
  currency: text.orNull.from`coalesce(current.currency, i.currency)`,
};

/**
 * The record's instrument, which stays while the symbol is unchanged: another company may have the symbol by
 * now.
 */
const OWN = sql`(select coalesce(merged_into, id) from instruments where id = wanted.own)`;
/**
 * The same search as `instrument_by_symbol` and `instrument_by_name` in the records' triggers
 * (db/baseline/instruments.ts).
 */
const BY_SYMBOL = sql`(
  select coalesce(merged_into, id) from ${symbolRow(sql`upper(btrim(wanted.symbol))`)} as found)`;
const BY_NAME = sql`(
  select case when count(*) = 1 then (array_agg(named.id))[1] end
    from (select n.id from instruments n
           where lower(n.name) = lower(btrim(wanted.name)) and n.merged_into is null limit 2) as named)`;

const LAST_KNOWN = statement("price-warnings.last-known", KNOWN)`
  select ${KNOWN}
    from unnest(${array(text.orNull)("symbols")}::text[], ${array(text)("names")}::text[], ${array(uuid.orNull)("own")}::uuid[])
      with ordinality as wanted (symbol, name, own, nth)
    join instruments i
      on i.id = case when wanted.own is not null then ${OWN} when wanted.symbol is null then ${BY_NAME} else ${BY_SYMBOL} end
   cross join lateral ${currentPriceOf(sql`i.id`)} as current`;

type LastKnown = KnownPrice & { kind: InstrumentKind; currency: string | null };

/** The last known price of each record's instrument in today's shares, by index; no entry without a price. */
async function lastKnown(
  wanted: readonly (PricesOf & { own?: string })[],
  within?: EntityManager,
): Promise<Map<number, LastKnown>> {
  if (wanted.length === 0) return new Map();
  const found = await LAST_KNOWN.all(
    {
      symbols: wanted.map(({ symbol }) => symbol),
      names: wanted.map(({ name }) => name),
      own: wanted.map(({ own }) => own ?? null),
    },
    within,
  );
  return new Map(found.map(({ nth, ...known }) => [nth - 1, known]));
}

type Figures = Readonly<Record<string, unknown>>;

/**
 * Warns about prices far from the last known one, and about targets, stops and zones many times that price.
 * Unchanged figures cause no new warning. See docs/figures.md.
 * @param fields of the form; each field states whether it is a price
 */
export function priceWarnings<Row extends object>(
  fields: readonly Field[],
  pricesOf: (values: Figures) => PricesOf,
): WarningCheck<Row> {
  const figures = priceFields(fields);
  return async (intended, within) => {
    const changedRecords = intended.flatMap((each, nth) => {
      const [of, was] = [pricesOf(each.values), each.before && pricesOf(each.before as Figures)];
      // In another currency the same figure is another price.
      const isRelabelled = was !== undefined && (was.currency ?? null) !== (of.currency ?? null);
      const isOne = was !== undefined && isSameInstrument(of, was);
      // For another company too: its own price is known, and the old figure is not one of its prices.
      const changed = figures.filter((figure) => isChanged(figure, each, isRelabelled || !isOne));
      const before = isOne
        ? { values: each.before as Figures, currency: was.currency, shares: each.shares }
        : undefined;
      const own = isOne && of.symbol !== null ? instrumentIdOf(each.before) : undefined;
      return changed.length > 0 ? [{ nth, changed, before, values: each.values, of: { ...of, own } }] : [];
    });
    const known = await lastKnown(
      changedRecords.map(({ of }) => of),
      within,
    );
    const sentences = new Map(
      changedRecords.map(({ nth, changed, values, ...held }, place) => [
        nth,
        describeChanges(changed, figures, values, { ...held, known: known.get(place) }),
      ]),
    );
    return intended.map((_, nth) => sentences.get(nth) ?? {});
  };
}

const figureValue = (values: object | undefined, { property }: Figure): string | undefined => {
  const value = (values as Figures | undefined)?.[property];
  return typeof value === "string" && value !== "" ? value : undefined;
};

/** Whether a figure is present and changed. */
function isChanged<Row>(figure: Figure, { values, before }: Intended<Row>, isRelabelled: boolean): boolean {
  const price = figureValue(values, figure);
  const was = figureValue(before as object | undefined, figure);
  return price !== undefined && (isRelabelled || was === undefined || Number(price) !== Number(was));
}

const normalized = (text: string | null) => text?.trim().toUpperCase() ?? null;

/** A record's previous price says nothing if the record now belongs to another instrument. */
const isSameInstrument = (one: PricesOf, other: PricesOf): boolean =>
  one.symbol === null && other.symbol === null
    ? normalized(one.name) === normalized(other.name)
    : normalized(one.symbol) === normalized(other.symbol);

/**
 * The stored record, if its instrument is unchanged.
 * @property shares as in `Intended`
 */
type Before = { values: Figures; currency?: string | null; shares: number };

/** The data that figures are compared with. */
type Comparison = { of: PricesOf; known?: LastKnown; before?: Before };

function describeChanges(
  changed: readonly Figure[],
  figures: readonly Figure[],
  values: Figures,
  { of, known, before }: Comparison,
): Sentences {
  const own = figures.find(({ is }) => is === "price");
  const ownBefore = own && before && figureValue(before.values, own);
  const ownNow = own && figureValue(values, own);
  const comparable = known && inRecordCurrency(known, of);
  const priceBefore =
    before && ownBefore
      ? { price: inShares(ownBefore, before.shares), currency: before.currency ?? null }
      : undefined;
  const beside = own && ownNow ? { price: ownNow, called: own.label } : undefined;
  const against: Record<PriceRole, KnownPrice | undefined> = {
    price: comparable ?? (priceBefore && inRecordCurrency(priceBefore, of)),
    range: beside,
    level: comparable ?? beside,
  };
  const sentences: Record<string, string> = {};
  for (const figure of changed) {
    const { label, is, field } = figure;
    const price = figureValue(values, figure) ?? "";
    const was = is === "level" && before ? figureValue(before.values, figure) : undefined;
    const wasNow = was && before && inUnit(was, before.currency, of.currency);
    const bound = is === "level" ? undefined : priceBound(known?.kind ?? of.kind);
    const held = against[is];
    const sentence =
      (held && distanceWarning({ label, price, known: held, bound })) ??
      (wasNow ? slipWarning(label, price, wasNow) : undefined) ??
      (is === "price" && !held ? currencyWarning({ label, price }, of, priceBefore ?? known) : undefined);
    if (sentence) sentences[field] = sentence;
  }
  return sentences;
}

type Priced = KnownPrice & { currency: string | null };

/** A known price in the record's currency: a hundred pence are one pound. */
function inRecordCurrency(
  { currency: from, ...known }: Priced,
  { currency: to }: PricesOf,
): KnownPrice | undefined {
  const price = inUnit(known.price, from, to);
  if (price === undefined) return undefined;
  if (price === known.price) return known;
  return { ...known, price, unit: { currency: to ?? "", said: `${formatTypedPrice(known.price)} ${from}` } };
}

/** This warning appears once: afterwards the record's own previous price has its currency. */
const currencyWarning = (
  figure: { label: string; price: string },
  { currency }: PricesOf,
  known: Priced | undefined,
): string | undefined =>
  known?.currency && currency
    ? otherCurrencyWarning({ ...figure, currency }, { ...known, currency: known.currency })
    : undefined;
