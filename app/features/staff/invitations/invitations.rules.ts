import * as z from "zod/mini";
import { mailboxSchema, personNameSchema } from "~/auth/account.rules";
import { roleSchema } from "../role.rules";

/** The input of an invitation. The superadmin role cannot be given. */
export const invitationSchema = z.object({
  fullname: personNameSchema("Full name"),
  email: mailboxSchema,
  role: roleSchema,
});
export type Invitation = z.output<typeof invitationSchema>;

export const INVITE_REQUIRED = {
  names: ["fullname", "email", "role"],
  message: "Fullname, email, and role are required",
} as const;
