import type { Viewer } from "~/features/auth/viewer.server";
import { pickHref } from "~/features/content/picks/picks.rules";
import { type Access, accessTo } from "~/features/entitlements/access.server";
import { quoteHref } from "~/features/markets/market-list.rules";

export type GroupName = "briefs" | "alerts" | "videos" | "news" | "picks" | "quotes";

/** Where to look for one kind of record, made for one viewer: what is locked to them is in none of these. */
export type SearchGroup = {
  name: GroupName;
  title: string;
  table: string;
  where: string;
  /** Column of the ticker: an exact one is the best match there is. */
  ticker?: string;
  /** Columns that name the record. */
  nameColumns: string[];
  /** Column of its text. */
  text?: string;
  /** SQL of what the result shows. */
  select: { title: string; note: string };
  path: (row: { id: string; note: string | null }) => string;
};

/** Everything there is to search, in the order results are shown; briefs, alerts and videos as in the drop-down. */
export function searchableGroups(viewer: Viewer): SearchGroup[] {
  const alerts = accessTo("trade alert", viewer) === "full";
  const picks = accessTo("stock pick", viewer) === "full";
  return [
    briefsGroup(accessTo("daily brief", viewer)),
    ...(alerts ? [ALERTS_GROUP] : []),
    VIDEOS_GROUP,
    NEWS_GROUP,
    ...(picks ? [PICKS_GROUP] : []),
    QUOTES_GROUP,
  ];
}

/** The drop-down's groups match on less; specification, section 2.2. */
export function suggestedGroups(viewer: Viewer): SearchGroup[] {
  const short = (group: SearchGroup): SearchGroup => ({ ...group, text: undefined });
  return searchableGroups(viewer)
    .filter(({ name }) => name === "briefs" || name === "alerts" || name === "videos")
    .map((group) => short(group.name === "alerts" ? { ...group, nameColumns: ["ticker"] } : group));
}

const briefsGroup = (access: Access): SearchGroup => ({
  name: "briefs",
  title: "Daily briefs",
  table: "daily_briefs",
  where: "status = 'published'",
  ticker: "ticker",
  nameColumns: ["company_name", "ticker"],
  text: access === "full" ? "analysis" : undefined,
  select: { title: "company_name", note: "ticker" },
  path: ({ id }) => `/daily-brief/${id}`,
});

const ALERTS_GROUP: SearchGroup = {
  name: "alerts",
  title: "Trade alerts",
  table: "trade_alerts",
  where: "true",
  ticker: "ticker",
  nameColumns: ["ticker", "name"],
  text: "analysis",
  select: { title: "ticker", note: "name" },
  path: ({ id }) => `/trade-alert/${id}`,
};

/** The link is nobody's to search: it is what is locked. */
const VIDEOS_GROUP: SearchGroup = {
  name: "videos",
  title: "Videos",
  table: "videos",
  where: "status = 'published'",
  nameColumns: ["title"],
  text: "caption",
  select: { title: "title", note: "case when is_free then 'Free' else 'Members' end" },
  path: ({ id }) => `/videos/${id}`,
};

const NEWS_GROUP: SearchGroup = {
  name: "news",
  title: "News",
  table: "news",
  where: "status = 'published'",
  nameColumns: ["title"],
  text: "content",
  select: { title: "title", note: "category" },
  path: ({ id }) => `/news/${id}`,
};

const PICKS_GROUP: SearchGroup = {
  name: "picks",
  title: "Stock picks",
  table: "stock_picks",
  where: "true",
  ticker: "ticker",
  nameColumns: ["ticker", "name"],
  select: { title: "name || ' (' || ticker || ')'", note: "category" },
  path: ({ id, note }) => pickHref(note ?? "", id),
};

const QUOTES_GROUP: SearchGroup = {
  name: "quotes",
  title: "Quotes",
  table: "quotes",
  where: "true",
  nameColumns: ["name"],
  select: { title: "name", note: "category" },
  path: ({ id, note }) => quoteHref(note ?? "", id),
};
