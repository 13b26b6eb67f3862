import * as z from "zod/mini";
import { positiveNumber } from "~/admin-kit/figures/positive-number";

/** What a call may have ended by. */
export const RESULT_REASONS = ["target", "stop", "period", "by hand", "delisted"] as const;

/** What staff close a call for. */
export const HAND_REASONS = ["by hand", "delisted"] as const;

const NO_DAY = "Day must be one such as 2026-07-16";

const NO_REASON = "Reason must be one of the choices";
const dayField = () => z.string(NO_DAY).check(z.trim(), z.regex(/^\d{4}-\d{2}-\d{2}$/, NO_DAY));
const priceField = () => positiveNumber("Price");

/** PostgreSQL keeps neither NUL nor half a character. */
const STORABLE = (label: string) =>
  z.refine<string>(
    (text) => !text.includes("\0") && text.isWellFormed(),
    `${label} has characters that are not allowed`,
  );

/** What readers are told. @param label as the form calls it */
const noteField = (label: string) =>
  z
    .string(`${label} is required`)
    .check(
      z.trim(),
      z.minLength(1, `${label} is required`),
      z.maxLength(500, `${label} may have at most 500 characters`),
      STORABLE(label),
    );

/** What the form that closes a call takes. */
export const closeCallSchema = z.object({
  on: dayField(),
  price: priceField(),
  reason: z.enum(HAND_REASONS, NO_REASON),
  note: noteField("Note"),
});
export type CloseCall = z.output<typeof closeCallSchema>;

/** What the form that corrects a result takes. */
export const correctCallSchema = z.object({
  newDay: dayField(),
  newPrice: priceField(),
  newReason: z.enum(RESULT_REASONS, NO_REASON),
  why: noteField("Why"),
});
export type CorrectCall = z.output<typeof correctCallSchema>;

/** What the form that reopens a call takes; whether a reason is needed the clock says. */
export const reopenCallSchema = z.object({
  reopenWhy: z
    .string("Why must be a text")
    .check(z.trim(), z.maxLength(500, "Why may have at most 500 characters"), STORABLE("Why")),
});
export type ReopenCall = z.output<typeof reopenCallSchema>;
