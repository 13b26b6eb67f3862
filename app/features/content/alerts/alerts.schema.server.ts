import { ALERT_TAGS } from "db/entities/trade-alert";
import { z } from "zod";
import { publishAtSchema, statusSchema } from "~/admin-kit/planning.server";
import {
  currencyOrNull,
  described,
  lockableSchema,
  number,
  numberOrNull,
} from "~/admin-kit/record-schema.server";
import { audienceSchema } from "../audience.rules.server";
import { callAuthorSchema, disclosureSchema } from "../authorship.rules.server";

/** An alert as the API gives it: of a locked one its time alone; specification, section 3, and decisions.md. */
export const tradeAlertSchema = lockableSchema(
  "TradeAlert",
  "A call to buy or to sell.",
  {
    ticker: described(z.string(), "The symbol.", "VLTA"),
    name: described(z.string(), "The company.", "Volta Storage"),
    tag: described(z.enum(ALERT_TAGS), "Which way.", "buy"),
    targetPrice: number("Where we would close the trade.", 64),
    analysis: described(z.string(), "Why.", "The order book is full until spring, and the price forgot it."),
    holdingPeriod: described(z.string(), "How long to hold.", "3 weeks"),
    currentPrice: numberOrNull("The price when it was last looked at.", 55.2),
    dailyChange: numberOrNull("Per cent since the last close.", -0.24),
    stopLoss: numberOrNull("Where we would give up.", 51),
    currency: currencyOrNull,
    author: callAuthorSchema,
    disclosure: disclosureSchema,
    audience: audienceSchema,
    status: statusSchema,
    publishAt: publishAtSchema,
  },
  [
    ...(["ticker", "name", "tag", "targetPrice", "analysis", "holdingPeriod"] as const),
    ...(["currentPrice", "dailyChange", "stopLoss", "currency", "author", "disclosure"] as const),
    ...(["audience", "status", "publishAt", "updatedAt", "version"] as const),
  ],
);
