import { STAFF_ROLES, type StaffRole } from "db/entities/staff";
import { int, raw } from "db/sql";
import { forEachOf, statement } from "db/statement.server";
import { publicationField } from "~/admin-kit/fields.server";
import { tableOf } from "~/admin-kit/find.server";
import type { StaffViewer } from "~/features/auth/viewer.server";
import { MANAGED_FOR_READERS } from "~/features/registry.server";

/** What can be a draft. */
const PUBLISHABLE = MANAGED_FOR_READERS.filter(
  ({ resource }) => publicationField(resource.form) !== undefined,
);

export type DraftsSummary = { count: number; text: string; action: { label: string; to: string } };

const openTo = (role: StaffRole) => PUBLISHABLE.filter(({ readers }) => readers.includes(role));

/** How many drafts there are, by the path of their screen: what is not open to somebody is not counted for them. */
const COUNTS = forEachOf(STAFF_ROLES, (role) => {
  const counts = openTo(role).map(
    ({ path, resource }) =>
      [path, int.from`(select count(*)::int from ${raw(tableOf(resource))} where status = 'draft')`] as const,
  );
  const row = Object.fromEntries(counts);
  return statement(`drafts.count, ${role}`, row)`select ${row}`;
});

/** The drafts in each of the screens that this member of staff may open, and where to find them. */
export async function pendingDrafts({ role }: StaffViewer): Promise<DraftsSummary[]> {
  const found = await COUNTS[role].first();
  return openTo(role).map(({ path, resource: { singular } }) => {
    const count = found?.[path] ?? 0;
    const many = `${singular}s`;
    return {
      count,
      text: count === 1 ? `${singular} is not published yet` : `${many} are not published yet`,
      action: { label: `See draft ${many}`, to: `/admin/${path}?status=draft` },
    };
  });
}
