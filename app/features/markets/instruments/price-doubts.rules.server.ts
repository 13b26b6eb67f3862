import { INSTRUMENT_KINDS, type InstrumentKind } from "db/entities/instrument";
import type { EntityManager } from "db/orm.server";
import { siteDayOf } from "db/site-day";
import { array, day, decimal, int, literal, sql, text } from "db/sql";
import { statement } from "db/statement.server";
import type { Doubt, Intended, Sentences } from "~/admin-kit/doubts.server";
import { siteSettings } from "~/platform/site-settings/site-settings.server";
import { currentPriceOf } from "./instruments.queries.server";
import { namedBy } from "./named-by.queries.server";
import { farPrice, type KnownPrice, slippedFrom, USUAL_BOUND } from "./price-distance.rules";
import { priceToday } from "./shares-between.queries.server";

/** Per cent from the last known price, beyond which a new one is asked about. */
export const priceBound = (kind: InstrumentKind): number => siteSettings().priceBounds[kind] ?? USUAL_BOUND;

/**
 * A figure of a record. `price`: what the instrument costs. `range`: an end of the range that the price beside it is in. `level`: a
 * target, a stop, an end of a zone or of a year's range, which stands apart from the price.
 */
export type SaidFigure = {
  property: string;
  /** As forms and the API name it, where that is another name. */
  field?: string;
  label: string;
  is: "price" | "range" | "level";
};

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

/** As `instrument_by_symbol` and `instrument_by_name` find it for the triggers of records (db/migrations, "instrument_links"). */
const BY_SYMBOL = sql`(
  select coalesce(merged_into, id) from ${namedBy(sql`upper(btrim(wanted.symbol))`)} as found)`;
const BY_NAME = sql`(
  select case when count(*) = 1 then (array_agg(named.id))[1] end
    from (select n.id from instruments n
           where lower(n.name) = lower(btrim(wanted.name)) and n.merged_into is null limit 2) as named)`;

const LAST_KNOWN = statement("price-doubts.last-known", KNOWN)`
  select ${KNOWN}
    from unnest(${array(text.orNull)("symbols")}::text[], ${array(text)("names")}::text[]) with ordinality as wanted (symbol, name, nth)
    join instruments i on i.id = case when wanted.symbol is null then ${BY_NAME} else ${BY_SYMBOL} end
   cross join lateral ${currentPriceOf(sql`i.id`)} as current`;

type LastKnown = KnownPrice & { kind: InstrumentKind; currency: string | null };

/** What is known of each one's instrument, in shares of today, by their places; one without a price is not in it. */
async function lastKnown(
  wanted: readonly PricesOf[],
  within?: EntityManager,
): Promise<Map<number, LastKnown>> {
  if (wanted.length === 0) return new Map();
  const found = await LAST_KNOWN.all(
    { symbols: wanted.map(({ symbol }) => symbol), names: wanted.map(({ name }) => name) },
    within,
  );
  return new Map(found.map(({ nth, ...known }) => [nth - 1, known]));
}

type Figures = Readonly<Record<string, unknown>>;

/**
 * Asks about prices that are far from the last known one, and about targets, stops and zones that are many times it; what a record
 * says already is not asked about again. Docs/decisions/0131.
 */
export const priceDoubts =
  <Row extends object>(figures: readonly SaidFigure[], pricesOf: (values: Figures) => PricesOf): Doubt<Row> =>
  async (intended, within) => {
    const changed = intended.map((each) => figures.filter((figure) => isNews(figure, each)));
    const asked = intended.flatMap((each, nth) =>
      changed[nth]?.length ? [{ nth, of: pricesOf(each.values) }] : [],
    );
    const known = await lastKnown(
      asked.map(({ of }) => of),
      within,
    );
    const sentences = new Map(
      asked.map(({ nth, of }, place) => {
        const each = intended[nth] as Intended<Row>;
        const isOther = each.before !== undefined && !isOneInstrument(of, pricesOf(each.before as Figures));
        const held = { of, known: known.get(place), before: isOther ? undefined : each.before };
        return [nth, sentencesOf(changed[nth] ?? [], figures, each.values, held)];
      }),
    );
    return intended.map((_, nth) => sentences.get(nth) ?? {});
  };

const figureOf = (values: object | undefined, { property }: SaidFigure): string | undefined => {
  const value = (values as Figures | undefined)?.[property];
  return typeof value === "string" && value !== "" ? value : undefined;
};

/** Whether a figure is there, and another one than before. */
function isNews<Row>(figure: SaidFigure, { values, before }: Intended<Row>): boolean {
  const price = figureOf(values, figure);
  const was = figureOf(before as object | undefined, figure);
  return price !== undefined && (was === undefined || Number(price) !== Number(was));
}

/** A record that is of something else from now on says nothing about its price by what it said before. */
const isOneInstrument = (one: PricesOf, other: PricesOf): boolean =>
  one.symbol === null && other.symbol === null ? one.name === other.name : one.symbol === other.symbol;

/** What figures are held against. @property before the record as it is, where it is of the same instrument */
type Held = { of: PricesOf; known?: LastKnown; before?: object };

function sentencesOf(
  changed: readonly SaidFigure[],
  figures: readonly SaidFigure[],
  values: Figures,
  { of, known, before }: Held,
): Sentences {
  const own = figures.find(({ is }) => is === "price");
  const ownBefore = own && figureOf(before, own);
  const ownNow = own && figureOf(values, own);
  const comparable = known && isOneCurrency(known, of) ? known : undefined;
  const beside = own && ownNow ? { price: ownNow, called: own.label } : undefined;
  const against: Record<SaidFigure["is"], KnownPrice | undefined> = {
    price: comparable ?? (ownBefore ? { price: ownBefore } : undefined),
    range: beside,
    level: comparable ?? beside,
  };
  const said: Record<string, string> = {};
  for (const figure of changed) {
    const { label, is, property, field = property } = figure;
    const price = figureOf(values, figure) ?? "";
    const was = is === "level" ? figureOf(before, figure) : undefined;
    const bound = is === "level" ? undefined : priceBound(known?.kind ?? of.kind);
    const held = against[is];
    const sentence =
      (held && farPrice({ label, price, known: held, bound })) ??
      (was ? slippedFrom(label, price, was) : undefined);
    if (sentence) said[field] = sentence;
  }
  return said;
}

/** Pence say nothing about pounds. */
const isOneCurrency = (known: LastKnown, { currency }: PricesOf): boolean =>
  !known.currency || !currency || known.currency === currency;
