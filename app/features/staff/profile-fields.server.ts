import { customField, type FieldData } from "~/admin-kit/field-data.server";
import type { StaffViewer } from "~/features/auth/viewer.server";
import { pictureAttributes } from "~/platform/pictures/picture";
import type { PictureField } from "~/web/pending-pictures.server";
import { BIO_LENGTH, PORTRAIT_FIELD } from "./admins.rules";
import { profileOf } from "./staff-profile.server";

/** What the page of a by-line says of its author, as a form asks for it. @param id of the author's account */
export async function profileFields(id: string): Promise<FieldData[]> {
  const { bio, portrait } = (await profileOf(id)) ?? { bio: null, portrait: null };
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
      ? [customField({ name: "removePortrait", label: "Take the portrait away", input: "checkbox" })]
      : []),
  ];
}

/** Where a portrait waits while its form is refused. @param form which one it is */
export const portraitPlace = ({ id }: StaffViewer, form: string): PictureField => ({
  owner: { kind: "staff", id },
  form,
  field: PORTRAIT_FIELD,
});
