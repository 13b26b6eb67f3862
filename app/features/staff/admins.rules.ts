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

/** The input of 'Add Admin' in form and API. */
export const newAdminSchema = z.object({ ...identityFields, password: newPasswordSchema });
export type NewAdmin = z.output<typeof newAdminSchema>;

/** Changes of an admin: a blank password and an absent status keep the current ones. */
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

/** The file field of a profile. */
export const PORTRAIT_FIELD = "portrait";

/** The checkbox that removes it. */
export const PORTRAIT_REMOVAL = "removePortrait";

/** The longest text about an author, in characters. */
export const BIO_LENGTH = 500;

const bioSchema = z.pipe(
  z.string("About the author must be text").check(
    z.trim(),
    z.maxLength(BIO_LENGTH, `About the author may have at most ${BIO_LENGTH} characters`),
    z.refine(
      (text) => text.isWellFormed() && !text.includes("\0"),
      "About the author contains characters that are not allowed",
    ),
  ),
  z.transform((text) => text || null),
);

/** The text about an author on their page, without the portrait. */
const profileWords = {
  bio: z.optional(bioSchema),
  /** "on" if ticked. */
  [PORTRAIT_REMOVAL]: z.optional(z.string()),
};
export type ProfileWords = z.output<z.ZodMiniObject<typeof profileWords>>;

/** The profile that staff may change themselves. */
export const ownProfileSchema = z.object({ fullname: personNameSchema("Full name"), ...profileWords });
export type OwnProfile = z.output<typeof ownProfileSchema>;

const ticks = z.pipe(
  z.transform((sent) => (Array.isArray(sent) ? sent.map(String) : String(sent ?? "").split("\n"))),
  z.array(z.string()),
);

/** The input of the admin form; the API has no author text, and narrows nobody. */
export const adminFormSchema = z.extend(adminChangeSchema, {
  ...profileWords,
  narrowing: z.optional(z.string("Choose what they may do")),
  /** Permissions; unknown ones are ignored. */
  narrowedTo: ticks,
});
export type AdminForm = z.output<typeof adminFormSchema>;
