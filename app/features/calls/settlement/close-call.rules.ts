import * as z from "zod/mini";
import { positiveNumber } from "~/admin-kit/figures/positive-number";

/** All reasons for which a call may have ended. */
export const RESULT_REASONS = ["target", "stop", "period", "by hand", "delisted"] as const;

/** The reasons that staff can choose to close a call. */
export const HAND_REASONS = ["by hand", "delisted"] as const;

const NO_DAY = "Day must be a date such as 2026-07-16";

const NO_REASON = "Reason must be one of the choices";
const dayField = () => z.string(NO_DAY).check(z.trim(), z.regex(/^\d{4}-\d{2}-\d{2}$/, NO_DAY));
const priceField = () => positiveNumber("Price");

/** PostgreSQL rejects NUL and half surrogate pairs. */
const STORABLE = (label: string) =>
  z.refine<string>(
    (text) => !text.includes("\0") && text.isWellFormed(),
    `${label} contains characters that are not allowed`,
  );

/** A note that readers see. @param label the field's label in the form */
const noteField = (label: string) =>
  z
    .string(`${label} is required`)
    .check(
      z.trim(),
      z.minLength(1, `${label} is required`),
      z.maxLength(500, `${label} may have at most 500 characters`),
      STORABLE(label),
    );

/** The form that closes a call. */
export const closeCallSchema = z.object({
  on: dayField(),
  price: priceField(),
  reason: z.enum(HAND_REASONS, NO_REASON),
  note: noteField("Note"),
});
export type CloseCall = z.output<typeof closeCallSchema>;

/** The form that corrects a result. */
export const correctCallSchema = z.object({
  newDay: dayField(),
  newPrice: priceField(),
  newReason: z.enum(RESULT_REASONS, NO_REASON),
  why: noteField("Why"),
});
export type CorrectCall = z.output<typeof correctCallSchema>;

/** The form that reopens a call. The time since the closing decides whether a reason is required. */
export const reopenCallSchema = z.object({
  reopenWhy: z
    .string("Why must be text")
    .check(z.trim(), z.maxLength(500, "Why may have at most 500 characters"), STORABLE("Why")),
});
export type ReopenCall = z.output<typeof reopenCallSchema>;
