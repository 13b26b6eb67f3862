import { readCurrency } from "~/admin-kit/figures/read-currency";
import { columnKey } from "~/admin-kit/paste/columns";
import { type PriceColumn, quoteCell } from "./price-lines.rules";
import { HUNDREDTHS } from "./price-units.rules";

/**
 * Names of price columns, as `columnKey` returns them; the usual name first. An adjusted close is not
 * accepted.
 */
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
 * A column's name as `columnKey` returns it, and the currency in it. Without brackets the currency must be in
 * capitals, because "all" and "top" are currency codes too. "Close (adj)" is a name, not a currency.
 */
export function nameAndUnit(name: string): { key: string; unit?: string } {
  const [, base = "", bracket, code = ""] = WITH_UNIT.exec(name.trim()) ?? [];
  const unit = readCurrency(code);
  const hasUnit = unit !== undefined && UNITS.has(unit) && (bracket || code.slice(0, 2) === unit.slice(0, 2));
  const key = columnKey(base);
  const isPrice = PRICES.some((column) => PRICE_COLUMN_NAMES[column as PriceColumn].includes(key));
  return hasUnit && isPrice ? { key, unit } : { key: columnKey(name) };
}

/** Names of the column with the instrument, which a table of several instruments has. */
export const SYMBOL_COLUMN_NAMES: readonly string[] = [
  "symbol",
  ...["ticker", "instrument", "code", "ric", "security"],
];

/** Names of columns with the symbol itself, not with a name or an internal number. */
export const TICKER_COLUMN_NAMES: readonly string[] = ["symbol", "ticker"];

/** The names of columns in another provider's file. */
export type ColumnNames = Partial<Record<PriceColumn, string>>;

/** The index of each column; -1 for a missing one. */
export type ColumnPlaces = Record<PriceColumn, number>;

/**
 * @param called columns with other names in this file
 * @returns the problem with the names, if any
 */
export function columnPlaces(names: readonly string[], called: ColumnNames): ColumnPlaces | string {
  const places: Partial<ColumnPlaces> = {};
  for (const [column, [usual, ...others]] of Object.entries(PRICE_COLUMN_NAMES)) {
    const own = called[column as PriceColumn];
    const placesWhere = (isIt: (name: string) => boolean) =>
      names.flatMap((name, place) => (isIt(name) ? [place] : []));
    const found =
      own === undefined
        ? firstFilled(
            placesWhere((name) => columnKey(name) === usual),
            placesWhere((name) => [usual, ...others].includes(nameAndUnit(name).key)),
          )
        : placesWhere((name) => name.toLowerCase() === own.toLowerCase());
    if (found.length > 1) {
      const [one, other] = found.map((place) => names[place]);
      return `the column ${column} appears twice, as ${one} and ${other}: rename one of them`;
    }
    if (own !== undefined && found.length === 0) return `there is no column ${own}`;
    places[column as PriceColumn] = found[0] ?? -1;
  }
  if (places.day === -1 || places.close === -1)
    return `the names of the columns must hold day and close: they are ${listNames(names)}`;
  return places as ColumnPlaces;
}

/** How many column names a message lists; a file without names may have thousands. */
const LISTED_NAMES = 8;

const listNames = (names: readonly string[]): string => {
  const listed = names.slice(0, LISTED_NAMES).map(quoteCell).join(", ");
  return names.length > LISTED_NAMES ? `${listed} and ${names.length - LISTED_NAMES} more` : listed;
};

const firstFilled = <Entry>(one: Entry[], other: Entry[]): Entry[] => (one.length > 0 ? one : other);
