import * as z from "zod/mini";
import { mailboxSchema, newPasswordSchema, personNameSchema } from "~/auth/account.rules";
import { roleSchema } from "./role.rules";

export const STAFF_STATUSES = ["active", "inactive"] as const;

/** The sentences of the specification, section 5. */
const ALL_REQUIRED = "All fields are required";
export const ADD_REQUIRED = {
  names: ["fullname", "email", "password", "role"],
  message: ALL_REQUIRED,
} as const;
export const EDIT_REQUIRED = {
  names: ["fullname", "email", "role"],
  message: "Fullname, email, and role are required",
} as const;
const identityFields = { fullname: personNameSchema("Full name"), email: mailboxSchema, role: roleSchema };

/** What 'Add Admin' and its API twin take. */
export const newAdminSchema = z.object({ ...identityFields, password: newPasswordSchema });
export type NewAdmin = z.output<typeof newAdminSchema>;

/** What changes about an admin: a blank password keeps the one they have, an absent status the status. */
export const adminChangeSchema = z.object({
  ...identityFields,
  password: z.optional(
    z.pipe(
      z.transform((sent) => (sent === "" || sent === null ? undefined : sent)),
      z.optional(newPasswordSchema),
    ),
  ),
  status: z.optional(z.enum(STAFF_STATUSES, "Status must be active or inactive")),
});
export type AdminChange = z.output<typeof adminChangeSchema>;

/** The one file that a profile takes. */
export const PORTRAIT_FIELD = "portrait";

/** The box that takes it away. */
export const PORTRAIT_REMOVAL = "removePortrait";

/** The longest line about an author, in characters. */
export const BIO_LENGTH = 500;

const bioSchema = z.pipe(
  z.string("About the author must be text").check(
    z.trim(),
    z.maxLength(BIO_LENGTH, `About the author may have at most ${BIO_LENGTH} characters`),
    z.refine(
      (text) => text.isWellFormed() && !text.includes("\0"),
      "About the author has characters we cannot keep",
    ),
  ),
  z.transform((text) => text || null),
);

/** What the page of a by-line says of its author, but for the portrait. */
const profileWords = {
  bio: z.optional(bioSchema),
  /** "on" where it is ticked. */
  [PORTRAIT_REMOVAL]: z.optional(z.string()),
};
export type ProfileWords = z.output<z.ZodMiniObject<typeof profileWords>>;

/** What staff may change about themselves. */
export const ownProfileSchema = z.object({ fullname: personNameSchema("Full name"), ...profileWords });
export type OwnProfile = z.output<typeof ownProfileSchema>;

/** What the form of an admin takes: the API takes no words about authors. */
export const adminFormSchema = z.extend(adminChangeSchema, profileWords);
