import * as z from "zod/mini";
import { normalizeEmail } from "~/web/email-address";

/** Specification, section 5. */
export const FILL_IN = "Please fill in all fields";

const filled = z.string(FILL_IN).check(
  z.overwrite(normalizeEmail),
  z.minLength(1, FILL_IN),
  z.maxLength(254, FILL_IN),
  z.refine((text) => !text.includes("\0") && text.isWellFormed(), FILL_IN),
);

/** Longer than any code with spaces and dashes. */
const CODE_LENGTH = 64;

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

const CODE_MISSING = "Enter the code";

/** The input of the second sign-in page, and of turning two-step sign-in on. */
export const codeSchema = z.object({
  code: z
    .string(CODE_MISSING)
    .check(z.trim(), z.minLength(1, CODE_MISSING), z.maxLength(CODE_LENGTH, "This is not a code")),
});
