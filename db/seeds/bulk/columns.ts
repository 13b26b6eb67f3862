import { WORDS, type WordList } from "./words";

/**
 * SQL for the columns of the n-th bulk row; `n` is the column of generate_series. Nothing is random, so the
 * n-th row is the same in every database. Fractions are multiples of irrational numbers, which spread evenly.
 */
const IRRATIONAL = [
  0.6180339887498949, 0.4142135623730951, 0.7320508075688772, 0.2360679774997898, 0.6457513110645906,
  0.3166247903554, 0.1231056256176605, 0.3588989435406737,
];

/** A number from 0 up to 1 for every n. Each `lane` has a different order. */
export function evenFraction(lane: number): string {
  const factor = IRRATIONAL[lane % IRRATIONAL.length] ?? 0.6180339887498949;
  return `(n * ${factor}::float8 - floor(n * ${factor}::float8))`;
}

/** One of the given SQL values, by their weights. */
export function oneOf(lane: number, choices: readonly (readonly [value: string, weight: number])[]): string {
  const total = choices.reduce((sum, [, weight]) => sum + weight, 0);
  let upTo = 0;
  const cases = choices.slice(0, -1).map(([value, weight]) => {
    upTo += weight;
    return `when ${evenFraction(lane)} < ${upTo / total} then ${value}`;
  });
  return `case ${cases.join(" ")} else ${choices.at(-1)?.[0]} end`;
}

/** One word of a list that is bound under its name. */
export function word(list: WordList, lane: number): string {
  return `(cast(:${list} as text[]))[1 + floor(${evenFraction(lane)} * ${WORDS[list].length})::int]`;
}

/** A time up to `days` before `:now`, denser towards it. */
export function moment(lane: number, days: number): string {
  return `date_trunc('milliseconds', cast(:now as timestamptz) - ${evenFraction(lane)} ^ 2 * interval '${days} days')`;
}

/**
 * The n-th id of a kind: a valid UUID (version 8), the same in every database.
 * @param n SQL of another number
 */
export function id(kind: string, n = "n"): string {
  return `(overlay(overlay(md5('openbell bulk ${kind} ' || ${n}) placing '8' from 13) placing '8' from 17))::uuid`;
}

/** A hash without a known secret: 64 hex digits, of which the last half is the number itself. */
export function hash(kind: string): string {
  return `md5('openbell bulk ${kind} ' || n) || lpad(to_hex(n), 32, '0')`;
}

/** A time between the given one and now, denser towards now. @param since SQL of the earlier time */
export function momentSince(lane: number, since: string): string {
  const passed = `(cast(:now as timestamptz) - ${since})`;
  return `date_trunc('milliseconds', cast(:now as timestamptz) - ${evenFraction(lane)} ^ 2 * ${passed})`;
}

/** A price between a ten-thousandth and some tens of thousands, with the decimals usual in markets. */
export function price(lane: number): string {
  return `round(exp(${evenFraction(lane)} * 19.5 - 9)::numeric, case when ${evenFraction(lane)} < 0.47 then 8 else 2 end)`;
}

/** A ticker of three or four letters. */
export const TICKER = `translate(left(md5('ticker ' || n), (3 + n % 2)::int), '0123456789abcdef', 'KLMNOPRSTUABCDEF')`;
