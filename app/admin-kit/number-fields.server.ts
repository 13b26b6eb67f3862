import { type CommonOptions, declare, type Field, type PriceRole, withDocs } from "./fields.server";
import type { NumberNotation } from "./figures/notations";
import { DECIMAL_LIMIT, MAX_DECIMALS } from "./figures/read-number";

/** Says in the API's description what a decimal's schema takes; it is asked. */
function withNumberDocs(field: Field, min: number | undefined): Field {
  const accepts = (value: unknown) => field.schema.safeParse(value).success;
  const number = {
    type: "number",
    description: `At most ${MAX_DECIMALS} decimals are kept; more are refused. A figure of more than about 16 digits is sent as text: a JSON number that does not hold all of them is refused.`,
    ...(min === undefined ? {} : { minimum: min }),
    ...(accepts(DECIMAL_LIMIT) ? {} : { exclusiveMaximum: DECIMAL_LIMIT }),
  };
  return withDocs(field, {
    anyOf: [number, { type: "string" }, ...(accepts(null) ? [{ type: "null" }] : [])],
  });
}

type NumberOptions = {
  /** How this figure is written; a plain number unless it is said. */
  notation?: NumberNotation;
  /** The smallest value that makes sense; 0 for prices. */
  min?: number;
  price?: PriceRole;
};

/** An exact number that must be there, kept as the text of a decimal. Grouped thousands and a true minus are understood. */
export function decimal(name: string, options: CommonOptions & NumberOptions & { initial?: string }): Field {
  const { initial, notation, min, price } = options;
  const format = { type: "decimal", notation, min } as const;
  const required = initial === undefined;
  return withNumberDocs(declare(name, options, { input: "number", required, initial, format, price }), min);
}

/** As `decimal`, but it may be left out; empty is kept as null unless its notation makes something of it. */
export function optionalDecimal(name: string, options: CommonOptions & NumberOptions): Field {
  const { notation, min, price } = options;
  const format = { type: "decimal", notation, min, nullable: true } as const;
  return withNumberDocs(declare(name, options, { input: "number", format, price }), min);
}

type Range = { min: number; max: number };

/** A whole number between two others. */
export function wholeNumber(name: string, options: CommonOptions & Range & { initial: number }): Field {
  const { min, max, initial } = options;
  const format = { type: "integer", min, max } as const;
  return declare(name, options, { input: "number", required: true, initial, format });
}

/** As `wholeNumber`, but it may be left out; empty is kept as null. */
export function optionalWholeNumber(name: string, options: CommonOptions & Range): Field {
  const { min, max } = options;
  return declare(name, options, { input: "number", format: { type: "integer", min, max } });
}

/** Dollars with at most two decimals, kept as an exact decimal; nothing is nought. */
export function amount(name: string, options: CommonOptions): Field {
  const field = declare(name, options, { input: "number", initial: "0", format: { type: "amount" } });
  return withDocs(field, {
    anyOf: [{ type: "number", minimum: 0, exclusiveMaximum: 1e10 }, { type: "string" }, { type: "null" }],
  });
}
