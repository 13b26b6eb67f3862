import { TIERS } from "db/entities/member";
import { z } from "zod";
import { described, number, recordSchema } from "~/admin-kit/record-schema.server";

/** A package as the API gives it; specification, section 3. */
export const packageSchema = recordSchema(
  "Package",
  "A plan that members can buy: a number of days of a tier for one payment.",
  {
    name: described(z.string(), "The plan’s name.", "Premium"),
    tagline: described(z.string(), "The line below the name; may be empty.", "All of it, for a month"),
    tier: described(z.enum(TIERS), "The tier it gives access to.", "Premium"),
    price: number("In units of the currency, not cents: 29 is $29.", 29),
    currency: described(z.string().length(3), "The currency (ISO 4217).", "USD"),
    expiresIn: described(
      z.int().nullable(),
      "Days that one payment buys; null for a plan without an end date.",
      30,
    ),
    trialDays: described(
      z.int().nullable(),
      "Free trial days, available once to members who have never had access; null for none.",
      14,
    ),
    benefits: described(z.array(z.string()), "What the plan includes, one benefit per line.", [
      "Every daily brief",
      "Every trade alert",
    ]),
  },
);
