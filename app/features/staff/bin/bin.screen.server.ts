import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { deleteForGood, restoreFromBin } from "~/admin-kit/bin.server";
import { historyPath } from "~/admin-kit/change-paths";
import { listPath } from "~/admin-kit/list-screen.server";
import { requireRow } from "~/admin-kit/submit.server";
import { withRecentPassword } from "~/auth/recent-password.server";
import { requireStaff } from "~/auth/viewer.server";
import { BINNED, bin, SCREENS } from "~/features/registry.server";
import { pageReply } from "~/web/form-replies.server";
import { notFound } from "~/web/replies.server";
import { redirectWithToast } from "~/web/toast.server";
import { returnOf } from "./bin.resource.server";
import { BIN_PATH, lastDayIn } from "./bin.rules";

/** A line of the bin, and whose record it is. @throws 404 where this viewer's bin has none */
async function binnedAt(args: LoaderFunctionArgs, id: string | undefined) {
  const staff = await requireStaff(args, bin.roles.read);
  const row = await requireRow(bin, staff, id);
  const resource = BINNED.find(({ path }) => path === row.kind);
  if (!resource) throw notFound(bin.missing);
  return { staff, row, resource };
}

/** `/admin/bin/{id}`: a deleted record, and the buttons that bring it back or take it away for good. */
export async function binnedScreen(args: LoaderFunctionArgs) {
  const { row, resource } = await binnedAt(args, args.params.id);
  const { id, kind, recordId, title, staffName, createdAt } = row;
  return {
    title,
    singular: resource.singular,
    kind: resource.listing.title,
    deletedBy: staffName,
    deletedAt: createdAt,
    until: lastDayIn(createdAt),
    returns: returnOf(resource, row),
    historyTo: historyPath(kind, recordId),
    deleteTo: `${BIN_PATH}?delete=${id}`,
  };
}

export type BinnedScreenData = Awaited<ReturnType<typeof binnedScreen>>;

/** Brings the record back, and leads to it. */
export async function bringBackAction(args: ActionFunctionArgs) {
  return pageReply(args, "Failed to bring the record back", async () => {
    const { staff, row, resource } = await binnedAt(args, args.params.id);
    await withRecentPassword(args, staff, `${resource.noun}.write`);
    const { id } = await restoreFromBin(resource, staff, row.id);
    const { recordPath = () => `/admin/${resource.path}/${id}/edit` } =
      SCREENS.find(({ path }) => path === resource.path) ?? {};
    return redirectWithToast(recordPath(id), { tone: "good", text: "Record brought back" });
  });
}

/** Takes the record that the list's `?delete=` names away for good, and goes back to the list as it was. */
export async function deleteForGoodAction(args: ActionFunctionArgs) {
  const asked = new URL(args.request.url).searchParams.get("delete") ?? undefined;
  return pageReply(args, bin.removal.failed, async () => {
    const { staff, row, resource } = await binnedAt(args, asked);
    await withRecentPassword(args, staff, `${resource.noun}.delete`);
    await deleteForGood(resource, staff, row.id);
    return redirectWithToast(listPath(bin, args.request), { tone: "good", text: bin.removal.done });
  });
}
