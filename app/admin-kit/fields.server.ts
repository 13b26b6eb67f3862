import * as z from "zod/mini";
import type { $ZodType } from "zod/v4/core";
import type { Viewer } from "~/auth/viewer.server";
import { config } from "~/platform/config.server";
import type { FieldInput } from "~/ui/control";
import type { RequestArgs } from "~/web/request-args.server";
import { readMinute } from "~/web/zoned-minute";
import {
  type FieldValidation,
  fieldSchema,
  looksLikeMinute,
  MAX_CURRENCY_LENGTH,
  MAX_URL_LENGTH,
  minuteMessage,
  type Option,
} from "./field-schema";

export const PUBLICATION_OPTIONS: readonly Option[] = [
  { value: "published", label: "Published" },
  { value: "draft", label: "Draft" },
];

/** Renders a text in progress as a reader would see it, as HTML. */
export type DrawText = (args: RequestArgs, text: string, reader: Viewer) => Promise<string>;

/** What the API answers in a field, where a record's answers come from its fields: see `declared-record.server.ts`. */
export type FieldAnswer = {
  /** What it means. */
  description?: string;
  /** A sample for the API's description. */
  example?: unknown;
  /** Where it is not the name that is sent. */
  name?: string;
  /** Where its format does not tell: what the API gives, and how that is made of the property. */
  schema?: $ZodType;
  serialize?: (value: unknown) => unknown;
};

/** One answer of a form, and the same key of a JSON body. */
export type Field = FieldValidation & {
  /** Its name in the API; `buyZone.min` is a property of an object. */
  name: string;
  /** Its name in the entity. */
  property: string;
  hint?: string;
  input: FieldInput;
  options?: readonly Option[];
  /** What the browser suggests for a text, in order. */
  suggest?: () => Promise<readonly string[]>;
  /** In characters. */
  maxLength?: number;
  /** Hidden under 'More'. */
  more?: boolean;
  /** Half width: two neighbours share a row if there is room. */
  half?: boolean;
  /** Visible lines of a text area. */
  rows?: number;
  /** The value in a new record. */
  initial?: unknown;
  /** A copy of the record starts without this value. */
  notCopied?: true;
  /** For a picture: whether the library is offered. */
  library?: boolean;
  /** For a text in Markdown. */
  draw?: DrawText;
  /** For a price; see `PriceRole`. */
  price?: PriceRole;
  answer: FieldAnswer;
  /** From `fieldSchema`, plus notes for the API's description. */
  schema: z.ZodMiniType;
};

/**
 * `price`: what the instrument of the record costs. `range`: an end of the range that the price is in. `level`: a target, a stop, an
 * end of a zone or of a year's range, which stands apart from the price.
 */
export type PriceRole = "price" | "range" | "level";

export type CommonOptions = {
  property?: string;
  label: string;
  hint?: string;
  more?: boolean;
  half?: boolean;
  /** Of what the API answers; see `FieldAnswer`. */
  description?: string;
  example?: unknown;
  inJson?: Pick<FieldAnswer, "name" | "schema" | "serialize">;
};

/** `isSymbol`: see `FieldFormat`. */
type TextOptions = { maxLength: number; input?: "text" | "textarea"; rows?: number; isSymbol?: boolean };

type RequiredOptions = { requiredMessage?: string };

/** A field of any kind. @param kind its specific properties */
export function declare(
  name: string,
  { property = name, label, hint, more, half, description, example, inJson }: CommonOptions,
  kind: Pick<Field, "input" | "format"> & Partial<Field>,
): Field {
  const schema = fieldSchema({ label, ...kind });
  const answer = { description, example, ...inJson };
  return { name, property, label, hint, more, half, schema, answer, ...kind };
}

/** A required text. */
export function text(name: string, options: CommonOptions & RequiredOptions & TextOptions): Field {
  const { maxLength, input = "text", rows, requiredMessage, isSymbol } = options;
  const format = { type: "text", maxLength, isSymbol } as const;
  return declare(name, options, { input, maxLength, rows, required: true, requiredMessage, format });
}

/** A required long text in Markdown: its form previews it and saves drafts while it is written. */
export const markdown = (
  name: string,
  { draw, ...options }: CommonOptions & RequiredOptions & { maxLength: number; draw: DrawText },
): Field => ({ ...text(name, options), input: "markdown", draw });

/** An optional text; empty becomes null, or `whenEmpty`. */
export function optionalText(
  name: string,
  options: CommonOptions & TextOptions & { whenEmpty?: string },
): Field {
  const { maxLength, input = "text", rows, whenEmpty, isSymbol } = options;
  const format = { type: "text", maxLength, whenEmpty, isSymbol } as const;
  return declare(name, options, { input, maxLength, rows, initial: whenEmpty || undefined, format });
}

type ChoiceOptions = { options: readonly Option[]; input?: "select" | "radio" };

/** One of a few words; not case-sensitive, stored as `options` spells it. */
export function choice(name: string, settings: CommonOptions & ChoiceOptions & { initial: string }): Field {
  const { options, input = "select", initial } = settings;
  const format = { type: "choice", options } as const;
  return declare(name, settings, { input, options, initial, required: true, format });
}

/** One of a few words, or the option without a value, which is stored as null. */
export function optionalChoice(
  name: string,
  settings: CommonOptions & ChoiceOptions & { message: string },
): Field {
  const { options, input = "select", message } = settings;
  return declare(name, settings, { input, options, format: { type: "choice", options, message } });
}

