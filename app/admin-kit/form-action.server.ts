import type { LoaderFunctionArgs } from "@remix-run/node";
import { formReply } from "~/web/form-replies.server";
import { redirectWithToast } from "~/web/toast.server";
import { publicationField } from "./fields.server";
import {
  ANOTHER,
  copyPath,
  type FormOverList,
  newPath,
  restoredChangeId,
  returnPath,
} from "./form-paths.server";
import { requestedLibrary } from "./library/library-choices.server";
import { closeForm } from "./openings/openings.server";
import { publicationUndo } from "./publication-undo.server";
import { requireChange } from "./require-change.server";
import { type Editable, type FormText, type ManagedRecord, pictureField } from "./resource.server";
import { type Mutation, saveSubmission, withNotes } from "./submit.server";
import { saveCopyForm, savesCopy } from "./working-copies/copy-form.server";
import { SEEN_COPY } from "./working-copies/working-copies.rules";
import { forgetDraft, formId, requestedPreview } from "./writing/form-writing.server";

export const createAction = <Row extends ManagedRecord>(
  resource: FormOverList<Row> & Editable<Row>,
  args: LoaderFunctionArgs,
) => formAction(resource, args, "add", resource.form.add);

export const updateAction = <Row extends ManagedRecord>(
  resource: FormOverList<Row>,
  args: LoaderFunctionArgs,
) => formAction(resource, args, "update", resource.form.update);

async function formAction<Row extends ManagedRecord>(
  resource: FormOverList<Row>,
  sent: LoaderFunctionArgs,
  mutation: Mutation,
  { failed, done }: FormText,
) {
  const { staff, args } = await requireChange(resource, sent, "write");
  const { id } = args.params;
  const restores = restoredChangeId(args.request) ?? undefined;
  const { name: field, library } = pictureField(resource.form) ?? {};
  const form = `${resource.path}/${id ?? "new"}`;
  const picture = field
    ? ({ owner: { kind: "staff", id: staff.id }, form, field, library } as const)
    : undefined;
  return formReply(
    args,
    failed,
    async (submission) => {
      if (mutation === "update" && savesCopy(submission)) {
        const { published, text } = await saveCopyForm(resource, staff, submission, id);
        await forgetDraft(resource, staff, submission, formId(id, SEEN_COPY in submission.values));
        const to = published
          ? returnPath(resource, args.request)
          : copyPath(resource, args.request, id ?? "");
        return redirectWithToast(to, { tone: "good", text });
      }
      const saved = await saveSubmission(resource, staff, submission, mutation, {
        id,
        warnings: "ask",
        merges: true,
        restores,
        door: "form",
      });
      const { row, notes } = saved;
      await forgetDraft(resource, staff, submission, id);
      if (id) await closeForm(resource.path, id, staff);
      const addsAnother = mutation === "add" && submission.values[ANOTHER] === "on";
      const back = addsAnother
        ? newPath(resource, args.request, ANOTHER, row.id)
        : returnPath(resource, args.request, mutation === "update" ? row : undefined);
      const undo = publicationField(resource.form) && (await publicationUndo(resource, args, saved));
      return redirectWithToast(back, { tone: "good", text: withNotes(done, notes), undo });
    },
    picture,
    async (submission) =>
      (library && field && (await requestedLibrary(submission, field))) ||
      requestedPreview(resource, args, staff, submission),
  );
}
