import { query } from "db/query.server";
import type { StaffViewer } from "~/features/auth/viewer.server";
import { accessDeniedReason } from "./screen-access.server";

/** What can be a draft: its screen, its table, and what one and several of them are called. */
const ROOMS = [
  { screen: "/admin/news", table: "news", one: "news item", many: "news items" },
  { screen: "/admin/daily-brief", table: "daily_briefs", one: "daily brief", many: "daily briefs" },
  { screen: "/admin/videos", table: "videos", one: "video", many: "videos" },
  { screen: "/admin/ads", table: "ads", one: "ad", many: "ads" },
] as const;

export type DraftsSummary = { count: number; text: string; action: { label: string; to: string } };

/** The drafts in each of the rooms that this member of staff may open, and where to find them. */
export async function pendingDrafts({ role }: StaffViewer): Promise<DraftsSummary[]> {
  const open = ROOMS.filter(({ screen }) => accessDeniedReason(screen, role) === undefined);
  const counts = open.map(
    ({ table }) => `(select count(*)::int from ${table} where status = 'draft') as ${table}`,
  );
  const [found] = await query<Record<string, number>>(`select ${counts.join(", ")}`);
  return open.map(({ screen, table, one, many }) => {
    const count = found?.[table] ?? 0;
    return {
      count,
      text: count === 1 ? `${one} is not published yet` : `${many} are not published yet`,
      action: { label: `See draft ${many}`, to: `${screen}?status=draft` },
    };
  });
}
