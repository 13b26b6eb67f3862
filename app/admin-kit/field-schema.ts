import * as z from "zod/mini";
import { hasCredentials } from "~/web/http-url";
import { requiredMessage } from "~/web/required-message";
import { MAX_FILE_BYTES } from "~/web/upload-limits";
import { NUMBER_NOTATIONS, type NumberNotation } from "./figures/notations";
import { readCurrency } from "./figures/read-currency";
import { fieldNumberMessage, type ReadNumber, readNumber } from "./figures/read-number";

export type Option = { value: string; label: string };

/** The format of an answer, as plain data: browser and server build the same schema from it. */
export type FieldFormat =
  /**
   * `whenEmpty` replaces an empty answer; null by default. `isSymbol`: it is part of a company page's
   * address.
   */
  | { type: "text"; maxLength: number; whenEmpty?: string; isSymbol?: boolean }
  | { type: "url" }
  | { type: "currency" }
  /**
   * An exact decimal. `nullable`: empty becomes null; otherwise it is required, or its notation also reads
   * empty texts.
   */
  | { type: "decimal"; notation?: NumberNotation; min?: number; nullable?: boolean }
  /** A whole number from `min` to `max`; empty becomes null unless it is required. */
  | { type: "integer"; min: number; max: number }
  /** Dollars with at most two decimals; empty is 0. */
  | { type: "amount" }
  /**
   * One of a few words, in any casing; the empty word becomes null. `message` replaces 'must be one of the
   * choices'.
   */
  | { type: "choice"; options: readonly Option[]; message?: string }
  | { type: "flag" }
  /** A list of texts, one per line; `one` names an entry of it. */
  | { type: "lines"; one: string; maxLines: number; maxLength: number }
  /** A day of the calendar. */
  | { type: "date" }
  /**
   * A minute in the site's time zone, or an ISO 8601 instant. Only the server reads it, because it knows the
   * zone.
   */
  | { type: "minute" }
  /** A file; see `pictureError`. */
  | { type: "picture" };

/** The rules for one answer. */
export type FieldValidation = {
  label: string;
  required?: boolean;
  /** Replaces 'X is required'. */
  requiredMessage?: string;
  format: FieldFormat;
};

type ValidationOf<Type extends FieldFormat["type"]> = Omit<FieldValidation, "format"> & {
  format: Extract<FieldFormat, { type: Type }>;
};

const missingMessage = ({ label, requiredMessage: own }: Omit<FieldValidation, "format">) =>
  own ?? requiredMessage(label);

/** Reads one answer: a form's text or a JSON value. It refuses objects and lists in place of scalars: the ORM would treat them as operators.
 */
export function fieldSchema({ format, ...validation }: FieldValidation): z.ZodMiniType {
  switch (format.type) {
    case "text":
      return textField({ ...validation, format });
    case "url":
      return urlField(validation);
    case "currency":
      return currencyField(validation.label);
    case "decimal":
      return decimalField({ ...validation, format });
    case "integer":
      return integerField({ ...validation, format });
    case "amount":
      return amountField(validation.label);
    case "choice":
      return choiceField({ ...validation, format });
    case "flag":
      return flagField(validation.label);
    case "lines":
      return linesField({ ...validation, format });
    case "date":
      return dateField(validation.label);
    case "minute":
      return minuteField(validation.label);
    case "picture":
      return z.unknown();
  }
}

/** PostgreSQL stores neither NUL nor half a surrogate pair; other control characters break feeds and files. */
export const isStorable = (text: string) => text.isWellFormed() && !/[^\P{Cc}\n\r\t]/u.test(text);

const textSchema = (label: string, maxLength: number) =>
  z
    .string(`${label} must be text`)
    .check(
      z.trim(),
      z.maxLength(maxLength, `${label} may have at most ${maxLength.toLocaleString("en")} characters`),
      z.refine(isStorable, `${label} contains characters that are not allowed`),
    );

/** A required text; JSON's null counts as empty. */
const requiredText = (schema: z.ZodMiniType<string>, validation: Omit<FieldValidation, "format">) =>
  withDefault("", schema.check(z.minLength(1, missingMessage(validation))));

/** An optional text. @param whenEmpty replaces an empty one */
const optionalText = (schema: z.ZodMiniType<string>, whenEmpty: string | null = null) =>
  z.pipe(
    z.nullish(schema),
    z.transform((value) => value || whenEmpty),
  );

