import { z } from "zod";

export type Option = { value: string; label: string };

export const PUBLICATION: readonly Option[] = [
  { value: "published", label: "Published" },
  { value: "draft", label: "Draft" },
];

/**
 * One answer of a form, and the same key of a JSON body. `schema` reads what either of them sends: a form's text or
 * a JSON value. It never lets an object or a list through where a scalar belongs: the ORM would take it for an
 * operator.
 */
export type Field = {
  /** As the API names it; `buyZone.min` reaches into an object. */
  name: string;
  /** As the entity names it. */
  property: string;
  label: string;
  hint?: string;
  input: "text" | "textarea" | "select" | "radio" | "number" | "checkbox" | "image";
  options?: readonly Option[];
  required?: boolean;
  /** Longest text in characters. */
  maxLength?: number;
  /** Kept behind 'More'. */
  more?: boolean;
  /** What a new record starts with. */
  initial?: unknown;
  schema: z.ZodType;
};

type Common = { property?: string; label: string; hint?: string; more?: boolean };

/** PostgreSQL keeps neither NUL nor half a character. */
const storable = (text: string) => !text.includes("\0") && text.isWellFormed();

const words = (label: string, maxLength: number) =>
  z
    .string(`${label} must be text`)
    .trim()
    .max(maxLength, `${label} may have at most ${maxLength.toLocaleString("en")} characters`)
    .refine(storable, `${label} contains characters that cannot be stored`);

const shared = (name: string, { property = name, label, hint, more }: Common) => ({
  name,
  property,
  label,
  hint,
  more,
});

/** A text that must be there. */
export function text(
  name: string,
  options: Common & { maxLength: number; input?: "text" | "textarea" },
): Field {
  const { label, maxLength, input = "text" } = options;
  const missing = `${label} is required`;
  const schema = words(label, maxLength).min(1, missing);
  return {
    ...shared(name, options),
    input,
    maxLength,
    required: true,
    schema: z.preprocess((value) => value ?? "", schema),
  };
}

/** A text that may be left out; empty is kept as null. */
export function optionalText(
  name: string,
  options: Common & { maxLength: number; input?: "text" | "textarea" },
): Field {
  const { label, maxLength, input = "text" } = options;
  const schema = words(label, maxLength)
    .nullish()
    .transform((value) => value || null);
  return { ...shared(name, options), input, maxLength, schema };
}

/** One of a few words; any casing is accepted, and kept as `options` spells it. */
export function choice(
  name: string,
  options: Common & { options: readonly Option[]; initial: string; input?: "select" | "radio" },
): Field {
  const { label, input = "select", initial } = options;
  const spelled = new Map(options.options.map(({ value }) => [value.toLowerCase(), value]));
  const schema = z.string(`${label} must be one of the choices`).transform((value, issues) => {
    const known = spelled.get(value.trim().toLowerCase());
    if (known === undefined) {
      issues.addIssue({ code: "custom", message: `${label} must be one of the choices` });
      return z.NEVER;
    }
    return known;
  });
  return { ...shared(name, options), input, options: options.options, initial, required: true, schema };
}

/** As the columns keep it: 15 digits, and 8 behind the point. */
const FIGURE = /^[+-]?\d{1,15}(\.\d{1,8})?$/;
const ANY_LENGTH = /^[+-]?\d+(\.\d+)?$/;

type FigureOptions = Common & {
  /** The smallest value that makes sense; 0 for prices. */
  atLeast?: number;
};

/** An exact number that must be there, kept as the text of a decimal. Commas and a true minus are understood. */
export function figure(name: string, options: FigureOptions): Field {
  return { ...shared(name, options), input: "number", required: true, schema: decimal(options, true) };
}

/** An exact number that may be left out; empty is kept as null. */
export function optionalFigure(name: string, options: FigureOptions): Field {
  return { ...shared(name, options), input: "number", schema: decimal(options, false) };
}

function decimal({ label, atLeast }: FigureOptions, required: boolean): z.ZodType {
  const wrong = `${label} must be a number`;
  const problemOf = (plain: string): string | undefined => {
    if (plain === "") return required ? `${label} is required` : undefined;
    if (!ANY_LENGTH.test(plain)) return wrong;
    if (!FIGURE.test(plain)) return `${label} may have at most 15 digits, and 8 behind the point`;
    if (atLeast !== undefined && Number(plain) < atLeast) return `${label} must not be below ${atLeast}`;
    return undefined;
  };
  return z
    .union([z.number(), z.string()], wrong)
    .nullish()
    .transform((value, issues) => {
      const plain = plainNumber(value);
      const message = problemOf(plain);
      if (message === undefined) return plain.replace("+", "") || null;
      issues.addIssue({ code: "custom", message });
      return z.NEVER;
    });
}

/** A number without what people put into it, and without the exponent that JavaScript gives small ones. */
function plainNumber(value: number | string | null | undefined): string {
  if (typeof value !== "number") return (value ?? "").replace(/[\s,]/g, "").replace("\u2212", "-");
  const written = value.toFixed(8);
  return Number(written) === value ? written.replace(/\.?0+$/, "") : String(value);
}

/** A picture of its own. What is sent is a file, so its schema has nothing to read. */
export function image(name: string, options: Common & { required?: boolean }): Field {
  return { ...shared(name, options), input: "image", required: options.required, schema: z.unknown() };
}

export const asOptions = (values: readonly string[]): Option[] =>
  values.map((value) => ({ value, label: value }));

/** Draft or published; a form's radio buttons, and any casing on the wire. */
export const publication = (options: { initial: "draft" | "published"; label?: string }): Field =>
  choice("status", {
    label: options.label ?? "Status",
    input: "radio",
    initial: options.initial,
    options: PUBLICATION,
  });
