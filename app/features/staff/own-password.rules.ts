import * as z from "zod/mini";
import { currentPasswordSchema, newPasswordSchema, passwordAgainSchema } from "~/auth/account.rules";

/** The sentence of the specification, section 5. */
const ALL_REQUIRED = "All fields are required";
export const PASSWORD_FORM_REQUIRED = {
  names: ["currentPassword", "newPassword", "confirmPassword"],
  message: ALL_REQUIRED,
} as const;
/** The API needs no confirmation. */
export const PASSWORD_API_REQUIRED = {
  names: ["currentPassword", "newPassword"],
  message: ALL_REQUIRED,
} as const;

/** The password check before refunds, admin changes and exports. */
export const passwordCheckSchema = z.object({ currentPassword: currentPasswordSchema() });

/** The API's input for a new password. */
export const ownPasswordSchema = z.object({
  currentPassword: currentPasswordSchema("Current password"),
  newPassword: newPasswordSchema,
});
export type OwnPassword = z.output<typeof ownPasswordSchema>;

/** The form's input. */
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