/** Reads null and undefined as `fallback`. */
const withDefault = (fallback: unknown, schema: z.ZodMiniType) =>
  z.pipe(
    z.transform((value: unknown) => value ?? fallback),
    schema,
  );

/** An address cannot contain these two: they mean the current and the parent folder. */
const isNoFolder = (text: string) => text !== "." && text !== "..";

function textField({ format, ...validation }: ValidationOf<"text">): z.ZodMiniType {
  const { maxLength, whenEmpty, isSymbol } = format;
  const text = textSchema(validation.label, maxLength);
  const message = `${validation.label} must contain a letter or a digit`;
  const schema = isSymbol ? text.check(z.refine(isNoFolder, message)) : text;
  return validation.required ? requiredText(schema, validation) : optionalText(schema, whenEmpty);
}

export const MAX_URL_LENGTH = 2000;

/** Allowed link targets: others (`javascript:`, `data:`) could run in the reader's page. */
const isWebAddress = (text: string) => /^https?:\/\/[^\s/]/i.test(text) && URL.canParse(text);

function urlField(validation: Omit<FieldValidation, "format">): z.ZodMiniType {
  const { label, required } = validation;
  const schema = textSchema(label, MAX_URL_LENGTH).check(
    z.refine(
      (text) => text === "" || isWebAddress(text),
      `${label} must be a web address that starts with https:// or http://`,
    ),
    z.refine((text) => !hasCredentials(text), `${label} must not contain a user name`),
    z.meta({ format: "uri" }),
  );
  return required ? requiredText(schema, validation) : optionalText(schema);
}

export const MAX_CURRENCY_LENGTH = 10;

const currencyField = (label: string) =>
  z.pipe(
    z.nullish(textSchema(label, MAX_CURRENCY_LENGTH)),
    z.transform((typed, { issues }) => {
      if (!typed) return null;
      const code = readCurrency(typed);
      return code ?? refuse(issues, typed, `${label} must be three capital letters, such as USD or GBX`);
    }),
  );

/** Ends a transformation with an error. */
function refuse(issues: z.core.ParsePayload["issues"], input: unknown, message: string): never {
  issues.push({ code: "custom", message, input });
  return z.NEVER;
}

const numberOrText = (label: string) => z.union([z.number(), z.string()], `${label} must be a number`);

function decimalField({ format, ...validation }: ValidationOf<"decimal">): z.ZodMiniType {
  const { label } = validation;
  const { notation = "plain", min = Number.NEGATIVE_INFINITY, nullable = false } = format;
  const read = (value: string | number, { issues }: Pick<z.core.ParsePayload, "issues">) => {
    const text = String(value).trim();
    const { plain, problem } = NUMBER_NOTATIONS[notation](text);
    if (plain !== undefined && Number(plain) >= min) return plain;
    if (plain !== undefined) return refuse(issues, value, `${label} must not be below ${min}`);
    if (text !== "") return refuse(issues, value, fieldNumberMessage(label, problem));
    return nullable ? null : refuse(issues, value, missingMessage(validation));
  };
  const sent = numberOrText(label);
  if (!nullable) return withDefault("", z.pipe(sent, z.transform(read)));
  return z.pipe(
    z.nullish(sent),
    z.transform((value, payload) => (value === null || value === undefined ? null : read(value, payload))),
  );
}

/**
 * An amount or a count as people type it, without a leading or trailing dollar sign. 1e2 is refused: nobody
 * types a hundred like that.
 * @returns "" for an empty text
 */
const readSum = (typed: string): ReadNumber => {
  const text = typed
    .trim()
    .replace(/^\$|\$$/g, "")
    .trim();
  if (text === "") return { plain: "" };
  return /e/i.test(text) ? { problem: { kind: "none" } } : readNumber(text);
};

function integerField({ label, required, format: { min, max } }: ValidationOf<"integer">): z.ZodMiniType {
  const message = `${label} must be a whole number from ${min} to ${max}`;
  const schema = z.int(message).check(z.minimum(min, message), z.maximum(max, message));
  const read = z.transform((value: unknown) => {
    if (typeof value === "number") return value;
    const text = value ?? "";
    const digits = typeof text === "string" ? readSum(text).plain : undefined;
    if (digits === "" && !required) return null;
    return digits !== undefined && /^\d{1,15}$/.test(digits) ? Number(digits) : value;
  });
  return z.pipe(read, required ? schema : z.nullable(schema));
}

