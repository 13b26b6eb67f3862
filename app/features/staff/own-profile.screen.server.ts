import type { LoaderFunctionArgs } from "@remix-run/node";
import { mergeSubmission } from "~/admin-kit/merge-changes.server";
import { closeForm, formOpenings } from "~/admin-kit/openings/openings.server";
import { versionOf } from "~/admin-kit/parse-submission.server";
import { withNotes } from "~/admin-kit/submit.server";
import { rolesWith } from "~/auth/permissions.server";
import { requireStaff, VISITOR } from "~/auth/viewer.server";
import { authorAt } from "~/features/content/authors/author.queries.server";
import { authorHref } from "~/features/content/authors/author.rules";
import { parseOrThrow } from "~/web/app-error.server";
import { formReply } from "~/web/form-replies.server";
import { redirectWithToast } from "~/web/toast.server";
import { uploadedPhoto } from "~/web/uploaded-photo.server";
import { admins } from "./admins.resource.server";
import { ownProfileSchema, PORTRAIT_FIELD } from "./admins.rules";
import { loadOwnName, PROFILE_CHANGED, saveOwnProfile } from "./own-profile.server";
import { accountFormNow, nameField, portraitPlace } from "./profile-fields.server";

/** The own name and author page. Only the superadmin changes the email address. */
export async function ownProfileScreen(args: LoaderFunctionArgs) {
  const staff = await requireStaff(args, rolesWith("back-office.read"));
  const { fullname, version } = await loadOwnName(staff);
  const { fields } = await accountFormNow({ id: staff.id, version }, ownFields(fullname));
  const page = authorHref(fullname);
  return {
    version,
    openings: await formOpenings(args, admins.path, staff.id, staff),
    /** The public author page, once something is published. */
    page: page && (await authorAt(VISITOR, fullname)) ? page : undefined,
    fields,
  };
}

const ownFields = (fullname: string) => [nameField({ value: fullname, autoComplete: "name" })];

export async function ownProfileAction(args: LoaderFunctionArgs) {
  const staff = await requireStaff(args, rolesWith("back-office.read"));
  return formReply(
    args,
    "Failed to update profile",
    async (sent) => {
      const { fullname, version } = await loadOwnName(staff);
      const now = await accountFormNow({ id: staff.id, version }, ownFields(fullname));
      const { submission, notes } = await mergeSubmission(sent, now, PROFILE_CHANGED);
      const profile = parseOrThrow(ownProfileSchema, submission.values);
      const portrait = await uploadedPhoto(submission, PORTRAIT_FIELD);
      await saveOwnProfile(staff, { ...profile, portrait }, versionOf(submission));
      await closeForm(admins.path, staff.id, staff);
      const text = withNotes("Profile updated successfully", notes);
      return redirectWithToast("/admin/profile-settings", { tone: "good", text });
    },
    portraitPlace(staff, "profile"),
  );
}
