import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { PUBLICATION_STATUSES } from "db/columns";
import { z } from "zod";
import { requireStaff } from "~/auth/viewer.server";
import { AppError, parseOrThrow } from "~/web/app-error.server";
import { pageReply } from "~/web/form-replies.server";
import { redirectVisit } from "~/web/replies.server";
import { readSubmission } from "~/web/submission.server";
import { redirectWithToast } from "~/web/toast.server";
import { listPath } from "./list-screen.server";
import { requireChange } from "./require-change.server";
import type { Editable, ManagedRecord, StoredList } from "./resource.server";
import { saveSubmission } from "./submit.server";

/** What the button of a row sends: where the record shall stand, and the version that the list showed. */
const publishSchema = z.object({
  status: z.enum(PUBLICATION_STATUSES),
  version: z.string().regex(/^[1-9]\d{0,8}$/),
});

const DONE_MESSAGES = { published: "published successfully", draft: "unpublished successfully" } as const;

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

/** Whoever opens the address of a record's publication is led to the list. */
export async function publicationLoader<Row extends ManagedRecord>(
  resource: StoredList<Row> & Editable<Row>,
  args: LoaderFunctionArgs,
) {
  await requireStaff(args, resource.roles.write);
  return redirectVisit(args, listPath(resource, args.request));
}

/** Publishes or unpublishes a record, and goes back to the list as it was, at the same row. */
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
    // As JSON: what is not named keeps its value, a check box, too.
    const submission = {
      format: "json",
      values: { ...change, version: Number(change.version) },
      files: {},
    } as const;
    // What takes a record back from its readers may be in doubt; its form has the room to ask.
    const warnings = change.status === "draft" ? ("ask" as const) : undefined;
    try {
      const { row } = await saveSubmission(resource, staff, submission, "update", { id, warnings });
      return redirectWithToast(`${listPath(resource, request)}#row-${row.id}`, {
        tone: "good",
        text: `${capital(singular)} ${DONE_MESSAGES[change.status]}`,
      });
    } catch (error) {
      const asked = error instanceof AppError && error.details.confirm && error.details.fieldErrors;
      if (!asked) throw listConflict(singular, error);
      return redirectWithToast(`/admin/${resource.path}/${id}/edit${new URL(request.url).search}`, {
        tone: "bad",
        text: `${Object.values(asked).join(". ")}. Nothing was changed. If you mean it, choose Draft here and save.`,
      });
    }
  });
}

/** There is no form to show both values in: what was changed meanwhile is in the list. */
const listConflict = (singular: string, error: unknown): unknown =>
  error instanceof AppError && error.details.conflict
    ? new AppError(
        409,
        `Somebody else changed this ${singular} after the list was drawn. Nothing was changed: please look at it again.`,
      )
    : error;
