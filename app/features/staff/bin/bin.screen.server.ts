import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { BIN_PATH } from "~/admin-kit/bin.rules";
import { deleteForGood, restoreFromBin } from "~/admin-kit/bin.server";
import { historyPath } from "~/admin-kit/change-paths";
import { listPath } from "~/admin-kit/list-rows.server";
import { requireRow } from "~/admin-kit/submit.server";
import { withRecentPassword } from "~/auth/recent-password.server";
import { requireStaff } from "~/auth/viewer.server";
import { BINNED, bin, SCREENS } from "~/features/registry.server";
import { pageReply } from "~/web/form-replies.server";
import { notFound } from "~/web/replies.server";
import { readSubmission } from "~/web/submission.server";
import { redirectWithToast } from "~/web/toast.server";
import { restoreText } from "./bin.resource.server";
import { lastDayIn } from "./bin.rules";

/** A bin entry and its kind. @throws 404 if this viewer cannot see it */
async function binnedAt(args: LoaderFunctionArgs, id: string | undefined) {
  const staff = await requireStaff(args, bin.roles.read);
  const row = await requireRow(bin, staff, id);
  const resource = BINNED.find(({ path }) => path === row.kind);
  if (!resource) throw notFound(bin.missing);
  return { staff, row, resource };
}

/** `/admin/bin/{id}`: a deleted record, with buttons to restore it or delete it permanently. */
export async function binnedScreen(args: LoaderFunctionArgs) {
  const { row, resource, staff } = await binnedAt(args, args.params.id);
  const { id, kind, recordId, title, staffName, createdAt } = row;
  return {
    title,
    singular: resource.singular,
    kind: resource.listing.title,
    deletedBy: staffName,
    deletedAt: createdAt,
    until: lastDayIn(createdAt),
    returns: restoreText(resource, row, staff),
    historyTo: historyPath(kind, recordId),
    deleteTo: `${BIN_PATH}?delete=${id}`,
  };
}

export type BinnedScreenData = Awaited<ReturnType<typeof binnedScreen>>;

/** Restores the record and opens it; `undo` comes from the toast after the deletion. */
export async function restoreAction(args: ActionFunctionArgs) {
  return pageReply(args, "Failed to restore the record", async () => {
    const { staff, row, resource } = await binnedAt(args, args.params.id);
    await withRecentPassword(args, staff, `${resource.noun}.write`);
    const { id } = await restoreFromBin(resource, staff, row.id, await isUndo(args.request));
    const { recordPath = () => `/admin/${resource.path}/${id}/edit` } =
      SCREENS.find(({ path }) => path === resource.path) ?? {};
    return redirectWithToast(recordPath(id), { tone: "good", text: "Record restored" });
  });
}

const isUndo = async (request: Request): Promise<boolean> =>
  request.headers.has("Content-Type") && (await readSubmission(request)).values.undo === "on";

/** Permanently deletes the record in the list's `?delete=` and returns to the list. */
export async function deleteForGoodAction(args: ActionFunctionArgs) {
  const id = new URL(args.request.url).searchParams.get("delete") ?? undefined;
  return pageReply(args, bin.removal.failed, async () => {
    const { staff, row, resource } = await binnedAt(args, id);
    await withRecentPassword(args, staff, `${resource.noun}.delete`);
    await deleteForGood(resource, staff, row.id);
    return redirectWithToast(listPath(bin, args.request), { tone: "good", text: bin.removal.done });
  });
}
