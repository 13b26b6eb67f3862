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

/** What `/admin/login` and `POST /api/auth/admin/login` take; specification, section 5. */
export const staffSignIn = z.object({
  email: filled,
  password: z.string(FILL_IN).check(z.minLength(1, FILL_IN)),
});
