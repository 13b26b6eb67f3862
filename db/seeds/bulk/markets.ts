import { MOVER_TYPES } from "../../entities/mover";
import { PICK_CATEGORIES } from "../../entities/stock-pick";
import { evenFraction, oneOf, price, TICKER, word } from "./columns";
import {
  dated,
  even,
  INSTRUMENTS,
  NUMBERS,
  namingInstruments,
  numbered,
  rows,
  type Statement,
} from "./statement";

export const picks: Statement = {
  table: "stock_picks",
  last: numbered("stock_picks", "name"),
  inserts: [
    ...INSTRUMENTS,
    rows(
      "stock_picks",
      {
        ...dated("pick", 0, 700),
        ticker: TICKER,
        name: `${word("companies", 1)} || ' #' || n`,
        market_cap: `round((5e7 + ${evenFraction(4)} ^ 6 * 4e12)::numeric)`,
        current_price: "price",
        share_portfolio: `round((0.5 + ${evenFraction(5)} * 14)::numeric, 2)`,
        current_year_target: "round(price * 1.12, 8)",
        target_2028: "round(price * 1.55, 8)",
        margin_52_week_high: "round((1 / above - 1) * 100, 2)",
        change_margin_52_week_low: "round((1 / below - 1) * 100, 2)",
        week_52_high: "round(price * above, 8)",
        week_52_low: "round(price * below, 8)",
        category: oneOf(6, even(PICK_CATEGORIES)),
      },
      `(select n, ${price(2)} as price, (1.02 + ${evenFraction(3)} * 0.6)::numeric as above,
        (0.4 + ${evenFraction(4)} * 0.55)::numeric as below from ${NUMBERS}) as priced`,
    ),
  ],
};

const QUOTE_SHARES = [
  ["'Stocks'", 52],
  ["'Cryptocurrencies'", 16],
  ["'Funds'", 10],
  ["'ETFs'", 9],
  ["'Bonds'", 5],
  ["'Currencies'", 4],
  ["'Indices'", 2],
  ["'Commodities'", 2],
] as const;

export const quotes: Statement = {
  table: "quotes",
  once: namingInstruments("quotes"),
  last: numbered("quotes", "name"),
  inserts: [
    rows(
      "quotes",
      {
        ...dated("quote", 0, 30),
        category: oneOf(1, QUOTE_SHARES),
        name: `${word("quoteNames", 3)} || ' #' || n`,
        last: "price",
        high: `round(greatest(price, before) * (1 + ${evenFraction(5)} * 0.02)::numeric, 8)`,
        low: `round(least(price, before) * (1 - ${evenFraction(6)} * 0.02)::numeric, 8)`,
        change: "price - before",
        change_percent: "case when before = 0 then 0 else round((price - before) / before * 100, 2) end",
        volume: `floor(${evenFraction(7)} ^ 5 * 3e9)`,
      },
      `(select n, ${price(2)} as price,
        round(${price(2)} * (1 + (${evenFraction(4)} - 0.5) * 0.08)::numeric, 8) as before from ${NUMBERS}) as priced`,
    ),
  ],
};

export const movers: Statement = {
  table: "movers",
  last: numbered("movers", "name"),
  inserts: [
    rows(
      "movers",
      {
        ...dated("mover", 0, 30),
        name: `${word("companies", 1)} || ' #' || n`,
        last: price(2),
        change_percent: `case kind when 'gainers' then 1 when 'losers' then -1 else sign(${evenFraction(5)} - 0.5) end
          * round((${evenFraction(4)} * 12)::numeric, 2)`,
        volume: `floor(${evenFraction(7)} ^ 4 * 2e8)`,
        mover_type: "kind",
      },
      `(select n, ${oneOf(6, even(MOVER_TYPES))} as kind from ${NUMBERS}) as sorted`,
    ),
  ],
};
