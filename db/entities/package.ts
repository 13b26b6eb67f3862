import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { editableColumns, lengthCheck, money, oneOf } from "../columns";
import { TIERS } from "./member";

/**
 * A membership package: `expiresIn` days of a tier for one payment. A sold package is archived, not deleted.
 */
export const Package = defineEntity({
  name: "Package",
  tableName: "packages",
  properties: {
    ...editableColumns(),
    name: p.text(),
    tagline: p.text().default(""),
    tier: oneOf(TIERS),
    price: money(),
    currency: p.character().length(3).default("USD"),
    expiresIn: p.integer().nullable(),
    /** Days of a free trial, once per member. Null for no trial. */
    trialDays: p.integer().nullable(),
    benefits: p.array().columnType("text[]").default([]),
    archivedAt: p.datetime(3).nullable(),
  },
  checks: [
    lengthCheck("packages", "name", 1, 100),
    lengthCheck("packages", "tagline", 0, 300),
    { name: "packages_price_range", expression: "price >= 0 and price < 10000000000" },
    { name: "packages_currency_format", expression: "currency ~ '^[A-Z]{3}$'" },
    { name: "packages_expires_in_range", expression: "expires_in >= 1 and expires_in <= 3660" },
    { name: "packages_priced_has_days", expression: "price = 0 or expires_in is not null" },
    { name: "packages_tier_has_price", expression: "(price > 0) = (tier <> 'Basic')" },
    { name: "packages_trial_days_range", expression: "trial_days >= 1 and trial_days <= 90" },
    { name: "packages_trial_has_price", expression: "trial_days is null or price > 0" },
    { name: "packages_benefits_range", expression: "cardinality(benefits) <= 50" },
  ],
  indexes: [
    { properties: ["price", "id"] },
    { properties: ["createdAt", "id"] },
    { properties: ["updatedAt", "id"] },
  ],
});
export type Package = InferEntity<typeof Package>;
