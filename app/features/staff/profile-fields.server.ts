import { customField, type FieldData } from "~/admin-kit/field-data.server";
import type { FormNow } from "~/admin-kit/merge-changes.server";
import type { StaffViewer } from "~/auth/viewer.server";
import { pictureAttributes } from "~/platform/pictures/picture";
import type { PictureField } from "~/web/pending-pictures.server";
import { BIO_LENGTH, PORTRAIT_FIELD, PORTRAIT_REMOVAL } from "./admins.rules";
import { loadProfile } from "./staff-profile.server";

/** The name field of staff forms. */
export const nameField = (more: Partial<FieldData> = {}): FieldData =>
  customField({
    name: "fullname",
    label: "Full name",
    input: "text",
    required: true,
    maxLength: 100,
    ...more,
  });

type Profile = NonNullable<Awaited<ReturnType<typeof loadProfile>>>;

/** The fields for an author page. */
function profileFields({ bio, portrait }: Profile): FieldData[] {
  return [
    customField({
      name: "bio",
      label: "About the author",
      input: "textarea",
      rows: 4,
      maxLength: BIO_LENGTH,
      value: bio ?? "",
      hint: `At most ${BIO_LENGTH} characters, shown on the author’s page. Leave empty for none.`,
    }),
    customField({
      name: PORTRAIT_FIELD,
      label: "Portrait",
      input: "picture",
      portrait: true,
      hint: "JPEG, PNG or WebP, at most 5 MB. Without a portrait, initials are shown.",
      picture: portrait ? pictureAttributes(portrait) : undefined,
    }),
    ...(portrait
      ? [customField({ name: PORTRAIT_REMOVAL, label: "Remove portrait", input: "checkbox" })]
      : []),
  ];
}

/** The superadmin's form and the own profile change the same account. */
const ACCOUNT_KINDS = ["settings", "profile-settings"];

/** An account form with current values. @param own its fields before those of the author page */
export async function accountFormNow(
  { id, version }: { id: string; version: number },
  own: readonly FieldData[],
) {
  const profile = (await loadProfile(id)) ?? { bio: null, portrait: null };
  return {
    record: { kinds: ACCOUNT_KINDS, id, version },
    fields: [...own, ...profileFields(profile)],
    picture: { name: PORTRAIT_FIELD, id: profile.portrait?.id, removal: PORTRAIT_REMOVAL },
  } satisfies FormNow;
}

/** Where an uploaded portrait is stored while its form is refused. @param form its name */
export const portraitPlace = ({ id }: StaffViewer, form: string): PictureField => ({
  owner: { kind: "staff", id },
  form,
  field: PORTRAIT_FIELD,
});
