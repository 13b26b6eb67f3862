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

/** Draws a text that somebody is writing as a reader gets it, as HTML. */
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
  /** As the API names it; `buyZone.min` reaches into an object. */
  name: string;
  /** As the entity names it. */
  property: string;
  hint?: string;
  input: FieldInput;
  options?: readonly Option[];
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
  /** True of this record alone: a copy begins without it. */
  notCopied?: true;
  /** Of a picture: whether it may be one of the library. */
  library?: boolean;
  /** Of a text in Markdown. */
  draw?: DrawText;
  /** Of a figure that is a price; see `PriceRole`. */
  price?: PriceRole;
  answer: FieldAnswer;
  /** What `fieldSchema` makes of it, and what only the API's description has to be told. */
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

/** A field of any kind. @param kind what is particular to it */
export function declare(
  name: string,
  { property = name, label, hint, more, half, description, example, inJson }: CommonOptions,
  kind: Pick<Field, "input" | "format"> & Partial<Field>,
): Field {
  const schema = fieldSchema({ label, ...kind });
  const answer = { description, example, ...inJson };
  return { name, property, label, hint, more, half, schema, answer, ...kind };
}

/** A text that must be there. */
export function text(name: string, options: CommonOptions & RequiredOptions & TextOptions): Field {
  const { maxLength, input = "text", rows, requiredMessage, isSymbol } = options;
  const format = { type: "text", maxLength, isSymbol } as const;
  return declare(name, options, { input, maxLength, rows, required: true, requiredMessage, format });
}

/** A long text in Markdown that must be there: its form shows it as readers get it, and keeps it as a draft while it is written. */
export const markdown = (
  name: string,
  { draw, ...options }: CommonOptions & RequiredOptions & { maxLength: number; draw: DrawText },
): Field => ({ ...text(name, options), input: "markdown", draw });

/** A text that may be left out; empty is kept as null, or as `whenEmpty`. */
export function optionalText(
  name: string,
  options: CommonOptions & TextOptions & { whenEmpty?: string },
): Field {
  const { maxLength, input = "text", rows, whenEmpty, isSymbol } = options;
  const format = { type: "text", maxLength, whenEmpty, isSymbol } as const;
  return declare(name, options, { input, maxLength, rows, initial: whenEmpty || undefined, format });
}

type ChoiceOptions = { options: readonly Option[]; input?: "select" | "radio" };

/** One of a few words; any casing is accepted, and kept as `options` spells it. */
export function choice(name: string, settings: CommonOptions & ChoiceOptions & { initial: string }): Field {
  const { options, input = "select", initial } = settings;
  const format = { type: "choice", options } as const;
  return declare(name, settings, { input, options, initial, required: true, format });
}

/** One of a few words, or none of them: the option without a value, which is kept as null. */
export function optionalChoice(
  name: string,
  settings: CommonOptions & ChoiceOptions & { message: string },
): Field {
  const { options, input = "select", message } = settings;
  return declare(name, settings, { input, options, format: { type: "choice", options, message } });
}

/** The currency or unit of a record's prices, where it is known: three letters. */
export function currency(): Field {
  const hint = "Three letters, as USD; GBX for pence.";
  const description =
    "The currency or unit of its prices: ISO 4217, or GBX for pence. Null where nobody said.";
  const field = declare(
    "currency",
    { label: "Currency", hint, more: true, half: true, description, example: "USD" },
    { input: "text", maxLength: MAX_CURRENCY_LENGTH, format: { type: "currency" } },
  );
  return withDocs(field, { anyOf: [{ type: "string", pattern: "^[A-Za-z]{3}$" }, { type: "null" }] });
}

/** Says in the API's description what a schema that reads texts by code takes: no description shows code. */
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

/** Any of some choices, which the form's screen knows; kept as a list of their values. @param options.one names one of them */
export const checks = (
  name: string,
  options: CommonOptions & { one: string; maxLines: number; maxLength: number },
): Field => ({ ...lines(name, options), input: "checks" });

/** A day of the calendar that may be left out; empty is kept as null. */
export const optionalDay = (name: string, options: CommonOptions): Field =>
  declare(name, options, { input: "date", format: { type: "date" } });

/**
 * A minute that may be left out; empty is kept as null. A form's is of the site's time zone, and so is JSON's without a distance from
 * UTC.
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
          ? `${label} must be of a year from ${FIRST_YEAR} to ${LAST_YEAR}`
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

/** What PostgreSQL could hold beyond the bound is a slip of the keyboard. */
const isKept = (moment: Date) =>
  moment.getUTCFullYear() >= FIRST_YEAR && moment.getUTCFullYear() <= LAST_YEAR;
const FIRST_YEAR = 2000;
const LAST_YEAR = 2199;

const skippedMessage = (label: string, typed: string) =>
  `${label} names ${typed.slice(11, 16)}, which clocks in ${config().siteTz} skip on that day: choose another time`;

/** A web address that must be there. */
export const webAddress = (name: string, options: CommonOptions & RequiredOptions): Field =>
  declare(name, options, {
    input: "url",
    maxLength: MAX_URL_LENGTH,
    required: true,
    requiredMessage: options.requiredMessage,
    format: { type: "url" },
  });

/** A web address that may be left out; empty is kept as null. */
export const optionalWebAddress = (name: string, options: CommonOptions): Field =>
  declare(name, options, { input: "url", maxLength: MAX_URL_LENGTH, format: { type: "url" } });

/** The path of a picture on this site. */
const STORED_PICTURE = "/uploads/0c8e5f7a-91d3-4b26-8a4e-6f1d2c3b4a59/1280.webp";

/** A picture of its own, or a copy of one of the library. What is sent is a file, so its schema has nothing to read. */
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

/** The field that says whether a record is published, where it has one. */
export const publicationField = ({ fields }: { fields?: readonly Field[] }): Field | undefined =>
  fields?.find(({ options }) => options === PUBLICATION_OPTIONS);

/** Draft or published; a form's radio buttons, and any casing on the wire. */
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
