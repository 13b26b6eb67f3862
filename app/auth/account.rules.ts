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

/** decisions.md, "Sessions, accounts, mail". */
const NAME_MAX = 100;

/** Names end up in mails and pages: one line, real characters, none that turn the words behind them around. */
export const personNameSchema = (label: string) =>
  z.string(requiredMessage(label)).check(
    z.trim(),
    z.minLength(1, requiredMessage(label)),
    z.maxLength(NAME_MAX, `${label} must be at most ${NAME_MAX} characters`),
    z.refine(
      (text) => text.isWellFormed() && !/[\p{Cc}\u202A-\u202E\u2066-\u2069]/u.test(text),
      `${label} contains characters that cannot be stored`,
    ),
  );

/** Exactly one mailbox, in no notation that a mail program reads as a list. */
const oneMailbox = emailRule.check(
  z.refine((text) => !/[\p{Cc},;:<>()[\]\\"]/u.test(text), "Please enter a valid email"),
);

/** An address that an account is made with: nobody gets the look-alike of somebody else's. */
export const mailboxSchema = oneMailbox.check(
  z.refine(hasAsciiLocalPart, "Please use only English letters, digits and signs before the @"),
);

const { min, max } = PASSWORD_LENGTH;

/** A password that is being chosen, in the form that is hashed; specification, section 5. */
export const newPasswordSchema = z.string(requiredMessage("Password")).check(
  z.overwrite(passwordText),
  z.minLength(1, requiredMessage("Password")),
  z.refine((text) => passwordLength(text) >= min, `Password must be at least ${min} characters`),
  z.refine((text) => passwordLength(text) <= max, `Password must be at most ${max} characters`),
  z.refine(hasPasswordCharacters, "Password contains characters that cannot be stored"),
);
// The rules above count characters, of which the API's description knows nothing.
newPasswordSchema.register(z.globalRegistry, { minLength: min, maxLength: max });

/**
 * The one somebody has, to prove who they are: longer texts are not worth a hash.
 * @param label as the form names it
 */
export const currentPasswordSchema = (label = "Password") =>
  z
    .string(requiredMessage(label))
    .check(
      z.minLength(1, requiredMessage(label)),
      z.maxLength(LONGEST_SENT, `${label} must be at most ${LONGEST_SENT} characters`),
    );

/** What `/register` and `POST /api/auth/user/register` take. */
export const registrationSchema = z.object({
  firstname: personNameSchema("First name"),
  lastname: personNameSchema("Last name"),
  email: mailboxSchema,
  password: newPasswordSchema,
});
export type Registration = z.output<typeof registrationSchema>;

/** What staff are told when they leave something out; specification, section 5, "Add user". */
export const ALL_REQUIRED = {
  names: ["firstname", "lastname", "email", "password"],
  message: "All fields are required",
} as const;

/** What `/forget-password`, the resend screen and their API twins take. */
export const emailOnlySchema = z.object({ email: oneMailbox });

/** The new password once more: the same one in whatever form it is sent. */
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

/** Changing the password inside the account. */
export const passwordChangeSchema = z
  .object({
    currentPassword: currentPasswordSchema(),
    newPassword: newPasswordSchema,
    confirmPassword: confirmationSchema,
  })
  .check(z.refine((values) => values.newPassword === values.confirmPassword, MISMATCH));
export type PasswordChange = z.output<typeof passwordChangeSchema>;

/** What a member may change about themselves in the profile; the email is not editable there. */
export const profileSchema = z.object({
  firstname: personNameSchema("First name"),
  lastname: personNameSchema("Last name"),
});
export type Profile = z.output<typeof profileSchema>;

/**
 * Whether a member is reminded by mail, as forms ask it: two words, since a box that is not ticked is not
 * sent.
 */
export const REMINDERS = [
  { value: "yes", label: "By mail" },
  { value: "no", label: "None" },
] as const;

/** What a member sends who wants another address. */
export const addressChangeSchema = z.object({ email: mailboxSchema, password: currentPasswordSchema() });
export type AddressChange = z.output<typeof addressChangeSchema>;

/** Asked before an account is deleted. */
export const deletionSchema = z.object({ password: currentPasswordSchema() });

/** Section 8 of the specification. */
export const REGISTERED = "Account created successfully";
export const REGISTRATION_FAILED = "Registration failed. Try again!";
export const PROFILE_SAVED = "Profile updated successfully";
export const PROFILE_FAILED = "Failed to update profile";

/** The one file that a profile takes. */
export const PHOTO_FIELD = "profileImage";
