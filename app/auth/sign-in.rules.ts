import * as z from "zod/mini";
import { normalizeEmail } from "~/web/email-address";
import { requiredMessage } from "~/web/required-message";

/**
 * A simple address pattern, as the specification asks (section 5): something, an at sign, a name with a dot. The name
 * is in ASCII by now if it has such a form.
 */
const ADDRESS = /^[^\s@]+@(?:[!-\-/-?A-~]+\.)+[!-\-/-?A-~]+$/;

/** An address that somebody is looked for by, in its normal form. Unassigned letters have no lower case yet. */
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

/** What `/login` and `POST /api/auth/user/login` take. A password's own rules are for choosing one. */
export const memberSignIn = z.object({
  email: emailRule,
  password: z.string(requiredMessage("Password")).check(z.minLength(1, requiredMessage("Password"))),
});
