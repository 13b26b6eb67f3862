import type { LoaderFunctionArgs } from "@remix-run/node";
import { customField } from "~/admin-kit/field-data.server";
import { versionOf } from "~/admin-kit/parse-submission.server";
import { rolesWith } from "~/features/auth/permissions.server";
import { requireStaff, VISITOR } from "~/features/auth/viewer.server";
import { authorAt } from "~/features/content/authors/author.queries.server";
import { authorHref } from "~/features/content/authors/author.rules";
import { parseOrThrow } from "~/web/app-error.server";
import { formReply } from "~/web/form-replies.server";
import { redirectWithToast } from "~/web/toast.server";
import { uploadedPhoto } from "~/web/uploaded-photo.server";
import { ownProfileSchema, PORTRAIT_FIELD } from "./admins.rules";
import { ownNameOf, saveOwnProfile } from "./own-profile.server";
import { portraitPlace, profileFields } from "./profile-fields.server";

/** One's own name, and what the page of one's by-line says. The address is what one signs in with, and the superadmin's to change. */
export async function ownProfileScreen(args: LoaderFunctionArgs) {
  const staff = await requireStaff(args, rolesWith("back-office.read"));
  const [{ fullname, version }, fields] = await Promise.all([ownNameOf(staff), profileFields(staff.id)]);
  const page = authorHref(fullname);
  return {
    version,
    /** What everybody finds under one's name; nothing is there before something is published. */
    page: page && (await authorAt(VISITOR, fullname)) ? page : undefined,
    fields: [
      customField({
        name: "fullname",
        label: "Full name",
        input: "text",
        required: true,
        maxLength: 100,
        value: fullname,
        autoComplete: "name",
      }),
      ...fields,
    ],
  };
}

export async function ownProfileAction(args: LoaderFunctionArgs) {
  const staff = await requireStaff(args, rolesWith("back-office.read"));
  return formReply(
    args,
    "Failed to update profile",
    async (submission) => {
      const profile = parseOrThrow(ownProfileSchema, submission.values);
      const portrait = await uploadedPhoto(submission, PORTRAIT_FIELD);
      await saveOwnProfile(staff, { ...profile, portrait }, versionOf(submission));
      const text = "Profile updated successfully";
      return redirectWithToast("/admin/profile-settings", { tone: "good", text });
    },
    portraitPlace(staff, "profile"),
  );
}
