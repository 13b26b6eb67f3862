import { z } from "zod";
import { type CommonOptions, commonProps, type Field } from "./fields.server";
import { DECIMAL_LIMIT, parseDecimal } from "./number-text";

type NumberOptions = {
  /** How this figure's text is read; gives the text of a plain decimal, or undefined for what is no number. */
  parse?: (text: string) => string | undefined;
  /** The smallest value that makes sense; 0 for prices. */
  min?: number;
};

const scalar = (label: string) => z.union([z.number(), z.string()], `${label} must be a number`);

/**
 * Says in the API's description what a decimal's schema takes: a text is read by code, which no description shows, so
 * the schema is asked.
 */
function withNumberDocs<Schema extends z.ZodType>(schema: Schema, { min }: NumberOptions): Schema {
  const accepts = (value: unknown) => schema.safeParse(value).success;
  const number = {
    type: "number",
    ...(min === undefined ? {} : { minimum: min }),
    ...(accepts(DECIMAL_LIMIT) ? {} : { exclusiveMaximum: DECIMAL_LIMIT }),
  };
  return schema.meta({ anyOf: [number, { type: "string" }, ...(accepts(null) ? [{ type: "null" }] : [])] });
}

/** Reads a figure's text. @returns the decimal, or what is wrong with it. */
function parseDecimalField(
  text: string,
  { label, parse = parseDecimal, min = Number.NEGATIVE_INFINITY }: CommonOptions & NumberOptions,
): { plain: string } | { wrong: string } {
  const plain = parse(text);
  if (plain === undefined) return { wrong: `${label} must be a number` };
  return Number(plain) < min ? { wrong: `${label} must not be below ${min}` } : { plain };
}

/** An exact number that must be there, kept as the text of a decimal. Commas and a true minus are understood. */
export function decimal(name: string, options: CommonOptions & NumberOptions & { initial?: string }): Field {
  const { label, initial } = options;
  const schema = scalar(label).transform((value, issues) => {
    const text = String(value).trim();
    const parsed = parseDecimalField(text, options);
    if ("plain" in parsed) return parsed.plain;
    issues.addIssue({ code: "custom", message: text === "" ? `${label} is required` : parsed.wrong });
    return z.NEVER;
  });
  return {
    ...commonProps(name, options),
    input: "number",
    required: initial === undefined,
    initial,
    schema: withNumberDocs(
      z.preprocess((value) => value ?? "", schema),
      options,
    ),
  };
}

/** As `decimal`, but it may be left out; empty is kept as null unless `read` makes something of it. */
export function optionalDecimal(name: string, options: CommonOptions & NumberOptions): Field {
  const schema = scalar(options.label)
    .nullish()
    .transform((value, issues) => {
      if (value === null || value === undefined) return null;
      const text = String(value).trim();
      const parsed = parseDecimalField(text, options);
      if ("plain" in parsed) return parsed.plain;
      if (text === "") return null;
      issues.addIssue({ code: "custom", message: parsed.wrong });
      return z.NEVER;
    });
  return { ...commonProps(name, options), input: "number", schema: withNumberDocs(schema, options) };
}

/** A whole number between two others. */
export function wholeNumber(
  name: string,
  options: CommonOptions & { min: number; max: number; initial: number },
): Field {
  const { label, min, max, initial } = options;
  const message = `${label} must be a whole number from ${min} to ${max}`;
  const inRange = z.int(message).min(min, message).max(max, message);
  const schema = z.preprocess(
    (value) => (typeof value === "string" && /^\d{1,15}$/.test(value.trim()) ? Number(value) : value),
    inRange,
  );
  return { ...commonProps(name, options), input: "number", required: true, initial, schema };
}
