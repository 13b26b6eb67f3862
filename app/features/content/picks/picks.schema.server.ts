import { PICK_CATEGORIES } from "db/entities/stock-pick";
import { z } from "zod";
import { statusSchema } from "~/admin-kit/planning.server";
import { currencyOrNull, described, lockableSchema, numberOrNull } from "~/admin-kit/record-schema.server";
import { audienceSchema } from "../audience.rules.server";
import { callAuthorSchema, disclosureSchema } from "../authorship.rules.server";

/** A pick as the API gives it, odd names included; specification, section 3, and decisions.md, "Locking". */
export const stockPickSchema = lockableSchema(
  "StockPick",
  "A stock with our targets.",
  {
    ticker: described(z.string(), "Its symbol.", "HLIO"),
    name: described(z.string(), "The company.", "Helio Turbines"),
    marketCap: numberOrNull("Market capitalisation in the stock’s currency.", 287_400_000_000),
    currentPrice: numberOrNull("The price when it was last set.", 118.4),
    sharePortfolio: numberOrNull("Per cent of its category’s model portfolio.", 4.5),
    currentYTP: numberOrNull("Target price for this year.", 140),
    tp2028: numberOrNull("Target price for 2028.", 210),
    margin52WksHigh: numberOrNull("Per cent to the highest price of 52 weeks.", -6.41),
    ChMargin52WksLow: numberOrNull("Per cent from the lowest price of 52 weeks.", 74.81),
    wks52High: numberOrNull("The highest price of 52 weeks.", 126.5),
    wks52Low: numberOrNull("The lowest price of 52 weeks.", 67.73),
    category: described(z.enum(PICK_CATEGORIES), "The list it is in.", "Global Stars"),
    currency: currencyOrNull,
    author: callAuthorSchema,
    disclosure: disclosureSchema,
    audience: audienceSchema,
    status: statusSchema,
  },
  ["ticker", "name", "margin52WksHigh", "ChMargin52WksLow", "author", "disclosure"],
);
