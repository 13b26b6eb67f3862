import { query } from "db/query.server";
import { publicationField } from "~/admin-kit/fields.server";
import { tableOf } from "~/admin-kit/find.server";
import type { StaffViewer } from "~/features/auth/viewer.server";
import { MANAGED_FOR_READERS } from "~/features/registry.server";

/** What can be a draft. */
const PUBLISHABLE = MANAGED_FOR_READERS.filter(
  ({ resource }) => publicationField(resource.form) !== undefined,
);

export type DraftsSummary = { count: number; text: string; action: { label: string; to: string } };

/** The drafts in each of the screens that this member of staff may open, and where to find them. */
export async function pendingDrafts({ role }: StaffViewer): Promise<DraftsSummary[]> {
  const open = PUBLISHABLE.filter(({ readers }) => readers.includes(role));
  const counts = open.map(
    ({ path, resource }) =>
      `(select count(*)::int from ${tableOf(resource)} where status = 'draft') as "${path}"`,
  );
  const [found] = await query<Record<string, number>>(`select ${counts.join(", ")}`);
  return open.map(({ path, resource: { singular } }) => {
    const count = found?.[path] ?? 0;
    const many = `${singular}s`;
    return {
      count,
      text: count === 1 ? `${singular} is not published yet` : `${many} are not published yet`,
      action: { label: `See draft ${many}`, to: `/admin/${path}?status=draft` },
    };
  });
}
