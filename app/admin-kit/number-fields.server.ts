import { type CommonOptions, declare, type Field, type PriceRole, withDocs } from "./fields.server";
import type { NumberNotation } from "./figures/notations";
import { DECIMAL_LIMIT, MAX_DECIMALS } from "./figures/read-number";

/** Adds the accepted range of a decimal to the API's description. */
function withNumberDocs(field: Field, min: number | undefined): Field {
  const accepts = (value: unknown) => field.schema.safeParse(value).success;
  const number = {
    type: "number",
    description: `At most ${MAX_DECIMALS} decimal places. Send numbers with more than about 16 digits as a string: a JSON number that would lose precision is rejected.`,
    ...(min === undefined ? {} : { minimum: min }),
    ...(accepts(DECIMAL_LIMIT) ? {} : { exclusiveMaximum: DECIMAL_LIMIT }),
  };
  return withDocs(field, {
    anyOf: [number, { type: "string" }, ...(accepts(null) ? [{ type: "null" }] : [])],
  });
}

type NumberOptions = {
  /** The notation; a plain number by default. */
  notation?: NumberNotation;
  /** The smallest valid value; 0 for prices. */
  min?: number;
  price?: PriceRole;
};

/** A required exact number, stored as decimal text. It may have grouped thousands and a typographic minus. */
export function decimal(name: string, options: CommonOptions & NumberOptions & { initial?: string }): Field {
  const { initial, notation, min, price } = options;
  const format = { type: "decimal", notation, min } as const;
  const required = initial === undefined;
  return withNumberDocs(declare(name, options, { input: "number", required, initial, format, price }), min);
}

/** An optional `decimal`; empty becomes null unless its notation reads empty texts. */
export function optionalDecimal(name: string, options: CommonOptions & NumberOptions): Field {
  const { notation, min, price } = options;
  const format = { type: "decimal", notation, min, nullable: true } as const;
  return withNumberDocs(declare(name, options, { input: "number", format, price }), min);
}

type Range = { min: number; max: number };

/** A whole number within a range. */
export function wholeNumber(name: string, options: CommonOptions & Range & { initial: number }): Field {
  const { min, max, initial } = options;
  const format = { type: "integer", min, max } as const;
  return declare(name, options, { input: "number", required: true, initial, format });
}

/** An optional `wholeNumber`; empty becomes null. */
export function optionalWholeNumber(name: string, options: CommonOptions & Range): Field {
  const { min, max } = options;
  return declare(name, options, { input: "number", format: { type: "integer", min, max } });
}

/** Dollars with at most two decimals, stored as an exact decimal; empty is 0. */
export function amount(name: string, options: CommonOptions): Field {
  const field = declare(name, options, { input: "number", initial: "0", format: { type: "amount" } });
  return withDocs(field, {
    anyOf: [{ type: "number", minimum: 0, exclusiveMaximum: 1e10 }, { type: "string" }, { type: "null" }],
  });
}
