import { neighbours } from "db/neighbours.server";
import { countRows, query } from "db/query.server";
import type { Access } from "~/features/entitlements/access.server";
import type { PageRange } from "~/web/paging";

/** A brief as lists show it. Locked, there is no `opening`: it was never read. */
export type BriefCard = {
  id: string;
  companyName: string;
  ticker: string;
  author: string;
  createdAt: Date;
  opening?: string;
};

export type Brief = Omit<BriefCard, "opening"> & {
  analysis?: string;
  buyZoneMin?: string | null;
  buyZoneMax?: string | null;
};

export type BriefLink = { id: string; companyName: string; createdAt: Date };

const PUBLIC_COLUMNS = `id, company_name as "companyName", ticker, coalesce(author, 'Admin') as author,
  created_at as "createdAt"`;

const CARD_COLUMNS: Record<Access, string> = {
  locked: PUBLIC_COLUMNS,
  full: `${PUBLIC_COLUMNS}, left(analysis, 700) as opening`,
};

const DETAIL_COLUMNS: Record<Access, string> = {
  locked: PUBLIC_COLUMNS,
  full: `${PUBLIC_COLUMNS}, analysis, buy_zone_min as "buyZoneMin", buy_zone_max as "buyZoneMax"`,
};

/** Published briefs, newest first; the columns are those of the reader's access. */
export function latestBriefs(
  access: Access,
  { limit, offset = 0 }: { limit: number; offset?: number },
): Promise<BriefCard[]> {
  return query<BriefCard>(
    `select ${CARD_COLUMNS[access]} from daily_briefs where status = 'published'
      order by created_at desc, id desc limit ? offset ?`,
    [limit, offset],
  );
}

/** A page of the briefs and how many there are. */
export async function briefsPage(
  access: Access,
  range: PageRange,
): Promise<{ briefs: BriefCard[]; total: number }> {
  const [briefs, total] = await Promise.all([
    latestBriefs(access, range),
    countRows("daily_briefs where status = 'published'"),
  ]);
  return { briefs, total };
}

/** One published brief with the columns of the reader's access, or undefined. @param id a UUID. */
export async function briefById(access: Access, id: string): Promise<Brief | undefined> {
  const [brief] = await query<Brief>(
    `select ${DETAIL_COLUMNS[access]} from daily_briefs where id = ? and status = 'published'`,
    [id],
  );
  return brief;
}

/** The published briefs just before and just after one. */
export const briefNeighbours = (brief: Pick<Brief, "id" | "createdAt">) =>
  neighbours<BriefLink>(
    {
      columns: `id, company_name as "companyName", created_at as "createdAt"`,
      table: "daily_briefs",
      where: "status = 'published'",
    },
    brief,
  );
