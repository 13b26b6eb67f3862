import type { Discovery } from "~/features/discovery.server";
import { quoteHref } from "./market-list.rules";

/** Where quotes are found. They have no pages of their own, and move too often for a feed. */
export const quotesDiscovery: Discovery = {
  section: "market",
  table: "quotes",
  lists: ["/market"],
  search: () => ({
    name: "quotes",
    title: "Quotes",
    nameColumns: ["name"],
    select: { title: "name", note: "category" },
    path: ({ id, note }) => quoteHref(note ?? "", id),
  }),
  share: { section: { kicker: "Markets", title: "Indices, stocks, currencies and crypto" } },
};
