import { z } from "zod";
import { publishAtSchema, statusSchema } from "~/admin-kit/planning.server";
import { described, lockableSchema, numberOrNull } from "~/admin-kit/record-schema.server";
import { audienceSchema } from "../audience.rules.server";
import { disclosureSchema } from "../authorship.rules.server";

const buyZoneSchema = z.strictObject({
  min: numberOrNull("Its lower end.", 142),
  max: numberOrNull("Its upper end.", 150.5),
});

/** A brief as the API gives it; specification, section 3, and decisions.md, "Locking". */
export const dailyBriefSchema = lockableSchema(
  "DailyBrief",
  "A day’s note on one company.",
  {
    companyName: described(z.string(), "The company, as readers know it.", "Northwind Shipping"),
    ticker: described(z.string(), "Its symbol.", "NWSH"),
    analysis: described(
      z.string(),
      "The note itself.",
      "Rates for container ships rose for the fifth week.\n\nNorthwind has let half of its fleet on contracts that end this year.",
    ),
    buyZone: described(
      buyZoneSchema.nullable(),
      "Prices between which we would buy; either end may be open.",
    ),
    status: statusSchema,
    publishAt: publishAtSchema,
    author: described(z.string(), "Who wrote it; Admin where nobody is named.", "Ben Okafor"),
    headline: described(
      z.string().nullable(),
      "What it comes to, for everybody.",
      "Northwind: pay 142 to 150, not more",
    ),
    teaser: described(
      z.string().nullable(),
      "Its first words, for everybody.",
      "Half of the fleet comes free when rates are at their highest in three years.",
    ),
    disclosure: disclosureSchema,
    audience: audienceSchema,
    isSample: described(
      z.boolean(),
      "Whether everybody may read it whole on the page of plans, where the newest sample stands.",
      false,
    ),
  },
  ["analysis", "buyZone", "updatedAt", "version"],
);