const AMOUNT = /^\d{1,10}(\.\d{1,2})?$/;

const amountField = (label: string) =>
  z.pipe(
    z.nullish(numberOrText(label)),
    z.transform((value, { issues }) => {
      const { plain, problem } = readSum(String(value ?? ""));
      if (plain !== undefined && AMOUNT.test(plain || "0")) return plain || "0";
      const wrong = `${label} must be an amount such as 29 or 29.50`;
      if (problem?.kind !== "ambiguous") return refuse(issues, value, wrong);
      return refuse(
        issues,
        value,
        `${wrong}: did you mean ${problem.readings[0]} or ${problem.readings[1]}?`,
      );
    }),
  );

function choiceField({ label, format: { options, message } }: ValidationOf<"choice">): z.ZodMiniType {
  const values = options.map(({ value }) => value).filter((value) => value !== "");
  const spelled = new Map(values.map((value) => [value.toLowerCase(), value]));
  const schema = z.enum(values, message ?? `${label} must be one of the choices`);
  const spell = (value: unknown) =>
    typeof value === "string" ? (spelled.get(value.trim().toLowerCase()) ?? value) : value;
  return values.length === options.length
    ? z.pipe(z.transform(spell), schema)
    : z.pipe(
        z.transform((value: unknown) => spell(value) || null),
        z.nullable(schema),
      );
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
const flagField = (label: string) =>
  z.pipe(
    z.transform((value: unknown) =>
      typeof value === "string" ? (BOOLEAN_WORDS.get(value.trim().toLowerCase()) ?? value) : value,
    ),
    z.boolean(`${label} must be true or false`),
  );

/** Drops blank lines and trims the others. */
function linesField({ label, format: { one, maxLines, maxLength } }: ValidationOf<"lines">): z.ZodMiniType {
  const line = z
    .string(`Each ${one} must be text`)
    .check(
      z.trim(),
      z.maxLength(maxLength, `A ${one} may have at most ${maxLength} characters`),
      z.refine(isStorable, `A ${one} contains characters that are not allowed`),
    );
  const filled = z.pipe(
    z.array(line, `${label} must be a list of text values`),
    z.transform((all) => all.filter((text) => text !== "")),
  );
  return z.pipe(
    z.transform((value: unknown) => (typeof value === "string" ? value.split("\n") : (value ?? []))),
    filled.check(z.refine((all) => all.length <= maxLines, `At most ${maxLines} ${one}s are allowed`)),
  );
}

/** Empty becomes null. Dates beyond the bound are typing errors, although PostgreSQL could store them. */
function dateField(label: string): z.ZodMiniType {
  const message = `${label} must be a date such as 2027-08-14`;
  const day = z.string(message).check(
    z.trim(),
    z.refine((text) => text === "" || z.iso.date().safeParse(text).success, message),
    z.refine((text) => text < "2200", `${label} must be before the year 2200`),
  );
  return z.pipe(
    z.nullish(day),
    z.transform((text) => text || null),
  );
}

/** The message for an unreadable minute. */
export const minuteMessage = (label: string) => `${label} must be a date and time such as 2027-08-14T09:30`;

/** Whether the text starts like a minute; only the server can read it fully. */
export const looksLikeMinute = (text: string) => /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}/.test(text);

function minuteField(label: string): z.ZodMiniType {
  const message = minuteMessage(label);
  const minute = z.string(message).check(
    z.trim(),
    z.refine((text) => text === "" || looksLikeMinute(text), message),
  );
  return z.nullish(minute);
}

/** The message for a file over the limit. */
export const PICTURE_TOO_LARGE = `The picture is larger than ${MAX_FILE_BYTES / 1024 / 1024} MB. Please choose a smaller one`;

/** Checks a picture by its size alone.
 * @param size in bytes; undefined if none was sent
 */
export function pictureError(
  validation: Omit<FieldValidation, "format">,
  size: number | undefined,
): string | undefined {
  if (size === undefined) return validation.required ? missingMessage(validation) : undefined;
  return size > MAX_FILE_BYTES ? PICTURE_TOO_LARGE : undefined;
}
