import { z } from "zod";
import { mailboxRule, newPassword, personName } from "~/features/accounts/account.rules";

/** Roles that can be given; the superadmin's is not among them. Specification, section 9. */
export const GIVEN_ROLES = ["admin", "editor"] as const;
export const STAFF_STATUSES = ["active", "inactive"] as const;

/** The sentences of the specification, section 5. */
const ALL = "All fields are required";
export const ADDING = { names: ["fullname", "email", "password", "role"], words: ALL } as const;
export const EDITING = {
  names: ["fullname", "email", "role"],
  words: "Fullname, email, and role are required",
} as const;
export const CHANGING_PASSWORD = {
  names: ["currentPassword", "newPassword", "confirmPassword"],
  words: ALL,
} as const;
/** The API has no confirmation to ask for. */
export const REPLACING_PASSWORD = { names: ["currentPassword", "newPassword"], words: ALL } as const;

const ROLE = "Role must be admin or editor";
const role = z.string(ROLE).trim().toLowerCase().pipe(z.enum(GIVEN_ROLES, ROLE));

const identity = { fullname: personName("Full name"), email: mailboxRule, role };

/** What 'Add Admin' and its API twin take. */
export const addition = z.object({ ...identity, password: newPassword });
export type Addition = z.output<typeof addition>;

/** What changes about an admin: a blank password keeps the one they have, an absent status the status. */
export const change = z.object({
  ...identity,
  password: z.preprocess((sent) => (sent === "" || sent === null ? undefined : sent), newPassword.optional()),
  status: z.enum(STAFF_STATUSES, "Status must be active or inactive").optional(),
});
export type AdminChange = z.output<typeof change>;

const PRESENT = "Current password is required";
const present = z.string(PRESENT).min(1, PRESENT).max(1000);

/** A new password for oneself, as the API takes it. */
export const ownPassword = z.object({ currentPassword: present, newPassword });
export type OwnPassword = z.output<typeof ownPassword>;

/** The same as a form. */
export const ownPasswordForm = ownPassword
  .extend({ confirmPassword: z.string("Please confirm the password").min(1, "Please confirm the password") })
  .refine((values) => values.newPassword === values.confirmPassword, {
    path: ["confirmPassword"],
    message: "New password and confirmation do not match",
  });

/** What staff may change about themselves. */
export const ownName = z.object({ fullname: personName("Full name") });
