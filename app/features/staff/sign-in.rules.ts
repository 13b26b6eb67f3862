import * as z from "zod/mini";
import { CODE_LENGTH } from "~/auth/account.rules";
import { normalizeEmail } from "~/web/email-address";

/** Specification, section 5. */
export const FILL_IN = "Please fill in all fields";

const filled = z.string(FILL_IN).check(
  z.overwrite(normalizeEmail),
  z.minLength(1, FILL_IN),
  z.maxLength(254, FILL_IN),
  z.refine((text) => !text.includes("\0") && text.isWellFormed(), FILL_IN),
);

/** An app code or a recovery code. */
const typedCode = z.string("The code must be text").check(z.maxLength(CODE_LENGTH, "This is not a code"));

/**
 * The input of `/admin/login` and `POST /api/auth/admin/login`; specification, section 5. `code`: for
 * two-step sign-in.
 */
export const staffSignIn = z.object({
  email: filled,
  password: z.string(FILL_IN).check(z.minLength(1, FILL_IN)),
  code: z.optional(typedCode),
});
