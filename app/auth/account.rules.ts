import * as z from "zod/mini";
import {
  hasPasswordCharacters,
  LONGEST_SENT,
  PASSWORD_LENGTH,
  passwordLength,
  passwordText,
} from "~/auth/password.rules";
import { hasAsciiLocalPart } from "~/web/email-address";
import { requiredMessage } from "~/web/required-message";
import { emailRule } from "./sign-in.rules";

/** Characters of a name. */
const NAME_MAX = 100;

/**
 * Names appear in emails and pages: one line, valid characters, no characters that reverse the text
 * direction.
 */
export const personNameSchema = (label: string) =>
  z.string(requiredMessage(label)).check(
    z.trim(),
    z.minLength(1, requiredMessage(label)),
    z.maxLength(NAME_MAX, `${label} must be at most ${NAME_MAX} characters`),
    z.refine(
      (text) => text.isWellFormed() && !/[\p{Cc}\u202A-\u202E\u2066-\u2069]/u.test(text),
      `${label} contains characters that are not allowed`,
    ),
  );

/** Exactly one mailbox, without notation that an email program reads as a list. */
const oneMailbox = emailRule.check(
  z.refine((text) => !/[\p{Cc},;:<>()[\]\\"]/u.test(text), "Please enter a valid email"),
);

/** An address for a new account. ASCII only before the @, so that nobody can register a look-alike. */
export const mailboxSchema = oneMailbox.check(
  z.refine(hasAsciiLocalPart, "Please use only English letters, digits and symbols before the @"),
);

const { min, max } = PASSWORD_LENGTH;

/** A new password, in the form that is hashed; specification, section 5. */
export const newPasswordSchema = z.string(requiredMessage("Password")).check(
  z.overwrite(passwordText),
  z.minLength(1, requiredMessage("Password")),
  z.refine((text) => passwordLength(text) >= min, `Password must be at least ${min} characters`),
  z.refine((text) => passwordLength(text) <= max, `Password must be at most ${max} characters`),
  z.refine(hasPasswordCharacters, "Password contains characters that are not allowed"),
);
// The refinements above are invisible to the API description, so the limits are added here.
newPasswordSchema.register(z.globalRegistry, { minLength: min, maxLength: max });

/**
 * The current password, as proof of identity. Longer texts are rejected before hashing.
 * @param label the field's label
 */
export const currentPasswordSchema = (label = "Password") =>
  z
    .string(requiredMessage(label))
    .check(
      z.minLength(1, requiredMessage(label)),
      z.maxLength(LONGEST_SENT, `${label} must be at most ${LONGEST_SENT} characters`),
    );

/** Input of `/register` and `POST /api/auth/user/register`. */
export const registrationSchema = z.object({
  firstname: personNameSchema("First name"),
  lastname: personNameSchema("Last name"),
  email: mailboxSchema,
  password: newPasswordSchema,
});
export type Registration = z.output<typeof registrationSchema>;

/** The message for missing fields; specification, section 5, "Add user". */
export const ALL_REQUIRED = {
  names: ["firstname", "lastname", "email", "password"],
  message: "All fields are required",
} as const;

/** Input of `/forget-password`, the resend screen and their API routes. */
export const emailOnlySchema = z.object({ email: oneMailbox });

/** Input of `/newsletters`. */
export const subscriptionSchema = z.object({ email: mailboxSchema });

const CODE_MISSING = "Enter the code";

/** Longer than any code with spaces and dashes. */
export const CODE_LENGTH = 64;

/** Input of pages that take a code: from an app, a list of recovery codes, or an email. */
export const codeSchema = z.object({
  code: z
    .string(CODE_MISSING)
    .check(z.trim(), z.minLength(1, CODE_MISSING), z.maxLength(CODE_LENGTH, "This is not a code")),
});

/** The confirmation of a new password, normalised the same way. */
export const passwordAgainSchema = (required: string) =>
  z.string(required).check(z.overwrite(passwordText), z.minLength(1, required));
const confirmationSchema = passwordAgainSchema("Please confirm your password");
const MISMATCH = { path: ["confirmPassword"], message: "Passwords do not match" };

/** `POST /api/auth/user/reset-password/{token}`. */
export const passwordResetSchema = z.object({ password: newPasswordSchema });

/** The form of `/reset-password/{token}`. */
export const passwordResetFormSchema = z
  .object({ password: newPasswordSchema, confirmPassword: confirmationSchema })
  .check(z.refine(({ password, confirmPassword }) => password === confirmPassword, MISMATCH));

/** Changing the password in the account. */
export const passwordChangeSchema = z
  .object({
    currentPassword: currentPasswordSchema(),
    newPassword: newPasswordSchema,
    confirmPassword: confirmationSchema,
  })
  .check(z.refine((values) => values.newPassword === values.confirmPassword, MISMATCH));
export type PasswordChange = z.output<typeof passwordChangeSchema>;

/** What members can change in their profile; the email is not editable there. */
export const profileSchema = z.object({
  firstname: personNameSchema("First name"),
  lastname: personNameSchema("Last name"),
});
export type Profile = z.output<typeof profileSchema>;

/** The choice of reminder emails. Two explicit values, because browsers do not send unticked boxes. */
export const REMINDER_OPTIONS = [
  { value: "yes", label: "By email" },
  { value: "no", label: "None" },
] as const;

/** A member's request to change the email address. */
export const addressChangeSchema = z.object({ email: mailboxSchema, password: currentPasswordSchema() });
export type AddressChange = z.output<typeof addressChangeSchema>;

/** Confirms the deletion of an account. */
export const passwordOnlySchema = z.object({ password: currentPasswordSchema() });

/** Section 8 of the specification. */
export const REGISTERED = "Account created successfully";
export const REGISTRATION_FAILED = "Registration failed. Try again!";
export const PROFILE_SAVED = "Profile updated successfully";
export const PROFILE_FAILED = "Failed to update profile";

/** The file field of the profile form. */
export const PHOTO_FIELD = "profileImage";
