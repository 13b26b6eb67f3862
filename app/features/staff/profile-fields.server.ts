import { customField, type FieldData } from "~/admin-kit/field-data.server";
import type { FormNow } from "~/admin-kit/merge-changes.server";
import type { StaffViewer } from "~/auth/viewer.server";
import { pictureAttributes } from "~/platform/pictures/picture";
import type { PictureField } from "~/web/pending-pictures.server";
import { BIO_LENGTH, PORTRAIT_FIELD, PORTRAIT_REMOVAL } from "./admins.rules";
import { profileOf } from "./staff-profile.server";

/** The name of somebody on the staff, in each form that asks for it. */
export const nameField = (more: Partial<FieldData> = {}): FieldData =>
  customField({
    name: "fullname",
    label: "Full name",
    input: "text",
    required: true,
    maxLength: 100,
    ...more,
  });

type Profile = NonNullable<Awaited<ReturnType<typeof profileOf>>>;

/** What the page of a by-line says of its author, as a form asks for it. */
function profileFields({ bio, portrait }: Profile): FieldData[] {
  return [
    customField({
      name: "bio",
      label: "About the author",
      input: "textarea",
      rows: 4,
      maxLength: BIO_LENGTH,
      value: bio ?? "",
      hint: `At most ${BIO_LENGTH} characters, at the head of the page of this name’s articles and calls. Left empty, nothing stands there.`,
    }),
    customField({
      name: PORTRAIT_FIELD,
      label: "Portrait",
      input: "picture",
      portrait: true,
      hint: "JPEG, PNG or WebP, at most 5 MB. Without one the initials stand there.",
      picture: portrait ? pictureAttributes(portrait) : undefined,
    }),
    ...(portrait
      ? [customField({ name: PORTRAIT_REMOVAL, label: "Take the portrait away", input: "checkbox" })]
      : []),
  ];
}

/** Both the superadmin's form of somebody's account and their own profile change it. */
const ACCOUNT_KINDS = ["settings", "profile-settings"];

/** A form of somebody's account as it would be drawn now. @param own its fields before those of the by-line's page */
export async function accountFormNow(
  { id, version }: { id: string; version: number },
  own: readonly FieldData[],
) {
  const profile = (await profileOf(id)) ?? { bio: null, portrait: null };
  return {
    record: { kinds: ACCOUNT_KINDS, id, version },
    fields: [...own, ...profileFields(profile)],
    picture: { name: PORTRAIT_FIELD, id: profile.portrait?.id, removal: PORTRAIT_REMOVAL },
  } satisfies FormNow;
}

/** Where a portrait waits while its form is refused. @param form which one it is */
export const portraitPlace = ({ id }: StaffViewer, form: string): PictureField => ({
  owner: { kind: "staff", id },
  form,
  field: PORTRAIT_FIELD,
});
