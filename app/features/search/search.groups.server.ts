import type { Viewer } from "~/features/auth/viewer.server";
import { pickHref } from "~/features/content/picks/picks.rules";
import { type Access, accessTo } from "~/features/entitlements/access.server";
import { quoteHref } from "~/features/markets/market-list.rules";

export type GroupName = "briefs" | "alerts" | "videos" | "news" | "picks" | "quotes";

/** Where to look for one kind of record, made for one viewer: what is locked to them is in none of these. */
export type Group = {
  name: GroupName;
  title: string;
  table: string;
  where: string;
  /** Column of the ticker: an exact one is the best match there is. */
  ticker?: string;
  /** Columns that name the record. */
  names: string[];
  /** Column of its text. */
  text?: string;
  /** SQL of what the result shows. */
  shown: { title: string; note: string };
  path: (row: { id: string; note: string | null }) => string;
};

/** Everything there is to search, in the order results are shown; briefs, alerts and videos as in the drop-down. */
export function groupsFor(viewer: Viewer): Group[] {
  const alerts = accessTo("trade alert", viewer) === "full";
  const picks = accessTo("stock pick", viewer) === "full";
  return [
    briefs(accessTo("daily brief", viewer)),
    ...(alerts ? [ALERTS] : []),
    VIDEOS,
    NEWS,
    ...(picks ? [PICKS] : []),
    QUOTES,
  ];
}

/** The drop-down's groups match on less; specification, section 2.2. */
export function suggestedGroups(viewer: Viewer): Group[] {
  const short = (group: Group): Group => ({ ...group, text: undefined });
  return groupsFor(viewer)
    .filter(({ name }) => name === "briefs" || name === "alerts" || name === "videos")
    .map((group) => short(group.name === "alerts" ? { ...group, names: ["ticker"] } : group));
}

const briefs = (access: Access): Group => ({
  name: "briefs",
  title: "Daily briefs",
  table: "daily_briefs",
  where: "status = 'published'",
  ticker: "ticker",
  names: ["company_name", "ticker"],
  text: access === "full" ? "analysis" : undefined,
  shown: { title: "company_name", note: "ticker" },
  path: ({ id }) => `/daily-brief/${id}`,
});

const ALERTS: Group = {
  name: "alerts",
  title: "Trade alerts",
  table: "trade_alerts",
  where: "true",
  ticker: "ticker",
  names: ["ticker", "name"],
  text: "analysis",
  shown: { title: "ticker", note: "name" },
  path: ({ id }) => `/trade-alert/${id}`,
};

/** The link is nobody's to search: it is what is locked. */
const VIDEOS: Group = {
  name: "videos",
  title: "Videos",
  table: "videos",
  where: "status = 'published'",
  names: ["title"],
  text: "caption",
  shown: { title: "title", note: "case when is_free then 'Free' else 'Members' end" },
  path: ({ id }) => `/videos/${id}`,
};

const NEWS: Group = {
  name: "news",
  title: "News",
  table: "news",
  where: "status = 'published'",
  names: ["title"],
  text: "content",
  shown: { title: "title", note: "category" },
  path: ({ id }) => `/news/${id}`,
};

const PICKS: Group = {
  name: "picks",
  title: "Stock picks",
  table: "stock_picks",
  where: "true",
  ticker: "ticker",
  names: ["ticker", "name"],
  shown: { title: "name || ' (' || ticker || ')'", note: "category" },
  path: ({ id, note }) => pickHref(note ?? "", id),
};

const QUOTES: Group = {
  name: "quotes",
  title: "Quotes",
  table: "quotes",
  where: "true",
  names: ["name"],
  shown: { title: "name", note: "category" },
  path: ({ id, note }) => quoteHref(note ?? "", id),
};
