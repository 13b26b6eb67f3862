import {
  createOperation,
  deleteOperation,
  getOperation,
  listOperation,
  type Operation,
  recordOperations,
  staffListOperation,
  updateOperation,
} from "~/admin-kit/operations.server";
import { ads } from "~/features/ads/ads.resource.server";
import { banners } from "~/features/banners/banners.resource.server";
import { packages } from "~/features/billing/packages.resource.server";
import { tradeAlerts } from "~/features/content/alerts/alerts.resource.server";
import { dailyBriefs } from "~/features/content/briefs/briefs.resource.server";
import { news } from "~/features/content/news/news.resource.server";
import { stockPicks } from "~/features/content/picks/picks.resource.server";
import { videos } from "~/features/content/videos/videos.resource.server";
import { movers } from "~/features/markets/movers.resource.server";
import { quotes } from "~/features/markets/quotes.resource.server";
import { accountOperations } from "./account-operations.server";
import { purchaseOperations } from "./purchase-operations.server";
import {
  ADS_IN_SLOTS,
  getDescription,
  TRADE_ALERTS_IN_ENVELOPE,
  withPriceOrder,
} from "./special-operations.server";
import { staffOperations } from "./staff-operations.server";

/** Operations about one thing; a chapter of the page, a tag of the document. */
export type Group = { title: string; about: string; operations: readonly Operation[] };

const MOVERS = "/api/market-movers";

/**
 * Every documented address, in the order of the page. One that is added to app/routes.ts is added here, and the tests
 * hold the two together.
 */
export const GROUPS: readonly Group[] = [
  {
    title: "Accounts",
    about: "Members register, verify their address, sign in, and look after their own profile.",
    operations: accountOperations,
  },
  {
    title: "News",
    about: "Articles, open to every reader. Editors write them; deleting is for admins.",
    operations: recordOperations(news, "/api/news"),
  },
  {
    title: "Daily briefs",
    about: "A day’s note on one company. Its analysis and buy zone are for Premium and Private members.",
    operations: recordOperations(dailyBriefs, "/api/daily-brief"),
  },
  {
    title: "Stock picks",
    about:
      "Stocks with our targets. Which stocks they are, and the two margins, are for Premium and Private members.",
    operations: recordOperations(stockPicks, "/api/stock-picks"),
  },
  {
    title: "Trade alerts",
    about:
      "Calls to buy or to sell. Of a locked one nothing is told but when it was made. Prices are kept as they are sent: a stop loss on the target’s side is no error, but such an alert is drawn without its plan.",
    operations: [...recordOperations(tradeAlerts, "/api/trade-alert"), TRADE_ALERTS_IN_ENVELOPE],
  },
  {
    title: "Videos",
    about: "Films. The link of one that is not free is for Premium and Private members.",
    operations: recordOperations(videos, "/api/videos"),
  },
  {
    title: "Markets",
    about: "The quotes of the markets table, open to every reader.",
    operations: recordOperations(quotes, "/api/markets"),
  },
  {
    title: "Market movers",
    about: "Gainers, losers and the most active. The public list is for everybody, the rest for the staff.",
    operations: [
      listOperation(movers, MOVERS),
      staffListOperation(movers, `${MOVERS}/admin`),
      getOperation(movers, `${MOVERS}/admin/:id`, { audience: { staff: movers.roles.read } }),
      createOperation(movers, `${MOVERS}/admin`),
      updateOperation(movers, `${MOVERS}/admin/:id`),
      deleteOperation(movers, `${MOVERS}/admin/:id`),
    ],
  },
  {
    title: "Ads",
    about: "Advertisements by category and slot.",
    operations: [...recordOperations(ads, "/api/ads"), ADS_IN_SLOTS],
  },
  {
    title: "Banners",
    about: "Pictures across the home page with their disclaimer note.",
    operations: recordOperations(banners, "/api/banners"),
  },
  {
    title: "Packages",
    about:
      "What members can buy. A priced package needs its days, Basic has no price. One that was ordered is archived instead of deleted.",
    operations: recordOperations(packages, "/api/packages").map(withPriceOrder),
  },
  {
    title: "Purchases",
    about:
      "One payment buys days of a tier; it never renews. Start the purchase, send the member to `approvalUrl`, and capture the order when they come back.",
    operations: purchaseOperations,
  },
  {
    title: "Staff",
    about: "Who works in the back-office. Staff tokens last 12 hours.",
    operations: staffOperations,
  },
  {
    title: "This description",
    about: "What you are reading, for programs.",
    operations: [getDescription],
  },
];
