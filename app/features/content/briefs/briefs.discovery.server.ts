import { type Discovery, feed } from "~/features/discovery.server";
import { accessTo } from "~/features/entitlements/access.server";
import { BRIEFS_FEED } from "./briefs.meta";

/** Where briefs are found: by company and day, and by their analysis for who may read it. */
export const briefsDiscovery: Discovery = {
  section: "daily-brief",
  table: "daily_briefs",
  published: "status = 'published'",
  lists: ["/daily-brief"],
  search: (viewer) => ({
    name: "briefs",
    title: "Daily briefs",
    ticker: "ticker",
    nameColumns: ["company_name", "ticker"],
    text: accessTo("daily brief", viewer) === "full" ? "analysis" : undefined,
    select: { title: "company_name", note: "ticker" },
    path: ({ id }) => `/daily-brief/${id}`,
    suggested: { as: "Daily Brief" },
  }),
  feed: feed<{ name: string; ticker: string; author: string }>({
    link: BRIEFS_FEED,
    about: "One company a day. The analysis is for members.",
    select: "company_name as name, ticker, coalesce(author, 'Admin') as author",
    entry: ({ id, name, ticker, author }) => ({
      title: `${name} (${ticker})`,
      author,
      description: `Our daily brief on ${name}. The analysis is for Premium and Private members.`,
      path: `/daily-brief/${id}`,
    }),
  }),
  changed: "created_at",
  share: {
    record: `select 'Daily brief' as kicker, company_name || ' - ' || ticker as title,
                    updated_at::text as version, null as picture
               from daily_briefs where id = ? and status = 'published'`,
  },
};
