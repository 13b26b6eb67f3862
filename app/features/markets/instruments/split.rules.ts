import * as z from "zod/mini";

const NO_DAY = "Day must be a date such as 2026-07-16";
const NO_RATIO =
  "Ratio must be above 0 and below 1,000,000, with at most 8 decimal places, for example 2 or 0.1";

/** The values of the form that adds a split. */
export const splitSchema = z.object({
  day: z.string(NO_DAY).check(z.trim(), z.regex(/^\d{4}-\d{2}-\d{2}$/, NO_DAY)),
  ratio: z.string(NO_RATIO).check(
    z.trim(),
    z.regex(/^(?=.*[1-9])\d{1,6}(\.\d{1,8})?$/, NO_RATIO),
    z.refine((ratio) => Number(ratio) !== 1, "A split of 1 changes nothing"),
  ),
});

const NO_PRICE = "Price must be a number above 0";
const price = () => z.string(NO_PRICE).check(z.regex(/^(?=.*[1-9])\d{1,15}(\.\d{1,8})?$/, NO_PRICE));

/** The values that confirm a day's close and the one before it. */
export const confirmSchema = z.object({ confirm: z.string(), before: price(), close: price() });
