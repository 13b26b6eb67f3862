import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { bringBack } from "~/admin-kit/bin.server";
import { historyPath } from "~/admin-kit/change-paths";
import { requireRow } from "~/admin-kit/submit.server";
import { requireStaff } from "~/features/auth/viewer.server";
import { SCREENS } from "~/features/registry.server";
import { pageReply } from "~/web/form-replies.server";
import { notFound } from "~/web/replies.server";
import { redirectWithToast } from "~/web/toast.server";
import { bin, binnedResource, returnOf } from "./bin.resource.server";
import { BIN_PATH, lastDayIn } from "./bin.rules";

/** The line of the bin that an address names, and whose record it is. @throws 404 where this viewer's bin has none */
async function binnedAt(args: LoaderFunctionArgs) {
  const staff = await requireStaff(args, bin.roles.read);
  const row = await requireRow(bin, staff, args.params.id);
  const resource = binnedResource(row.kind);
  if (!resource) throw notFound(bin.missing);
  return { staff, row, resource };
}

/** `/admin/bin/{id}`: a deleted record, and the buttons that bring it back or take it away for good. */
export async function binnedScreen(args: LoaderFunctionArgs) {
  const { row, resource } = await binnedAt(args);
  const { id, kind, recordId, title, staffName, createdAt } = row;
  return {
    title,
    singular: resource.singular,
    kind: resource.listing.title,
    deletedBy: staffName,
    deletedAt: createdAt,
    until: lastDayIn(createdAt),
    returns: returnOf(resource),
    historyTo: historyPath(kind, recordId),
    deleteTo: `${BIN_PATH}?delete=${id}`,
  };
}

export type BinnedScreenData = Awaited<ReturnType<typeof binnedScreen>>;

/** Brings the record back, and leads to it. */
export async function bringBackAction(args: ActionFunctionArgs) {
  const { staff, row, resource } = await binnedAt(args);
  return pageReply(args, "Failed to bring the record back", async () => {
    const { id } = await bringBack(resource, staff, row.id);
    const { recordPath = () => `/admin/${resource.path}/${id}/edit` } =
      SCREENS.find(({ path }) => path === resource.path) ?? {};
    return redirectWithToast(recordPath(id), { tone: "good", text: "Record brought back" });
  });
}
