import * as z from "zod/mini";
import { symbolOf } from "./instrument.rules";

/** What the form that merges takes, and with `confirmed` the answer to its question. */
export const mergeSchema = z.object({
  into: z.pipe(
    z
      .string("Merge into is required")
      .check(
        z.trim(),
        z.minLength(1, "Merge into is required"),
        z.maxLength(20, "Merge into may have at most 20 characters"),
      ),
    z.transform(symbolOf),
  ),
  confirmed: z.optional(z.literal("yes")),
});
