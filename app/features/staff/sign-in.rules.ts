import { z } from "zod";
import { normalizeEmail } from "~/web/email-address";

/** Specification, section 5. */
export const FILL_IN = "Please fill in all fields";

const filled = z
  .string(FILL_IN)
  .overwrite(normalizeEmail)
  .min(1, FILL_IN)
  .max(254, FILL_IN)
  .refine((text) => !text.includes("\0") && text.isWellFormed(), FILL_IN);

/** What `/admin/login` and `POST /api/auth/admin/login` take; specification, section 5. */
export const staffSignIn = z.object({
  email: filled,
  password: z.string(FILL_IN).min(1, FILL_IN),
});
