import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { PUBLICATION_STATUSES } from "db/columns";
import { z } from "zod";
import { requireStaff } from "~/auth/viewer.server";
import { capitalise } from "~/ui/format";
import { AppError, parseOrThrow } from "~/web/app-error.server";
import { pageReply } from "~/web/form-replies.server";
import { redirectVisit } from "~/web/replies.server";
import { readSubmission } from "~/web/submission.server";
import { redirectWithToast } from "~/web/toast.server";
import { listPath } from "./list-rows.server";
import { publicationUndo } from "./publication-undo.server";
import { requireChange } from "./require-change.server";
import type { Editable, ManagedRecord, StoredList } from "./resource.server";
import { saveSubmission } from "./submit.server";

/** The row button's values: the new status, and the version that the list showed. */
const publishSchema = z.object({
  status: z.enum(PUBLICATION_STATUSES),
  version: z.string().regex(/^[1-9]\d{0,8}$/),
});

const DONE_MESSAGES = { published: "published successfully", draft: "unpublished successfully" } as const;

/** Redirects visits of a record's publication address to the list. */
export async function publicationLoader<Row extends ManagedRecord>(
  resource: StoredList<Row> & Editable<Row>,
  args: LoaderFunctionArgs,
) {
  await requireStaff(args, resource.roles.write);
  return redirectVisit(args, listPath(resource, args.request));
}

/** Publishes or unpublishes a record and returns to its row in the list. */
export async function publicationAction<Row extends ManagedRecord>(
  resource: StoredList<Row> & Editable<Row>,
  sent: ActionFunctionArgs,
) {
  const { staff, args } = await requireChange(resource, sent, "write");
  const { request } = args;
  const { singular, form } = resource;
  const { id } = args.params;
  const { values } = await readSubmission(request);
  return pageReply(args, form.update.failed, async () => {
    const change = parseOrThrow(publishSchema, values);
    // As JSON: omitted fields keep their values, including checkboxes.
    const submission = {
      format: "json",
      values: { ...change, version: Number(change.version) },
      files: {},
    } as const;
    // Unpublishing may cause warnings, which only the form can show.
    const warnings = change.status === "draft" ? ("ask" as const) : undefined;
    try {
      const saved = await saveSubmission(resource, staff, submission, "update", { id, warnings });
      return redirectWithToast(`${listPath(resource, request)}#row-${saved.row.id}`, {
        tone: "good",
        text: `${capitalise(singular)} ${DONE_MESSAGES[change.status]}`,
        undo: await publicationUndo(resource, args, saved),
      });
    } catch (error) {
      const warned = error instanceof AppError && error.details.confirm && error.details.fieldErrors;
      if (!warned) throw listConflict(singular, error);
      return redirectWithToast(`/admin/${resource.path}/${id}/edit${new URL(request.url).search}`, {
        tone: "bad",
        text: `${Object.values(warned).join(". ")}. Nothing was changed. To unpublish it anyway, choose Draft here and save.`,
      });
    }
  });
}

/** There is no form to show both values; the list shows the new ones. */
const listConflict = (singular: string, error: unknown): unknown =>
  error instanceof AppError && error.details.conflict
    ? new AppError(
        409,
        `Somebody else changed this ${singular} after you opened the list. Your change was not saved: please check the record and try again.`,
      )
    : error;
