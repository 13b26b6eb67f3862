import { z } from "zod";
import { hasCredentials } from "~/web/http-url";

export type Option = { value: string; label: string };

/** How a field is asked for. */
export type FieldInput =
  | ("text" | "textarea" | "number" | "url" | "email" | "password")
  | ("select" | "radio" | "checkbox" | "image" | "list" | "date");

export const PUBLICATION_OPTIONS: readonly Option[] = [
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
  input: FieldInput;
  options?: readonly Option[];
  required?: boolean;
  /** Said when a required answer is not there, where 'X is required' will not do. */
  requiredMessage?: string;
  /** Longest text in characters. */
  maxLength?: number;
  /** Kept behind 'More'. */
  more?: boolean;
  /** Short: stands beside its neighbour that is half, too, where there is room. */
  half?: boolean;
  /** Lines of a text area that are in sight from the start. */
  rows?: number;
  /** What a new record starts with. */
  initial?: unknown;
  schema: z.ZodType;
};

export type CommonOptions = {
  property?: string;
  label: string;
  hint?: string;
  more?: boolean;
  half?: boolean;
};

type TextOptions = { maxLength: number; input?: "text" | "textarea"; rows?: number };

type RequiredOptions = { requiredMessage?: string };

/** PostgreSQL keeps neither NUL nor half a character. */
const storable = (text: string) => !text.includes("\0") && text.isWellFormed();

const textSchema = (label: string, maxLength: number) =>
  z
    .string(`${label} must be text`)
    .trim()
    .max(maxLength, `${label} may have at most ${maxLength.toLocaleString("en")} characters`)
    .refine(storable, `${label} contains characters that cannot be stored`);

/** What every kind of field has. */
export const commonProps = (name: string, { property = name, label, hint, more, half }: CommonOptions) => ({
  name,
  property,
  label,
  hint,
  more,
  half,
});

/** A text that must be there. */
export function text(name: string, options: CommonOptions & RequiredOptions & TextOptions): Field {
  const { label, maxLength, input = "text", rows, requiredMessage = `${label} is required` } = options;
  const schema = textSchema(label, maxLength).min(1, requiredMessage);
  return {
    ...commonProps(name, options),
    input,
    maxLength,
    rows,
    required: true,
    schema: z.preprocess((value) => value ?? "", schema),
  };
}

/** A text that may be left out; empty is kept as null. */
export function optionalText(name: string, options: CommonOptions & TextOptions): Field {
  const { label, maxLength, input = "text", rows } = options;
  const schema = textSchema(label, maxLength)
    .nullish()
    .transform((value) => value || null);
  return { ...commonProps(name, options), input, maxLength, rows, schema };
}

/** One of a few words; any casing is accepted, and kept as `options` spells it. */
export function choice(
  name: string,
  options: CommonOptions & { options: readonly Option[]; initial: string; input?: "select" | "radio" },
): Field {
  const { label, input = "select", initial } = options;
  const values = options.options.map(({ value }) => value);
  const spelled = new Map(values.map((value) => [value.toLowerCase(), value]));
  const schema = z.preprocess(
    (value) => (typeof value === "string" ? (spelled.get(value.trim().toLowerCase()) ?? value) : value),
    z.enum(values, `${label} must be one of the choices`),
  );
  return { ...commonProps(name, options), input, options: options.options, initial, required: true, schema };
}

/**
 * The currency or unit of a record's prices, where it is known: three letters. Feeds write GBp for pence; made upper
 * case with the rest it would be a pound.
 */
export function currency(): Field {
  const label = "Currency";
  const hint = "Three letters, as USD; GBX for pence.";
  const schema = textSchema(label, 10)
    .nullish()
    .transform((typed, issues) => {
      if (!typed) return null;
      const code = typed === "GBp" ? "GBX" : typed.toUpperCase();
      if (/^[A-Z]{3}$/.test(code)) return code;
      issues.addIssue({ code: "custom", message: `${label} must be three letters, as USD or GBX` });
      return z.NEVER;
    })
    .meta({ anyOf: [{ type: "string", pattern: "^[A-Za-z]{3}$" }, { type: "null" }] });
  return {
    ...commonProps("currency", { label, hint, more: true, half: true }),
    input: "text",
    maxLength: 10,
    schema,
  };
}

const BOOLEAN_WORDS = new Map<unknown, boolean>([
  ["on", true],
  ["true", true],
  ["1", true],
  ["off", false],
  ["false", false],
  ["0", false],
  ["", false],
]);

/** Yes or no: a check box, a JSON boolean, or one of them as a word. */
export function flag(name: string, options: CommonOptions & { initial: boolean }): Field {
  const schema = z.preprocess(
    (value) => (typeof value === "string" ? (BOOLEAN_WORDS.get(value.trim().toLowerCase()) ?? value) : value),
    z.boolean(`${options.label} must be true or false`),
  );
  return { ...commonProps(name, options), input: "checkbox", initial: options.initial, schema };
}

const MAX_URL_LENGTH = 2000;

/** What a link may lead to: anything else (`javascript:`, `data:`) could run in the reader's page. */
const isWebAddress = (text: string) => /^https?:\/\/[^\s/]/i.test(text) && URL.canParse(text);

const urlSchema = (label: string) =>
  textSchema(label, MAX_URL_LENGTH)
    .refine(
      (text) => text === "" || isWebAddress(text),
      `${label} must be a web address that starts with https:// or http://`,
    )
    .refine((text) => !hasCredentials(text), `${label} must not have a user name before its host`)
    .meta({ format: "uri" });

/** A web address that must be there. */
export function webAddress(name: string, options: CommonOptions & RequiredOptions): Field {
  const { label, requiredMessage = `${label} is required` } = options;
  const schema = z.preprocess((value) => value ?? "", urlSchema(label).min(1, requiredMessage));
  return { ...commonProps(name, options), input: "url", maxLength: MAX_URL_LENGTH, required: true, schema };
}

/** A web address that may be left out; empty is kept as null. */
export function optionalWebAddress(name: string, options: CommonOptions): Field {
  const schema = urlSchema(options.label)
    .nullish()
    .transform((value) => value || null);
  return { ...commonProps(name, options), input: "url", maxLength: MAX_URL_LENGTH, schema };
}

/** A picture of its own. What is sent is a file, so its schema has nothing to read. */
export function image(
  name: string,
  options: CommonOptions & RequiredOptions & { required?: boolean },
): Field {
  const { required, requiredMessage } = options;
  return {
    ...commonProps(name, options),
    input: "image",
    required,
    requiredMessage,
    schema: z.unknown(),
  };
}

export const toOptions = (values: readonly string[]): Option[] =>
  values.map((value) => ({ value, label: value }));

/** The field that says whether a record is published, where it has one. */
export const publicationField = ({ fields }: { fields?: readonly Field[] }): Field | undefined =>
  fields?.find(({ options }) => options === PUBLICATION_OPTIONS);

/** Draft or published; a form's radio buttons, and any casing on the wire. */
export const publicationStatus = (options: {
  initial: "draft" | "published";
  label?: string;
  half?: boolean;
}): Field =>
  choice("status", {
    label: options.label ?? "Status",
    half: options.half,
    input: "radio",
    initial: options.initial,
    options: PUBLICATION_OPTIONS,
  });
