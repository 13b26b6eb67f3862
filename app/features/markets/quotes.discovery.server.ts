import { sql } from "db/sql";
import type { Discovery } from "~/features/discovery.server";
import { quoteHref } from "./market-list.rules";
import { quotePrices } from "./markets.queries.server";

/** How search finds quotes. They have no pages and change too often for a feed. */
export const quotesDiscovery: Discovery = {
  section: "market",
  table: sql`quotes`,
  lists: ["/market"],
  search: {
    access: () => "full",
    full: {
      name: "quotes",
      title: "Quotes",
      nameColumns: [sql`name`],
      select: { title: sql`name`, note: sql`category` },
      path: ({ id, note }) => quoteHref(note ?? "", id),
      prices: quotePrices,
    },
  },
  share: { section: { kicker: "Markets", title: "Indices, stocks, currencies and crypto" } },
};
