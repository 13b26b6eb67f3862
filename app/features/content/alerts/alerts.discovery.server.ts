import { TradeAlert } from "db/entities/trade-alert";
import { columns } from "db/entity-columns.server";
import { sql } from "db/sql";
import { type Discovery, feed } from "~/features/discovery.server";
import { accessTo } from "~/features/entitlements/access.server";
import { ALERTS_FEED } from "./alert.meta";

/** Where alerts are found: by members in the search; others are told that there is one, and when. */
export const alertsDiscovery: Discovery = {
  section: "trade-alert",
  table: sql`trade_alerts`,
  lists: ["/trade-alert"],
  search: {
    access: (viewer) => accessTo("trade alert", viewer),
    full: {
      name: "alerts",
      title: "Trade alerts",
      ticker: sql`ticker`,
      nameColumns: [sql`ticker`, sql`name`],
      text: sql`analysis`,
      select: { title: sql`ticker`, note: sql`name` },
      path: ({ id }) => `/trade-alert/${id}`,
      suggested: { as: "Alert", columns: [sql`ticker`] },
    },
  },
  feed: feed({
    link: ALERTS_FEED,
    about: "That there is a new alert. What it says is for members.",
    select: {},
    entry: ({ id }) => ({
      title: "New trade alert",
      description: "Entry, target, stop and the reasons are for Premium and Private members.",
      path: `/trade-alert/${id}`,
    }),
  }),
  changed: columns(TradeAlert, "createdAt").createdAt,
  share: {
    section: { kicker: "Trade alerts", title: "Entry, target and stop, with the reasons" },
  },
};
