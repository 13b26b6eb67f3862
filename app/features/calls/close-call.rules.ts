import * as z from "zod/mini";

/** What staff close a call for. */
export const HAND_REASONS = ["by hand", "delisted"] as const;

const NO_PRICE = "Price must be a number above 0, with at most 8 decimals";
const NO_DAY = "Day must be one such as 2026-07-16";

/** What the form that closes a call takes. */
export const closeCallSchema = z.object({
  on: z.string(NO_DAY).check(z.trim(), z.regex(/^\d{4}-\d{2}-\d{2}$/, NO_DAY)),
  price: z.string(NO_PRICE).check(z.trim(), z.regex(/^(?=.*[1-9])\d{1,12}(\.\d{1,8})?$/, NO_PRICE)),
  reason: z.enum(HAND_REASONS, "Reason must be one of the choices"),
  note: z.string("Note is required").check(
    z.trim(),
    z.minLength(1, "Note is required"),
    z.maxLength(500, "Note may have at most 500 characters"),
    // PostgreSQL keeps neither NUL nor half a character.
    z.refine(
      (text) => !text.includes("\0") && text.isWellFormed(),
      "Note contains characters that cannot be stored",
    ),
  ),
});
export type CloseCall = z.output<typeof closeCallSchema>;
