import { TradeAlert } from "db/entities/trade-alert";
import { columns } from "db/entity-columns.server";
import { PUBLISHED } from "db/published";
import { sql } from "db/sql";
import { accessTo } from "~/access/access.server";
import { FOR_MEMBERS } from "~/access/for-members.server";
import { AUDIENCE_NAMES } from "~/access/paywall-text";
import { type Discovery, feed, type SearchKind, wholeEntries } from "~/features/discovery.server";
import { EXCERPT_WORDS, excerpt } from "~/ui/excerpt";
import { wordsOfBlocks } from "~/web/markdown/plain-text.server";
import { toBlocks } from "~/web/markdown/to-blocks.server";
import { holdingsFact, planFacts } from "../record-facts.rules";
import { ALERTS_FEED } from "./alert.meta";
import { ALERT_PLAN } from "./alerts.queries.server";
import { sideLabel } from "./alerts.rules";

const SEARCH: SearchKind = {
  name: "alerts",
  title: "Trade alerts",
  ticker: sql`ticker`,
  nameColumns: [sql`ticker`, sql`name`],
  text: sql`analysis`,
  select: { title: sql`initcap(tag) || ' ' || name`, note: sql`ticker` },
  path: ({ id }) => `/trade-alert/${id}`,
  suggested: {
    as: "Alert",
    columns: [sql`ticker`],
    select: { title: sql`ticker`, note: sql`name` },
  },
};

/** How alerts are found. Members can search them; all others learn only that one exists, and when. */
export const alertsDiscovery: Discovery = {
  section: "trade-alert",
  table: sql`trade_alerts`,
  published: PUBLISHED,
  lists: ["/trade-alert"],
  search: {
    access: (viewer) => accessTo("trade alert", viewer),
    full: SEARCH,
    members: { ...SEARCH, rows: FOR_MEMBERS },
  },
  feed: feed({
    link: ALERTS_FEED,
    about: "Announces each new alert. Its contents are for members.",
    select: columns(TradeAlert, "audience"),
    entry: ({ id, audience }) => ({
      title: "New trade alert",
      description: `Entry, target, stop and the reasons are for ${AUDIENCE_NAMES[audience]}.`,
      path: `/trade-alert/${id}`,
    }),
    whole: wholeEntries({
      access: (reader) => accessTo("trade alert", reader),
      select: ALERT_PLAN,
      entry: ({ tag, name, ticker, analysis, disclosure, ...plan }) => {
        const blocks = toBlocks(analysis);
        return {
          title: `${sideLabel({ tag })} ${name} (${ticker})`,
          description: excerpt(wordsOfBlocks(blocks), EXCERPT_WORDS),
          opened: { facts: [...planFacts(plan), holdingsFact(disclosure)], blocks },
        };
      },
    }),
  }),
  changed: columns(TradeAlert, "createdAt").createdAt,
  share: {
    section: { kicker: "Trade alerts", title: "Entry, target and stop, with the reasons" },
  },
};
