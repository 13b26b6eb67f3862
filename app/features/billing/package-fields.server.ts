import { z } from "zod";
import type { Field } from "~/admin-kit/fields.server";

const MAX_DAYS = 3660;
const MAX_BENEFITS = 50;
const MAX_BENEFIT_LENGTH = 300;

const normalizeAmount = (value: unknown) =>
  typeof value === "string"
    ? value.replace(/[\s,$]/g, "")
    : typeof value === "number"
      ? String(value)
      : value;

const AMOUNT = /^\d{1,10}(\.\d{1,2})?$/;

/** Dollars with at most two decimals, kept as an exact decimal; nothing is nought. */
export const priceField: Field = {
  name: "price",
  property: "price",
  label: "Price",
  half: true,
  hint: "In US dollars; 0 for free.",
  input: "number",
  initial: "0",
  schema: z
    .union([z.number(), z.string()], "Price must be a number")
    .nullish()
    .transform((value, issues) => {
      const amount = String(normalizeAmount(value ?? "") || "0");
      if (AMOUNT.test(amount)) return amount;
      issues.addIssue({ code: "custom", message: "Price must be an amount such as 29 or 29.50" });
      return z.NEVER;
    })
    .meta({
      anyOf: [{ type: "number", minimum: 0, exclusiveMaximum: 1e10 }, { type: "string" }, { type: "null" }],
    }),
};

const INVALID_DAYS = `Days must be a whole number from 1 to ${MAX_DAYS}`;

/** Days of access; nothing for a plan without an end. */
export const daysField: Field = {
  name: "expiresIn",
  property: "expiresIn",
  label: "Days",
  half: true,
  hint: "How many days one payment buys. Empty for a free plan.",
  input: "number",
  schema: z
    .preprocess(
      (value) => (normalizeAmount(value ?? "") === "" ? null : normalizeAmount(value)),
      z
        .string(INVALID_DAYS)
        .regex(/^[1-9]\d{0,3}$/, INVALID_DAYS)
        .transform(Number)
        .refine((days) => days <= MAX_DAYS, INVALID_DAYS)
        .nullable(),
    )
    .meta({ anyOf: [{ type: "integer", minimum: 1, maximum: MAX_DAYS }, { type: "null" }] }),
};

/** The tier; nothing leaves it to the name and the price. */
export const tierField: Field = {
  name: "tier",
  property: "tier",
  label: "Tier",
  hint: "From the name: Private when it says so, else Premium when it has a price, else Basic.",
  input: "select",
  options: [
    { value: "", label: "From the name" },
    ...["Basic", "Premium", "Private"].map((value) => ({ value, label: value })),
  ],
  schema: z.preprocess(
    (value) => value || null,
    z.enum(["Basic", "Premium", "Private"], "Tier must be Basic, Premium or Private").nullable(),
  ),
};

const isStorable = (text: string) => !text.includes("\0") && text.isWellFormed();

/** What the plan holds, a list of texts: blank ones are left out, the others are stored trimmed. */
export const benefitsField: Field = {
  name: "benefits",
  property: "benefits",
  label: "Benefits",
  input: "list",
  schema: z
    .preprocess(
      (value) => (typeof value === "string" ? value.split("\n") : (value ?? [])),
      z
        .array(
          z
            .string("Each benefit must be text")
            .trim()
            .max(MAX_BENEFIT_LENGTH, `A benefit may have at most ${MAX_BENEFIT_LENGTH} characters`)
            .refine(isStorable, "A benefit contains characters that cannot be stored"),
          "Benefits must be a list of texts",
        )
        .transform((lines) => lines.filter((line) => line !== ""))
        .refine((lines) => lines.length <= MAX_BENEFITS, `There may be at most ${MAX_BENEFITS} benefits`),
    )
    .meta({ type: ["array", "null"], maxItems: MAX_BENEFITS }),
};

/** The line below the name; may be empty. */
export const taglineField: Field = {
  name: "tagline",
  property: "tagline",
  label: "Tagline",
  input: "text",
  maxLength: 300,
  schema: z
    .preprocess(
      (value) => value ?? "",
      z
        .string("Tagline must be text")
        .trim()
        .max(300, "Tagline may have at most 300 characters")
        .refine(isStorable, "Tagline contains characters that cannot be stored"),
    )
    .meta({ type: ["string", "null"] }),
};
