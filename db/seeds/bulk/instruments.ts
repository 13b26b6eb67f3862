import { evenFraction, id, price, word } from "./columns";
import { dated, NUMBERS, numbered, rows, type Statement } from "./statement";

/** Instruments without records, in addition to those that records create. */
export const instruments: Statement = {
  table: "instruments",
  needsIndexes: true,
  // The names of instruments that records create are numbered, too.
  last: "select max(cast(substring(symbol from '^N([0-9]+)$') as bigint)) as last from instruments",
  inserts: [
    rows("instruments", {
      ...dated("numbered instrument", 0, 700),
      symbol: "'N' || n",
      name: `${word("companies", 1)} || ' #' || n`,
      currency: "'USD'",
      symbol_since: "cast(:now as timestamptz)",
    }),
  ],
};

/** Trading days of one instrument before the next instrument follows. */
const SESSIONS = 700;
const NTH = `n / ${SESSIONS}`;

/** Daily prices of instruments that are created here. */
export const prices: Statement = {
  table: "daily_prices",
  last: numbered("daily_prices", "source"),
  inserts: [
    `insert into instruments (id, symbol, name, currency)
     select ${id("priced instrument", "nth")}, 'P' || nth, 'Priced ' || nth, 'USD'
       from (select distinct ${NTH} as nth from ${NUMBERS}) as priced
     on conflict (symbol) where merged_into is null do nothing`,
    rows(
      "daily_prices",
      {
        instrument_id: id("priced instrument", `(${NTH})`),
        day: `cast(cast(:now as timestamptz) at time zone 'UTC' as date) - 1 - cast(n % ${SESSIONS} as int)`,
        close: "price",
        high: "round(price * 1.01, 8)",
        low: "round(price * 0.99, 8)",
        volume: `floor(${evenFraction(7)} * 1e7)`,
        source: "'bulk #' || n",
      },
      `(select n, ${price(2)} as price from ${NUMBERS}) as made`,
    ),
  ],
};
