import * as z from "zod/mini";
import { normalizeEmail } from "~/web/email-address";
import { requiredMessage } from "~/web/required-message";

/**
 * A simple address pattern as in the specification (section 5): text, an at sign, a domain with a dot. The
 * domain is already in ASCII if it has such a form.
 */
const ADDRESS = /^[^\s@]+@(?:[!-\-/-?A-~]+\.)+[!-\-/-?A-~]+$/;

/**
 * An address to look a person up by, normalised. Unassigned letters are rejected because they have no lower
 * case yet.
 */
export const emailRule = z.string(requiredMessage("Email")).check(
  z.overwrite(normalizeEmail),
  z.minLength(1, requiredMessage("Email")),
  z.maxLength(254, "Please enter a valid email"),
  z.regex(ADDRESS, "Please enter a valid email"),
  z.refine(
    (text) => !text.includes("\0") && text.isWellFormed() && !/\p{Cn}/u.test(text),
    "Please enter a valid email",
  ),
);

/** Input of `/login` and `POST /api/auth/user/login`. The rules for new passwords do not apply here. */
export const memberSignIn = z.object({
  email: emailRule,
  password: z.string(requiredMessage("Password")).check(z.minLength(1, requiredMessage("Password"))),
});
