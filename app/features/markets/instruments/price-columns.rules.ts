import { columnKey } from "~/admin-kit/paste/columns";
import type { PriceColumn } from "./price-lines.rules";

/** What columns of prices are called, as `columnKey` has it; their own name first. An adjusted close is none. */
export const PRICE_COLUMN_NAMES: Readonly<Record<PriceColumn, readonly [own: string, ...others: string[]]>> =
  {
    day: ["day", "date", "timestamp", "datetime", "tradedate", "tradingday", "asof"],
    close: [
      "close",
      ...["closeprice", "closingprice", "closelast", "price", "last", "lastprice", "pxlast", "settle"],
    ],
    high: ["high", "dayhigh", "hi", "highprice", "pxhigh"],
    low: ["low", "daylow", "lo", "lowprice", "pxlow"],
    volume: ["volume", "vol", "totalvolume"],
    currency: ["currency", "ccy", "cur"],
  };

/** The same of the column that says whose prices a line has; a table of several instruments has it. */
export const SYMBOL_COLUMN_NAMES: readonly string[] = [
  "symbol",
  ...["ticker", "instrument", "code", "ric", "security"],
];

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
            placesOf((name) => others.includes(columnKey(name))),
          )
        : placesOf((name) => name.toLowerCase() === own.toLowerCase());
    if (found.length > 1) {
      const [one, other] = found.map((place) => names[place]);
      return `the column ${column} is there twice, as ${one} and ${other}: give one of them another name`;
    }
    if (own !== undefined && found.length === 0) return `there is no column ${own}`;
    places[column as PriceColumn] = found[0] ?? -1;
  }
  if (places.day === -1 || places.close === -1) return "the names of the columns must hold day and close";
  return places as ColumnPlaces;
}

const firstFilled = <Entry>(one: Entry[], other: Entry[]): Entry[] => (one.length > 0 ? one : other);
