import { StockPick } from "db/entities/stock-pick";
import { columns } from "db/entity-columns.server";
import { IS_PUBLISHED } from "db/published";
import { sql } from "db/sql";
import { accessTo } from "~/access/access.server";
import { FOR_MEMBERS } from "~/access/for-members.server";
import { AUDIENCE_NAMES } from "~/access/paywall-text";
import { type Discovery, feed, type SearchKind, wholeEntries } from "~/features/discovery.server";
import { pickHref } from "~/features/pick-href";
import { formatNumber } from "~/ui/format";
import { holdingsFact, knownFacts, priceText } from "../record-facts.rules";
import { PICKS_FEED } from "./picks.meta";
import { PICK_PLAN } from "./picks.queries.server";

const SEARCH: SearchKind = {
  name: "picks",
  title: "Stock picks",
  ticker: sql`ticker`,
  nameColumns: [sql`ticker`, sql`name`],
  select: { title: sql`name || ' (' || ticker || ')'`, note: sql`category` },
  path: ({ id, note }) => pickHref(note ?? "", id),
};

/**
 * How picks are found. Only members may know which stocks they are: others cannot search them, and feeds list
 * none.
 */
export const picksDiscovery: Discovery = {
  section: "stock-picks",
  table: sql`stock_picks`,
  published: IS_PUBLISHED,
  lists: ["/stock-picks"],
  search: {
    access: (viewer) => accessTo("stock pick", viewer),
    full: SEARCH,
    members: { ...SEARCH, rows: FOR_MEMBERS },
  },
  feed: feed({
    link: PICKS_FEED,
    about: "New picks by category. Names and tickers are for members.",
    select: columns(StockPick, "category", "audience"),
    entry: ({ category, audience }) => ({
      title: `New stock pick in ${category}`,
      category,
      description: `Ticker, name and margins are for ${AUDIENCE_NAMES[audience]}.`,
      path: `/stock-picks?category=${encodeURIComponent(category)}`,
    }),
    whole: wholeEntries({
      access: (reader) => accessTo("stock pick", reader),
      select: PICK_PLAN,
      entry: ({ id, name, ticker, sharePortfolio, currentYearTarget, target2028, disclosure, ...unit }) => ({
        title: `${name} (${ticker})`,
        description: "The pick is in the list, with its current price.",
        path: pickHref(unit.list, id),
        opened: {
          facts: knownFacts([
            { label: "Portfolio", value: sharePortfolio && `${formatNumber(sharePortfolio)}%` },
            { label: "Current Year TP", value: priceText(currentYearTarget, unit) },
            { label: "2028 TP", value: priceText(target2028, unit) },
            holdingsFact(disclosure),
          ]),
          blocks: [],
        },
      }),
    }),
  }),
  share: {
    section: { kicker: "Stock picks", title: "What we hold, and what we think it is worth" },
  },
};
