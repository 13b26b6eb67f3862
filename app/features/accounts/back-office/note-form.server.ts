import type { LoaderFunctionArgs } from "@remix-run/node";
import { em } from "db/orm.server";
import { memberById } from "~/access/member-account.queries.server";
import { logChange } from "~/admin-kit/change-log.server";
import { customField } from "~/admin-kit/field-data.server";
import { text } from "~/admin-kit/fields.server";
import type { FormScreenData } from "~/admin-kit/form-screen.server";
import { parseSubmission } from "~/admin-kit/parse-submission.server";
import { requireChange } from "~/admin-kit/require-change.server";
import { rolesWith } from "~/auth/permissions.server";
import { requireStaff } from "~/auth/viewer.server";
import { truncate } from "~/ui/format";
import { AppError } from "~/web/app-error.server";
import { formReply, pageReply } from "~/web/form-replies.server";
import { notFound } from "~/web/replies.server";
import { redirectWithToast } from "~/web/toast.server";
import { isUuid } from "~/web/uuid";
import { addNote, loadNote, removeNote } from "../member-notes.server";
import { members } from "../members.resource.server";
import { memberPaths } from "./member-paths.server";

const NOTE = text("text", { label: "Note", maxLength: 2000, input: "textarea", rows: 6 });
const HINT =
  "The member does not see it on the site, but their data download includes it. It is deleted with the account.";
const FAILED = "Failed to save note";

/** The member in the address. @throws 404 */
async function loadSubject(args: LoaderFunctionArgs) {
  await requireStaff(args, rolesWith("members.write"));
  const { id } = args.params;
  const member = isUuid(id) ? await memberById(id) : undefined;
  if (!member) throw notFound(members.missing);
  const record = {
    resource: members.path,
    recordId: member.id,
    recordTitle: `${member.firstname} ${member.lastname}`,
  };
  return { record, backTo: memberPaths(args.request, member.id).page };
}

/** The empty note form, over the member's page. */
export async function noteForm(args: LoaderFunctionArgs): Promise<FormScreenData> {
  const { record, backTo } = await loadSubject(args);
  const { name, label, input, required, maxLength, rows, format } = NOTE;
  return {
    heading: `Note on ${record.recordTitle}`,
    backTo,
    multipart: false,
    version: 0,
    fields: [customField({ name, label, input, required, maxLength, rows, format, hint: HINT })],
  };
}

/** Saves a note. The change log records that it exists, not its text. */
export async function addMemberNote(sent: LoaderFunctionArgs) {
  const { staff, args } = await requireChange(members, sent, "write");
  const { record, backTo } = await loadSubject(args);
  return formReply(args, FAILED, async (submission) => {
    const { values } = await parseSubmission({ fields: [NOTE] }, submission, "create");
    await em().transactional(async (manager) => {
      await addNote(manager, staff, record.recordId, String(values.text));
      logChange(manager, staff, { action: "noted something on", ...record });
    });
    return redirectWithToast(backTo, { tone: "good", text: "Note saved" });
  });
}

/** The confirmation before a note is deleted. @throws 404 */
export async function noteDeletion(args: LoaderFunctionArgs) {
  const { record, backTo } = await loadSubject(args);
  const { noteId } = args.params;
  const note = isUuid(noteId) ? await loadNote(record.recordId, noteId) : undefined;
  if (!note) throw notFound("Note not found.");
  return { text: truncate(note.text), staffName: note.staffName, backTo };
}

export async function deleteMemberNote(sent: LoaderFunctionArgs) {
  const { staff, args } = await requireChange(members, sent, "write");
  const { record, backTo } = await loadSubject(args);
  return pageReply(args, "Failed to delete note", async () => {
    const { noteId } = args.params;
    await em().transactional(async (manager) => {
      if (!isUuid(noteId) || !(await removeNote(manager, record.recordId, noteId)))
        throw new AppError(404, "Somebody else has deleted this note.");
      logChange(manager, staff, { action: "deleted a note on", ...record });
    });
    return redirectWithToast(backTo, { tone: "good", text: "Note deleted" });
  });
}