/** The currency or unit of a record's prices, if known: three letters. */
export function currency(): Field {
  const hint = "Three letters, such as USD; GBX for pence.";
  const description = "The currency or unit of its prices: ISO 4217, or GBX for pence. Null if unknown.";
  const field = declare(
    "currency",
    { label: "Currency", hint, more: true, half: true, description, example: "USD" },
    { input: "text", maxLength: MAX_CURRENCY_LENGTH, format: { type: "currency" } },
  );
  return withDocs(field, { anyOf: [{ type: "string", pattern: "^[A-Za-z]{3}$" }, { type: "null" }] });
}

/** Adds to the API's description what a schema accepts that reads texts by code. */
export const withDocs = (field: Field, docs: Record<string, unknown>): Field => ({
  ...field,
  schema: field.schema.check(z.meta(docs)),
});

/** Yes or no: a check box, a JSON boolean, or one of them as a word. */
export const flag = (name: string, options: CommonOptions & { initial: boolean }): Field =>
  declare(name, options, { input: "checkbox", initial: options.initial, format: { type: "flag" } });

/** A list of texts. @param options.one names an entry of it */
export function lines(
  name: string,
  options: CommonOptions & { one: string; maxLines: number; maxLength: number },
): Field {
  const { one, maxLines, maxLength } = options;
  const field = declare(name, options, {
    input: "list",
    format: { type: "lines", one, maxLines, maxLength },
  });
  return withDocs(field, { type: ["array", "null"], maxItems: maxLines });
}

/**
 * Several choices, which the form's screen provides; stored as a list of values.
 * @param options.one names one of them
 */
export const checks = (
  name: string,
  options: CommonOptions & { one: string; maxLines: number; maxLength: number },
): Field => ({ ...lines(name, options), input: "checks" });

/** An optional day; empty becomes null. */
export const optionalDay = (name: string, options: CommonOptions): Field =>
  declare(name, options, { input: "date", format: { type: "date" } });

/** An optional minute; empty becomes null. Forms use the site's time zone, and so does JSON without a UTC offset.
 */
export function optionalMinute(name: string, options: CommonOptions): Field {
  const { label } = options;
  const field = declare(name, options, { input: "datetime", format: { type: "minute" } });
  const schema = z.pipe(
    z.nullish(z.string(minuteMessage(label))),
    z.transform((typed, { issues }) => {
      const text = typed?.trim();
      if (!text) return null;
      const read = looksLikeMinute(text)
        ? readMinute(text, config().siteTz)
        : ({ unread: "unreadable" } as const);
      if ("moment" in read && isKept(read.moment)) return read.moment;
      const message =
        "moment" in read
          ? `${label} must be in a year from ${FIRST_YEAR} to ${LAST_YEAR}`
          : read.unread === "skipped"
            ? skippedMessage(label, text)
            : minuteMessage(label);
      issues.push({ code: "custom", message, input: typed });
      return z.NEVER;
    }),
  );
  return withDocs(
    { ...field, schema },
    { anyOf: [{ type: "string", format: "date-time" }, { type: "null" }] },
  );
}

/** Years beyond the bounds are typing errors. */
const isKept = (moment: Date) =>
  moment.getUTCFullYear() >= FIRST_YEAR && moment.getUTCFullYear() <= LAST_YEAR;
const FIRST_YEAR = 2000;
const LAST_YEAR = 2199;

const skippedMessage = (label: string, typed: string) =>
  `${label}: ${typed.slice(11, 16)} does not exist in ${config().siteTz} on that day, because the clocks go forward. Choose another time`;

/** A required web address. */
export const webAddress = (name: string, options: CommonOptions & RequiredOptions): Field =>
  declare(name, options, {
    input: "url",
    maxLength: MAX_URL_LENGTH,
    required: true,
    requiredMessage: options.requiredMessage,
    format: { type: "url" },
  });

/** An optional web address; empty becomes null. */
export const optionalWebAddress = (name: string, options: CommonOptions): Field =>
  declare(name, options, { input: "url", maxLength: MAX_URL_LENGTH, format: { type: "url" } });

/** The path of a picture on this site. */
const STORED_PICTURE = "/uploads/0c8e5f7a-91d3-4b26-8a4e-6f1d2c3b4a59/1280.webp";

/** An uploaded picture, or a copy of one in the library. It is sent as a file, so its schema reads nothing. */
export const picture = (
  name: string,
  { library = true, ...options }: CommonOptions & RequiredOptions & { required?: boolean; library?: boolean },
): Field =>
  declare(
    name,
    { example: STORED_PICTURE, ...options },
    {
      input: "picture",
      library,
      required: options.required,
      requiredMessage: options.requiredMessage,
      format: { type: "picture" },
    },
  );

export const toOptions = (values: readonly string[]): Option[] =>
  values.map((value) => ({ value, label: value }));

/** The fields that are written in Markdown. */
export const markdownFields = ({ fields }: { fields: readonly Field[] }): Field[] =>
  fields.filter((field) => field.draw !== undefined);

/** The field for draft or published, if the form has one. */
export const publicationField = ({ fields }: { fields?: readonly Field[] }): Field | undefined =>
  fields?.find(({ options }) => options === PUBLICATION_OPTIONS);

/** Draft or published: radio buttons in a form, not case-sensitive in the API. */
export const publicationStatus = (options: {
  initial: "draft" | "published";
  label?: string;
  half?: boolean;
  example?: string;
  inJson?: CommonOptions["inJson"];
}): Field =>
  choice("status", {
    label: options.label ?? "Status",
    half: options.half,
    description: "Drafts are shown to staff only.",
    example: options.example ?? "published",
    inJson: options.inJson,
    input: "radio",
    initial: options.initial,
    options: PUBLICATION_OPTIONS,
  });
