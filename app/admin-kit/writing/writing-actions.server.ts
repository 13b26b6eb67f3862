import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { requireStaff, type StaffViewer } from "~/auth/viewer.server";
import { apiAction } from "~/web/api-replies.server";
import { AppError } from "~/web/app-error.server";
import { pageReply } from "~/web/form-replies.server";
import { redirectVisit } from "~/web/replies.server";
import { readSubmission } from "~/web/submission.server";
import { redirectWithToast } from "~/web/toast.server";
import { requestedListState } from "../list-rows.server";
import { withParam, writeListState } from "../list-state";
import { versionOf } from "../parse-submission.server";
import type { ChangeableResource, Editable, ManagedRecord, StoredList } from "../resource.server";
import { requireRow } from "../submit.server";
import { isCopyRequest } from "../working-copies/copy-form.server";
import { WORKING_COPY } from "../working-copies/working-copies.rules";
import { type DraftPlace, discardDraft, saveDraft } from "./drafts.server";
import { drawTextPanels } from "./draw-text-panels.server";
import { readFormTexts } from "./form-texts.server";
import { draftPlace, formId, formPath, NEW, namedDrafts, savedAtInWords } from "./form-writing.server";

type Written<Row extends ManagedRecord> = StoredList<Row> & Editable<Row>;

const POST = ["POST"] as const;

/** `/admin/writing/{kind}/preview`: the panels for the current text. */
export const previewAction = <Row extends ManagedRecord>(resource: Written<Row>, args: ActionFunctionArgs) =>
  apiAction(
    args,
    POST,
    async () => {
      const staff = await requireStaff(args, resource.roles.write);
      const typed = readFormTexts(resource.form, await readSubmission(args.request));
      return json(await drawTextPanels(resource, args, staff, typed));
    },
    "The preview could not be updated.",
  );

/** A restored draft must not lose what was chosen beside its texts. */
const draftFields = <Row extends ManagedRecord>({ form: { fields }, saveChoice }: Written<Row>) =>
  saveChoice ? [...fields, { name: saveChoice.name, input: "select" as const }] : fields;

const OVER = "This text was saved in the meantime.";

/** `/admin/writing/{kind}/{record}/draft`: saves the current text. */
export const draftAction = <Row extends ManagedRecord>(resource: Written<Row>, args: ActionFunctionArgs) =>
  apiAction(
    args,
    POST,
    async () => {
      const staff = await requireStaff(args, resource.roles.write);
      const place = await requireDraftPlace(resource, staff, args);
      const submission = await readSubmission(args.request);
      const { writer, over } = namedDrafts(submission);
      if (!writer) throw new AppError(422, "The draft has no window ID.");
      const typed = readFormTexts({ fields: draftFields(resource) }, submission);
      const kept = await saveDraft(place, {
        typed,
        writer,
        over,
        recordVersion: versionOf(submission) ?? 0,
      });
      if (!kept) return json({ message: OVER, over: true }, 409);
      return json({ revision: kept.revision, at: savedAtInWords(kept.savedAt) });
    },
    "The draft could not be saved.",
  );

/** @throws 404 if this person cannot see the record */
async function requireDraftPlace<Row extends ManagedRecord>(
  resource: ChangeableResource<Row>,
  staff: StaffViewer,
  { params: { record = NEW }, request }: LoaderFunctionArgs,
): Promise<DraftPlace> {
  if (record.toLowerCase() === NEW) return draftPlace(resource.path, staff);
  const { id } = await requireRow(resource, staff, record);
  return draftPlace(resource.path, staff, formId(id, isCopyRequest(request)));
}

function backTo<Row extends ManagedRecord>(
  { path, listing }: Written<Row>,
  { request, params }: LoaderFunctionArgs,
) {
  const listState = writeListState(requestedListState(listing, request));
  const search = isCopyRequest(request) ? withParam(listState, WORKING_COPY, "on") : listState;
  return formPath(path, params.record?.toLowerCase()) + search;
}

/** Redirects visits of a draft's deletion address to its form. */
export async function draftDeletionLoader<Row extends ManagedRecord>(
  resource: Written<Row>,
  args: LoaderFunctionArgs,
) {
  const staff = await requireStaff(args, resource.roles.write);
  await requireDraftPlace(resource, staff, args);
  return redirectVisit(args, backTo(resource, args)) ?? { backTo: backTo(resource, args) };
}

const DISCARDED = "Unsaved text discarded";
const NOT_DISCARDED = "Nothing was discarded: the text changed in the meantime";

/**
 * `/admin/writing/{kind}/{record}/draft/deletion`: discards the draft that the form showed, and no newer one.
 * */
export async function draftDeletionAction<Row extends ManagedRecord>(
  resource: Written<Row>,
  args: ActionFunctionArgs,
) {
  const staff = await requireStaff(args, resource.roles.write);
  const place = await requireDraftPlace(resource, staff, args);
  return pageReply(args, "The unsaved text could not be discarded.", async () => {
    const isGone = await discardDraft(place, namedDrafts(await readSubmission(args.request)));
    if (isGone) return redirectWithToast(backTo(resource, args), { tone: "good", text: DISCARDED });
    return redirectWithToast(backTo(resource, args), { tone: "bad", text: NOT_DISCARDED });
  });
}
