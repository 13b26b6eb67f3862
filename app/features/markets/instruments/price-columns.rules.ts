import { readCurrency } from "~/admin-kit/figures/read-currency";
import { columnKey } from "~/admin-kit/paste/columns";
import { type PriceColumn, quoted } from "./price-lines.rules";
import { HUNDREDTHS } from "./price-units.rules";

/** What columns of prices are called, as `columnKey` has it; their own name first. An adjusted close is none. */
export const PRICE_COLUMN_NAMES: Readonly<Record<PriceColumn, readonly [own: string, ...others: string[]]>> =
  {
    day: ["day", "date", "timestamp", "datetime", "tradedate", "tradingday", "asof", "datum", "tag"],
    close: [
      "close",
      ...["closeprice", "closingprice", "closelast", "price", "last", "lastprice", "pxlast", "settle"],
      ...["schluss", "schlusskurs", "kurs", "zuletzt", "clôture", "cours"],
    ],
    high: ["high", "dayhigh", "hi", "highprice", "pxhigh", "hoch", "plushaut"],
    low: ["low", "daylow", "lo", "lowprice", "pxlow", "tief", "plusbas"],
    volume: ["volume", "vol", "totalvolume"],
    currency: [
      "currency",
      ...["ccy", "cur", "currencycode", "quotecurrency", "pricecurrency", "tradingcurrency"],
      ...["währung", "devise"],
    ],
  };

const PRICES: readonly string[] = ["close", "high", "low"] satisfies readonly PriceColumn[];

/** "Close (GBp)", "Close [USD]", "Close USD", "Price in EUR". */
const WITH_UNIT = /^(.*?)(?:[\s_,]*([([])|[\s_,]+in\s+|[\s_,]+)([a-z]{3})[)\]]?$/i;

const UNITS: ReadonlySet<string> = new Set([
  ...Intl.supportedValuesOf("currency"),
  ...Object.keys(HUNDREDTHS),
]);

/**
 * What a column is called, as `columnKey` has it, and the currency that its name says. Without brackets only one in capitals is meant:
 * "all" and "top" are money somewhere. Close (adj) is a name of its own.
 */
export function nameAndUnit(name: string): { key: string; unit?: string } {
  const [, base = "", bracket, code = ""] = WITH_UNIT.exec(name.trim()) ?? [];
  const unit = readCurrency(code);
  const isMeant = unit !== undefined && UNITS.has(unit) && (bracket || code.slice(0, 2) === unit.slice(0, 2));
  const key = columnKey(base);
  const isPrice = PRICES.some((column) => PRICE_COLUMN_NAMES[column as PriceColumn].includes(key));
  return isMeant && isPrice ? { key, unit } : { key: columnKey(name) };
}

/** The same of the column that says whose prices a line has; a table of several instruments has it. */
export const SYMBOL_COLUMN_NAMES: readonly string[] = [
  "symbol",
  ...["ticker", "instrument", "code", "ric", "security"],
];

/** Of these, the names under which the symbol itself stands, and not a name or a number of somebody's. */
export const TICKER_COLUMN_NAMES: readonly string[] = ["symbol", "ticker"];

/** What columns are called in a file of somebody else's. */
export type ColumnNames = Partial<Record<PriceColumn, string>>;

/** Where each column stands; one that is not there stands at -1. */
export type ColumnPlaces = Record<PriceColumn, number>;

/** @param called columns that go by another name there. @returns what is wrong with the names, where something is */
export function columnPlaces(names: readonly string[], called: ColumnNames): ColumnPlaces | string {
  const places: Partial<ColumnPlaces> = {};
  for (const [column, [usual, ...others]] of Object.entries(PRICE_COLUMN_NAMES)) {
    const own = called[column as PriceColumn];
    const placesOf = (isIt: (name: string) => boolean) =>
      names.flatMap((name, place) => (isIt(name) ? [place] : []));
    const found =
      own === undefined
        ? firstFilled(
            placesOf((name) => columnKey(name) === usual),
            placesOf((name) => [usual, ...others].includes(nameAndUnit(name).key)),
          )
        : placesOf((name) => name.toLowerCase() === own.toLowerCase());
    if (found.length > 1) {
      const [one, other] = found.map((place) => names[place]);
      return `the column ${column} is there twice, as ${one} and ${other}: give one of them another name`;
    }
    if (own !== undefined && found.length === 0) return `there is no column ${own}`;
    places[column as PriceColumn] = found[0] ?? -1;
  }
  if (places.day === -1 || places.close === -1)
    return `the names of the columns must hold day and close: they are ${listOf(names)}`;
  return places as ColumnPlaces;
}

/** Names of columns that are told; a file without any may have a thousand figures there. */
const NAMES_TOLD = 8;

const listOf = (names: readonly string[]): string => {
  const told = names.slice(0, NAMES_TOLD).map(quoted).join(", ");
  return names.length > NAMES_TOLD ? `${told} and ${names.length - NAMES_TOLD} more` : told;
};

const firstFilled = <Entry>(one: Entry[], other: Entry[]): Entry[] => (one.length > 0 ? one : other);
