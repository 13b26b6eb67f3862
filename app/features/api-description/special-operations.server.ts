import { z } from "zod";
import { listOperation, type Operation } from "~/admin-kit/api-operations.server";
import { buildExample, described, recordId } from "~/admin-kit/record-schema.server";
import { AD_CATEGORIES } from "~/features/ads/ads.queries.server";
import { ads } from "~/features/ads/ads.resource.server";
import { tradeAlerts } from "~/features/content/alerts/alerts.resource.server";
import { MOST_CHOSEN } from "~/features/markets/stream/stream.rules";

/** The one list in an envelope. */
export const TRADE_ALERTS_IN_ENVELOPE: Operation = {
  ...listOperation(tradeAlerts, "/api/trade-alerts"),
  operationId: "listTradeAlertsForMembers",
  summary: "List trade alerts in an envelope",
  description: "The same list as `/api/trade-alert`, inside `data`.",
  responses: [
    {
      status: 200,
      description: "The trade alerts.",
      schema: z.strictObject({ data: z.array(tradeAlerts.api.schema) }),
    },
  ],
};

/** Published advertisements of one category, optionally of one slot. */
export const ADS_IN_SLOTS: Operation = {
  ...listOperation(ads, "/api/ads/category/:category"),
  operationId: "listAdsOfCategory",
  summary: "List the published ads in a category",
  pathParams: { category: described(z.enum(AD_CATEGORIES), "The shape of the slot.", "square") },
  query: { position: described(z.int().min(1).max(10).optional(), "Only this slot.") },
  errorStatuses: [404],
};

/** Quotes as they change. */
export const STREAM_QUOTES: Operation = {
  method: "GET",
  path: "/api/markets/stream",
  operationId: "streamMarkets",
  summary: "Follow the quotes as they change",
  description:
    "Server-sent events for requests with `Accept: text/event-stream`; any other gets one snapshot. `snapshot` has all quotes (`quotes`), `change` those that changed (`quotes`) and the IDs of deleted ones (`deleted`). A comment every 20 seconds shows that the stream is open. After a break send the last event’s `id` as `Last-Event-ID`: you get the quotes that changed since, or a new snapshot. The server may end a stream: come back after its `retry`. Everybody may listen; a stream that was opened with a token ends within 20 seconds of it.",
  audience: "reader",
  query: {
    ids: described(
      z.string().max(4_000).optional(),
      `IDs of quotes, separated by commas, at most ${MOST_CHOSEN}: only these are sent.`,
      buildExample(recordId) as string,
    ),
  },
  responses: [
    {
      status: 200,
      description: "The events.",
      contentType: "text/event-stream",
      schema: described(
        z.string(),
        "Events; each quote is a `MarketQuote`.",
        'retry: 4120\n\nid: 5c1e0f-7\nevent: snapshot\ndata: {"quotes":[]}\n\n',
      ),
    },
  ],
  errorStatuses: [429],
};

/** The public list of packages has its own order. */
export const withPriceOrder = (operation: Operation): Operation =>
  operation.operationId === "listPackages" ? { ...operation, description: "Cheapest first." } : operation;

export const getDescription: Operation = {
  method: "GET",
  path: "/api/openapi.json",
  operationId: "getDescription",
  summary: "The description of this API",
  description:
    "OpenAPI 3.1. It changes only with a new version of the site. You can cache it for five minutes.",
  audience: "anybody",
  cached: true,
  responses: [
    {
      status: 200,
      description: "The document.",
      schema: z.looseObject({ openapi: described(z.string(), "The OpenAPI version.", "3.1.1") }),
    },
  ],
};

export const getPostmanCollection: Operation = {
  method: "GET",
  path: "/api/postman.json",
  operationId: "getPostmanCollection",
  summary: "All requests as a Postman collection",
  description: "Bruno and Insomnia can import it, too. Set the variable `token` to your token.",
  audience: "anybody",
  cached: true,
  responses: [
    {
      status: 200,
      description: "The collection, version 2.1.",
      schema: z.looseObject({
        info: z.looseObject({ name: described(z.string(), "The collection’s name.", "The API") }),
      }),
    },
  ],
};
