import {
  bulkOperation,
  bulkRowsOperation,
  createOperation,
  deleteOperation,
  listOperation,
  type Operation,
  recordOperations,
  staffGetOperation,
  staffListOperation,
  updateOperation,
} from "~/admin-kit/api-operations.server";
import { buildExample } from "~/admin-kit/record-schema.server";
import { coupons } from "~/features/billing/coupons/coupons.resource.server";
import { followChanges } from "~/features/changes-feed/changes.api.server";
import { stockPicks } from "~/features/content/picks/picks.resource.server";
import { instruments } from "~/features/markets/instruments/instruments.resource.server";
import { pushedPrice } from "~/features/markets/instruments/price-bulk.server";
import { movers } from "~/features/markets/movers.resource.server";
import { quotes } from "~/features/markets/quotes.resource.server";
import { MANAGED_FOR_READERS, type Managed } from "~/features/registry.server";
import { accountOperations } from "./account-operations.server";
import { purchaseOperations } from "./purchase-operations.server";
import {
  ADS_IN_SLOTS,
  getDescription,
  getPostmanCollection,
  STREAM_QUOTES,
  TRADE_ALERTS_IN_ENVELOPE,
  withPriceOrder,
} from "./special-operations.server";
import { staffOperations } from "./staff-operations.server";

/** Operations on one thing: a chapter of the page, a tag of the document. */
export type Group = { title: string; about: string; operations: readonly Operation[] };

const MOVERS = "/api/market-movers";
const COUPONS = "/api/coupons/admin";

/** Managed records with endpoints that differ from the usual six, by the path of their screen. */
const SPECIAL: Record<string, (usual: Operation[]) => Operation[]> = {
  "trade-alert": (usual) => [...usual, TRADE_ALERTS_IN_ENVELOPE],
  "market-movers": () => [
    listOperation(movers, MOVERS),
    staffListOperation(movers, `${MOVERS}/admin`),
    staffGetOperation(movers, `${MOVERS}/admin/:id`),
    createOperation(movers, `${MOVERS}/admin`),
    updateOperation(movers, `${MOVERS}/admin/:id`),
    deleteOperation(movers, `${MOVERS}/admin/:id`),
    bulkOperation(movers, `${MOVERS}/bulk`),
  ],
  market: (usual) => [...usual, bulkOperation(quotes, "/api/markets/bulk"), STREAM_QUOTES],
  "stock-picks": (usual) => [...usual, bulkOperation(stockPicks, "/api/stock-picks/bulk")],
  coupons: () => [
    staffListOperation(coupons, COUPONS, { operationId: "listCoupons", summary: "List coupons" }),
    staffGetOperation(coupons, `${COUPONS}/:id`),
    createOperation(coupons, COUPONS),
    updateOperation(coupons, `${COUPONS}/:id`),
    deleteOperation(coupons, `${COUPONS}/:id`),
  ],
  ads: (usual) => [...usual, ADS_IN_SLOTS],
  packages: (usual) => usual.map(withPriceOrder),
};

function managedGroups({ path, resource, api }: Managed): Group[] {
  if (!api) return [];
  const usual = recordOperations(resource, `/api/${api.path}`);
  return [{ title: api.title, about: api.about, operations: SPECIAL[path]?.(usual) ?? usual }];
}

/**
 * Every documented address, in the order of the page. Managed records follow the registry. Tests compare this
 * list with app/routes.ts.
 */
export const GROUPS: readonly Group[] = [
  {
    title: "Accounts",
    about: "Members register, verify their email, sign in and manage their profile.",
    operations: accountOperations,
  },
  ...MANAGED_FOR_READERS.flatMap(managedGroups),
  {
    title: "Daily prices",
    about: "Closes of instruments, by symbol and day. They fill histories and settle calls.",
    operations: [
      bulkRowsOperation(
        { plural: "daily prices", write: instruments.roles.write, noun: instruments.noun, row: pushedPrice },
        {
          path: "/api/prices/bulk",
          example: buildExample(pushedPrice) as Record<string, unknown>,
          summary: "Import daily prices of many instruments",
          description:
            "Rows are matched by `symbol` and `day`; omitted figures stay. A close replaces the one of any other source. All rows are saved, or none. The body may also be the array alone. Sending the same rows again changes nothing.",
        },
      ),
    ],
  },
  {
    title: "Changes",
    about:
      "What has changed since you last asked, over all kinds of records. Copies of the site stay equal by it.",
    operations: [followChanges],
  },
  {
    title: "Purchases",
    about:
      "One payment buys days of a tier; it never renews. Start the purchase, send the member to `approvalUrl`, and capture the order when they come back.",
    operations: purchaseOperations,
  },
  {
    title: "Staff",
    about: "The people who work in the back-office. Staff tokens are valid for 12 hours.",
    operations: staffOperations,
  },
  {
    title: "This description",
    about: "This reference for programs.",
    operations: [getDescription, getPostmanCollection],
  },
];
