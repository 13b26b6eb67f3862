import * as z from "zod/mini";
import { normalizeSymbol } from "./instrument.rules";

/** The values of the merge form; `confirmed` comes from its confirmation. */
export const mergeSchema = z.object({
  into: z.pipe(
    z
      .string("Enter the symbol to merge into")
      .check(
        z.trim(),
        z.minLength(1, "Enter the symbol to merge into"),
        z.maxLength(20, "Merge into may have at most 20 characters"),
      ),
    z.transform(normalizeSymbol),
  ),
  confirmed: z.optional(z.literal("yes")),
});
