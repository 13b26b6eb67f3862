import type { ActionFunctionArgs } from "@remix-run/node";
import { AppError } from "~/web/app-error.server";
import { pageReply } from "~/web/form-replies.server";
import { redirectWithToast } from "~/web/toast.server";
import { logChange } from "../change-log.server";
import { sentVersion } from "../delete-screen.server";
import { listPath } from "../list-rows.server";
import { requireChange } from "../require-change.server";
import type { ChangeableResource, ManagedRecord, StoredList } from "../resource.server";
import { requireRow } from "../submit.server";
import { inTransaction } from "../transaction.server";
import { refusePlanned } from "./copy-form.server";
import { requestedDiscard } from "./copy-list.server";
import { dropCopy, workingCopyOf } from "./working-copies.queries.server";

/** Discards the working copy in `?discard=` and returns to the list. */
export async function discardAction<Row extends ManagedRecord>(
  resource: StoredList<Row> & ChangeableResource<Row>,
  sent: ActionFunctionArgs,
) {
  const { staff, args } = await requireChange(resource, sent, "write");
  return pageReply(args, "The working copy could not be discarded.", async () => {
    const row = await requireRow(resource, staff, requestedDiscard(args.request));
    const record = { resource: resource.path, recordId: row.id, recordTitle: resource.titleOf(row) };
    const version = (await sentVersion(args.request)) ?? 0;
    await inTransaction(async (manager) => {
      const copy = await workingCopyOf(resource.path, row.id, manager);
      refusePlanned(resource, staff, copy);
      if (!copy || !(await dropCopy({ ...copy, version }, manager)))
        throw new AppError(
          409,
          "Nothing was discarded: the working copy was changed, published or discarded.",
        );
      logChange(manager, staff, { ...record, action: "discarded the working copy of" });
    });
    return redirectWithToast(listPath(resource, args.request), {
      tone: "good",
      text: "Working copy discarded",
    });
  });
}
