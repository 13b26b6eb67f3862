import { z } from "zod";
import { listing, type Operation } from "~/admin-kit/operations.server";
import { told } from "~/admin-kit/record-schema.server";
import { AD_CATEGORIES } from "~/features/ads/ads.queries.server";
import { ads } from "~/features/ads/ads.resource.server";
import { tradeAlerts } from "~/features/content/alerts/alerts.resource.server";

/** The one list in an envelope; decisions.md, "API". */
export const TRADE_ALERTS_IN_ENVELOPE: Operation = {
  ...listing(tradeAlerts, "/api/trade-alerts"),
  name: "listTradeAlertsForMembers",
  summary: "List trade alerts in an envelope",
  about: "The same list as `/api/trade-alert`, inside `data`.",
  answers: [
    {
      status: 200,
      says: "The trade alerts.",
      form: z.strictObject({ data: z.array(tradeAlerts.record) }),
    },
  ],
};

/** Published advertisements of one category, and of one slot when asked. */
export const ADS_IN_SLOTS: Operation = {
  ...listing(ads, "/api/ads/category/:category"),
  name: "listAdsOfCategory",
  summary: "List the published ads of a category",
  parts: { category: told(z.enum(AD_CATEGORIES), "The shape of the slot.", "square") },
  query: { position: told(z.int().min(1).max(10).optional(), "Only this slot.") },
  refuses: [404],
};

/** The public list of plans has an order of its own. */
export const PLANS_BY_PRICE = (operation: Operation): Operation =>
  operation.name === "listPackages" ? { ...operation, about: "The least expensive first." } : operation;

export const descriptionItself: Operation = {
  method: "GET",
  path: "/api/openapi.json",
  name: "getDescription",
  summary: "The description of this API",
  about: "OpenAPI 3.1. It changes only with a new version of the site, and may be kept for five minutes.",
  who: "anybody",
  cached: true,
  answers: [
    {
      status: 200,
      says: "The document.",
      form: z.looseObject({ openapi: told(z.string(), "The version of OpenAPI.", "3.1.1") }),
    },
  ],
};
