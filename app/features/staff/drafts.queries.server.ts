import { publicationField } from "~/admin-kit/fields.server";
import { tableOf } from "~/admin-kit/find.server";
import { can } from "~/auth/permissions.server";
import type { StaffViewer } from "~/auth/viewer.server";
import { MANAGED_FOR_READERS } from "~/features/registry.server";
import type { RecordCounts } from "~/platform/record-counts.server";

/** The kinds of records with drafts. */
const PUBLISHABLE = MANAGED_FOR_READERS.filter(
  ({ resource }) => publicationField(resource.form) !== undefined,
);

export type DraftsSummary = { count: number; text: string; action: { label: string; to: string } };

const openTo = (viewer: StaffViewer) => PUBLISHABLE.filter(({ readers }) => can(viewer, readers.permission));

/** The number of drafts in each screen this member of staff may open, with a link. */
export function pendingDrafts(viewer: StaffViewer, counts: RecordCounts): DraftsSummary[] {
  return openTo(viewer).map(({ path, resource }) => {
    const count = counts(tableOf(resource), { status: "draft" });
    const many = `${resource.singular}s`;
    return {
      count,
      text: count === 1 ? `${resource.singular} is not published yet` : `${many} are not published yet`,
      action: { label: `See draft ${many}`, to: `/admin/${path}?status=draft` },
    };
  });
}
