import type { ActionFunctionArgs } from "@remix-run/node";
import { AppError } from "~/web/app-error.server";
import { pageReply } from "~/web/form-replies.server";
import { redirectWithToast } from "~/web/toast.server";
import { listPath, sentVersion } from "../list-screen.server";
import { requireChange } from "../require-change.server";
import type { ChangeableResource, ManagedRecord, StoredList } from "../resource.server";
import { requireRow } from "../submit.server";
import { requestedDiscard } from "./copy-list.server";
import { dropCopy } from "./working-copies.queries.server";

/** Discards the working copy in `?discard=` and returns to the list. */
export async function discardAction<Row extends ManagedRecord>(
  resource: StoredList<Row> & ChangeableResource<Row>,
  sent: ActionFunctionArgs,
) {
  const { staff, args } = await requireChange(resource, sent, "write");
  return pageReply(args, "The working copy could not be discarded.", async () => {
    const { id: recordId } = await requireRow(resource, staff, requestedDiscard(args.request));
    const version = (await sentVersion(args.request)) ?? 0;
    if (!(await dropCopy({ kind: resource.path, recordId, version })))
      throw new AppError(409, "Nothing was discarded: the working copy was changed, published or discarded.");
    return redirectWithToast(listPath(resource, args.request), {
      tone: "good",
      text: "Working copy discarded",
    });
  });
}
