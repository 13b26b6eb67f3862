import { QUOTE_CATEGORIES } from "db/entities/quote";
import { z } from "zod";
import {
  currencyOrNull,
  described,
  number,
  numberOrNull,
  recordSchema,
} from "~/admin-kit/record-schema.server";

/** A quote as the API gives it; specification, section 3. */
export const quoteSchema = recordSchema(
  "MarketQuote",
  "One line of the markets table. `updatedAt` is the time of its price: another name, category or symbol leaves it.",
  {
    category: described(z.enum(QUOTE_CATEGORIES), "The tab it stands under.", "Indices"),
    name: described(z.string(), "What is quoted.", "FTSE 100"),
    last: number("The last price.", 8251.4),
    high: numberOrNull("The highest price of the day.", 8270.15),
    low: numberOrNull("The lowest price of the day.", 8198.02),
    change: numberOrNull("Since the last close, in the unit of the price.", 42.65),
    changePercent: numberOrNull("The same in per cent: 0.52 is 0.52 %.", 0.52),
    volume: number("What was traded; 0 where nobody says.", 612_400_000),
    currency: currencyOrNull,
    symbol: described(
      z.string().nullable(),
      "Its instrument's symbol. Null: an instrument of the same name is meant.",
      "UKX",
    ),
  },
);
