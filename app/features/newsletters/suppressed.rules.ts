import { z } from "zod/mini";
import { isStorable } from "~/admin-kit/field-schema";
import { emailOnlySchema } from "~/auth/account.rules";
import type { ListedSuppression, SuppressionReason } from "~/features/mail/suppressions.queries.server";
import type { BadgeTone } from "~/ui/badge";
import { EDITIONS_PATH } from "./newsletters.rules";

export const SUPPRESSED_PATH = `${EDITIONS_PATH}/suppressed`;

/** In the change log: an address without an account. */
export const SUPPRESSED_KIND = "suppressed-addresses";

export const REASON_WORDS: Record<SuppressionReason, string> = {
  soft: "Failed on several days",
  hard: "No such address",
  staff: "Added by staff",
  complaint: "Reported as spam",
};

/** Whether it is suppressed now; a soft bounce may be the first, and staff or its owner may have lifted it. */
export function suppressionBadge({ isActive, liftedAt }: Pick<ListedSuppression, "isActive" | "liftedAt">): {
  text: string;
  tone: BadgeTone;
} {
  if (isActive) return { text: "Suppressed", tone: "bad" };
  return liftedAt ? { text: "Lifted", tone: "good" } : { text: "Counting", tone: "plain" };
}

/** The form that suppresses an address. */
export const suppressionSchema = z.object({
  email: emailOnlySchema.shape.email,
  note: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, "Enter a reason."),
      z.maxLength(200, "At most 200 characters."),
      z.refine(isStorable, "This has characters that are not allowed."),
    ),
});
