import * as z from "zod/mini";
import { currentPasswordSchema, newPasswordSchema, passwordAgainSchema } from "~/auth/account.rules";

/** The sentence of the specification, section 5. */
const ALL_REQUIRED = "All fields are required";
export const PASSWORD_FORM_REQUIRED = {
  names: ["currentPassword", "newPassword", "confirmPassword"],
  message: ALL_REQUIRED,
} as const;
/** The API has no confirmation to ask for. */
export const PASSWORD_API_REQUIRED = {
  names: ["currentPassword", "newPassword"],
  message: ALL_REQUIRED,
} as const;

/** Asked once more before money, admins and exports. */
export const passwordCheckSchema = z.object({ currentPassword: currentPasswordSchema() });

/** A new password for oneself, as the API takes it. */
export const ownPasswordSchema = z.object({
  currentPassword: currentPasswordSchema("Current password"),
  newPassword: newPasswordSchema,
});
export type OwnPassword = z.output<typeof ownPasswordSchema>;

/** The same as a form. */
export const ownPasswordFormSchema = z
  .extend(ownPasswordSchema, {
    confirmPassword: passwordAgainSchema("Please confirm the password"),
  })
  .check(
    z.refine((values) => values.newPassword === values.confirmPassword, {
      path: ["confirmPassword"],
      message: "New password and confirmation do not match",
    }),
  );
