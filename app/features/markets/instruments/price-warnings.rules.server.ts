import { INSTRUMENT_KINDS, type InstrumentKind } from "db/entities/instrument";
import type { EntityManager } from "db/orm.server";
import { siteDayOf } from "db/site-day";
import { array, day, decimal, int, literal, sql, text, uuid } from "db/sql";
import { statement } from "db/statement.server";
import type { Field, PriceRole } from "~/admin-kit/fields.server";
import type { Intended, Sentences, WarningCheck } from "~/admin-kit/warnings.server";
import { siteSettings } from "~/platform/site-settings/site-settings.server";
import { inShares } from "../price-change.rules";
import { instrumentIn } from "./former-symbol-warnings.rules.server";
import { currentPriceOf } from "./instruments.queries.server";
import { namedBy } from "./named-by.queries.server";
import {
  farPrice,
  type KnownPrice,
  otherCurrency,
  shownPrice,
  slippedFrom,
  USUAL_BOUND,
} from "./price-distance.rules";
import { inUnit } from "./price-units.rules";
import { priceToday } from "./shares-between.queries.server";

/** Per cent from the last known price, beyond which a new one is asked about. */
export const priceBound = (kind: InstrumentKind): number => siteSettings().priceBounds[kind] ?? USUAL_BOUND;

/** A figure of a record that is a price; see `PriceRole`. */
type Figure = { property: string; field: string; label: string; is: PriceRole };

/** Those of a form, its own price first: the others are held against it. */
const figuresOf = (fields: readonly Field[]): Figure[] =>
  fields
    .flatMap(({ property, name, label, price }) =>
      price ? [{ property, field: name, label, is: price }] : [],
    )
    .toSorted((a, b) => Number(b.is === "price") - Number(a.is === "price"));

/**
 * Whose prices a record says.
 * @property symbol as its trigger finds the instrument: by it, or without one by the name
 * @property kind where no instrument is known
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

/** That of the record, which keeps it while it says the same symbol: the symbol may be another company's by now. */
const OWN = sql`(select coalesce(merged_into, id) from instruments where id = wanted.own)`;
/** As `instrument_by_symbol` and `instrument_by_name` find it for the triggers of records (db/baseline/instruments.ts). */
const BY_SYMBOL = sql`(
  select coalesce(merged_into, id) from ${namedBy(sql`upper(btrim(wanted.symbol))`)} as found)`;
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

/** What is known of each one's instrument, in shares of today, by their places; one without a price is not in it. */
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
 * Asks about prices that are far from the last known one, and about targets, stops and zones that are many times it; what a record
 * says already is not asked about again. See docs/figures.md.
 * @param fields those of the form; its prices say so themselves
 */
export function priceWarnings<Row extends object>(
  fields: readonly Field[],
  pricesOf: (values: Figures) => PricesOf,
): WarningCheck<Row> {
  const figures = figuresOf(fields);
  return async (intended, within) => {
    const asked = intended.flatMap((each, nth) => {
      const [of, was] = [pricesOf(each.values), each.before && pricesOf(each.before as Figures)];
      // Another currency makes another price of the same figure.
      const isRelabelled = was !== undefined && (was.currency ?? null) !== (of.currency ?? null);
      const isOne = was !== undefined && isOneInstrument(of, was);
      // So does another company: its own price is known, and this is no price of it.
      const changed = figures.filter((figure) => isNews(figure, each, isRelabelled || !isOne));
      const before = isOne
        ? { values: each.before as Figures, currency: was.currency, shares: each.shares }
        : undefined;
      const own = isOne && of.symbol !== null ? instrumentIn(each.before) : undefined;
      return changed.length > 0 ? [{ nth, changed, before, values: each.values, of: { ...of, own } }] : [];
    });
    const known = await lastKnown(
      asked.map(({ of }) => of),
      within,
    );
    const sentences = new Map(
      asked.map(({ nth, changed, values, ...held }, place) => [
        nth,
        sentencesOf(changed, figures, values, { ...held, known: known.get(place) }),
      ]),
    );
    return intended.map((_, nth) => sentences.get(nth) ?? {});
  };
}

const figureOf = (values: object | undefined, { property }: Figure): string | undefined => {
  const value = (values as Figures | undefined)?.[property];
  return typeof value === "string" && value !== "" ? value : undefined;
};

/** Whether a figure is there, and another one than before. */
function isNews<Row>(figure: Figure, { values, before }: Intended<Row>, isRelabelled: boolean): boolean {
  const price = figureOf(values, figure);
  const was = figureOf(before as object | undefined, figure);
  return price !== undefined && (isRelabelled || was === undefined || Number(price) !== Number(was));
}

const folded = (text: string | null) => text?.trim().toUpperCase() ?? null;

/** A record that is of something else from now on says nothing about its price by what it said before. */
const isOneInstrument = (one: PricesOf, other: PricesOf): boolean =>
  one.symbol === null && other.symbol === null
    ? folded(one.name) === folded(other.name)
    : folded(one.symbol) === folded(other.symbol);

/** A record as it is, where it is of the same instrument. @property shares as `Intended` has it */
type Before = { values: Figures; currency?: string | null; shares: number };

/** What figures are held against. */
type Held = { of: PricesOf; known?: LastKnown; before?: Before };

function sentencesOf(
  changed: readonly Figure[],
  figures: readonly Figure[],
  values: Figures,
  { of, known, before }: Held,
): Sentences {
  const own = figures.find(({ is }) => is === "price");
  const ownBefore = own && before && figureOf(before.values, own);
  const ownNow = own && figureOf(values, own);
  const comparable = known && inCurrencyOf(known, of);
  const priceBefore =
    before && ownBefore
      ? { price: inShares(ownBefore, before.shares), currency: before.currency ?? null }
      : undefined;
  const beside = own && ownNow ? { price: ownNow, called: own.label } : undefined;
  const against: Record<PriceRole, KnownPrice | undefined> = {
    price: comparable ?? (priceBefore && inCurrencyOf(priceBefore, of)),
    range: beside,
    level: comparable ?? beside,
  };
  const said: Record<string, string> = {};
  for (const figure of changed) {
    const { label, is, field } = figure;
    const price = figureOf(values, figure) ?? "";
    const was = is === "level" && before ? figureOf(before.values, figure) : undefined;
    const wasNow = was && before && inUnit(was, before.currency, of.currency);
    const bound = is === "level" ? undefined : priceBound(known?.kind ?? of.kind);
    const held = against[is];
    const sentence =
      (held && farPrice({ label, price, known: held, bound })) ??
      (wasNow ? slippedFrom(label, price, wasNow) : undefined) ??
      (is === "price" && !held ? currencyWarning({ label, price }, of, priceBefore ?? known) : undefined);
    if (sentence) said[field] = sentence;
  }
  return said;
}

type Priced = KnownPrice & { currency: string | null };

/** A known price in the currency of a record: pence and pounds are a hundred of each other. */
function inCurrencyOf(
  { currency: from, ...known }: Priced,
  { currency: to }: PricesOf,
): KnownPrice | undefined {
  const price = inUnit(known.price, from, to);
  if (price === undefined) return undefined;
  if (price === known.price) return known;
  return { ...known, price, unit: { currency: to ?? "", said: `${shownPrice(known.price)} ${from}` } };
}

/** Asked once: from then on the record's own price of before is in its currency. */
const currencyWarning = (
  figure: { label: string; price: string },
  { currency }: PricesOf,
  known: Priced | undefined,
): string | undefined =>
  known?.currency && currency
    ? otherCurrency({ ...figure, currency }, { ...known, currency: known.currency })
    : undefined;
