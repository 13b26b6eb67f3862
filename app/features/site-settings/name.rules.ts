import { z } from "zod/mini";
import { isStorable } from "~/admin-kit/field-schema";

/** The name that superadmins give to an API key, a webhook or a channel. */
export const nameSchema = z
  .string("Enter a name.")
  .check(
    z.trim(),
    z.minLength(1, "Enter a name."),
    z.maxLength(60, "At most 60 characters."),
    z.refine(isStorable, "This has characters that are not allowed."),
  );
