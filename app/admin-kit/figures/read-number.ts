/** The sign before the decimals. */

export type DecimalSign = "point" | "comma";

/** The decimal sign of a table. "unknown": no figure shows it, so it is the point, but 118,420 is ambiguous. "either": commas may be decimal signs, or the figures contradict each other, so 1.234 is ambiguous, too.
 */
export type FoundSign = DecimalSign | "unknown" | "either";

/**
 * The limit of every figure, positive and negative: 15 digits before the point. The database also checks it.
 */
export const DECIMAL_LIMIT = 1e15;

/**
 * Decimals that are stored: enough for twelve significant digits of a coin that costs a billionth of a
 * dollar.
 */
export const MAX_DECIMALS = 24;

/** Why a text is not a figure. `readings`: the possible values, the one with decimals first. */
export type NumberProblem =
  | { kind: "ambiguous"; sign: DecimalSign; readings: readonly [decimal: string, whole: string] }
  | { kind: "parentheses" | "large" | "fine" | "negative" | "none" };

/** The text of an exact decimal ("-1234.50"), or the problem. */
export type ReadNumber =
  | { plain: string; problem?: undefined }
  | { plain?: undefined; problem: NumberProblem };

/** The notation of a figure. `sign`: its decimal sign, by default the point. `commasRemoved`: commas that cannot be a decimal sign are ignored. `units`: letters that multiply it, each with its power of ten.
 */
export type NumberStyle = {
  sign?: FoundSign;
  commasRemoved?: boolean;
  units?: Readonly<Record<string, number>>;
};

const NOTHING = /^(-{1,3}|–|—|\.|n\/?[ad]|n\.a\.|#n\/a.*|<na>|nan|null|none|nil)?$/i;

/** Whether a cell is a placeholder for a missing figure: "#N/A", "null", a dash. */
export const isPlaceholder = (cell: string): boolean => NOTHING.test(cell.trim());

const none = { problem: { kind: "none" } } as const;

const DECIMAL = /^-?\d{1,15}(\.\d{1,24})?$/;

const NUMBER = /^(-?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,2}))?([a-z]?)$/i;

/** Reads a figure as people, spreadsheets and programs write it: grouped thousands, a typographic minus, an exponent. It never uses floating point, and never guesses an ambiguous figure.
 */
export function readNumber(typed: string, { units = {}, ...style }: NumberStyle = {}): ReadNumber {
  const pointed = withPoint(typed, style);
  if (pointed.problem) return pointed;
  const [, minus = "", whole = "", fraction = "", exponent = "0", unit = ""] =
    NUMBER.exec(pointed.text) ?? [];
  const places = unit === "" ? 0 : units[unit.toUpperCase()];
  if ((whole === "" && fraction === "") || places === undefined) return none;
  const unsigned = shiftPoint(`${whole}.${fraction}`, Number(exponent) + places);
  // An export's -0.00 % is zero.
  const plain = /[1-9]/.test(unsigned) ? minus + unsigned : unsigned;
  if (DECIMAL.test(plain)) return { plain };
  return { problem: { kind: /^-?\d{16}/.test(plain) ? "large" : "fine" } };
}

type Pointed = { text: string; problem?: undefined } | { text?: undefined; problem: NumberProblem };

const FIGURE = /^([+-]?)(\d[\d.,]*|[.,]\d+)((?:e[+-]?\d{1,2})?[a-z]?%?)$/i;

/** Invisible direction marks, which programs copy along. Not the soft hyphen: documents use it as a minus. */
export const UNSEEN = /(?!\u00AD)\p{Cf}/gu;

/** Typographic and East Asian minus signs, and non-breaking hyphens. */
const MINUS = /^[\u2212\u00AD\u2010-\u2013\uFE63\uFF0D]/;

/** Spaces of any width and the Swiss apostrophe; between digits they group thousands. */
const BLANKS = /[\s'\u2019]/g;
const GROUPED_BY_BLANKS = /^[1-9]\d{0,2}([\s'\u2019]\d{3})+(?![\s'\u2019]*\d)/;

/** Rewrites a figure with a decimal point and without groups. Its unit, exponent and percent sign stay.
 * @returns "" for an empty text
 */
export function withPoint(
  typed: string,
  { sign = "point", commasRemoved = false }: Pick<NumberStyle, "sign" | "commasRemoved"> = {},
): Pointed {
  const spaced = typed.replace(UNSEEN, "").trim().replace(MINUS, "-");
  const text = spaced.replace(BLANKS, "");
  if (text === "") return { text };
  if (/^\(.*\)%?$/.test(text)) return { problem: { kind: "parentheses" } };
  const [, minus = "", figure = "", end = ""] = FIGURE.exec(text) ?? [];
  if (figure === "" || !isGroupedOrWhole(spaced.replace(/^[+-]/, "").trim())) return none;
  const plain = plainFigure(figure, sign, commasRemoved);
  const whole = (read: string) => (minus === "-" ? "-" : "") + read + end;
  if (typeof plain === "string") return { text: whole(plain) };
  if (plain.kind !== "ambiguous") return { problem: plain };
  const [decimal, grouped] = plain.readings;
  return { problem: { ...plain, readings: [whole(decimal), whole(grouped)] } };
}

const isGroupedOrWhole = (unsigned: string): boolean =>
  !/\d[\s'\u2019]+\d/.test(unsigned) || GROUPED_BY_BLANKS.test(unsigned);

/** Three digits after one comma: thousands or decimals. */
const EITHER = /^[1-9]\d{0,2},\d{3}$/;
const EITHER_BY_POINT = /^[1-9]\d{0,2}\.\d{3}$/;

const isOpen = (found: FoundSign): found is "unknown" | "either" => found === "unknown" || found === "either";

function plainFigure(figure: string, found: FoundSign, commasRemoved: boolean): string | NumberProblem {
  const isEither = isOpen(found) && EITHER.test(figure);
  if (isEither || (found === "either" && EITHER_BY_POINT.test(figure)))
    return {
      kind: "ambiguous",
      sign: isEither ? "comma" : "point",
      readings: [figure.replace(",", "."), figure.replace(/[,.]/, "")],
    };
  const sign = isOpen(found) ? "point" : found;
  if (isWellGrouped(figure, sign)) return pointed(figure, sign);
  const other = sign === "point" ? "comma" : "point";
  if (isWellGrouped(figure, other)) {
    const readings = [pointed(figure, other), figure.replace(/[.,]/g, "").replace(/^0+(?=\d)/, "")] as const;
    // "12," is twelve in both readings.
    if (readings[0].replace(/\.$/, "") !== readings[1]) return { kind: "ambiguous", sign: other, readings };
  }
  const isBare = commasRemoved && sign === "point" && /^[\d,]*(\.\d*)?$/.test(figure);
  return isBare ? figure.replaceAll(",", "") : { kind: "none" };
}

/** Thousands in groups of three, or Indian groups of two before the last three. */
const POINT_FIGURE = /^(\d+|[1-9]\d{0,2}(,\d{3})+|[1-9]\d?(,\d{2})+,\d{3})?(\.\d*)?$/;
const COMMA_FIGURE = /^(\d+|[1-9]\d{0,2}(\.\d{3})+)?(,\d*)?$/;

const isWellGrouped = (figure: string, sign: DecimalSign) =>
  (sign === "point" ? POINT_FIGURE : COMMA_FIGURE).test(figure);

const pointed = (figure: string, sign: DecimalSign) =>
  sign === "point" ? figure.replaceAll(",", "") : figure.replaceAll(".", "").replace(",", ".");

/** Moves the point to the right, or to the left for negative `places`: "1.5" by 6 is "1500000". */
export function shiftPoint(unsigned: string, places: number): string {
  const [whole = "", fraction = ""] = unsigned.split(".");
  const before = Math.max(0, -(whole.length + places));
  const after = Math.max(0, places - fraction.length);
  const digits = "0".repeat(before) + whole + fraction + "0".repeat(after);
  const point = before + whole.length + places;
  const end = digits.slice(point);
  return (digits.slice(0, point).replace(/^0+(?=\d)/, "") || "0") + (end ? `.${end}` : "");
}

/** The figure as a whole number of its smallest stored decimal. */
function toFinestUnits(plain: string): bigint {
  const [whole = "", fraction = ""] = plain.split(".");
  return BigInt(whole + fraction.padEnd(MAX_DECIMALS, "0"));
}

/**
 * Compares two plain decimals exactly; floating point would only compare about 15 digits.
 * @returns -1, 0 or 1
 */
export function compareDecimals(one: string, other: string): -1 | 0 | 1 {
  const [first, second] = [toFinestUnits(one), toFinestUnits(other)];
  return first === second ? 0 : first < second ? -1 : 1;
}

/** A plain decimal without trailing zeros: 150.00 is 150. Other texts are unchanged. */
export const withoutTrailingZeros = (text: string): string =>
  /^-?\d+\.\d+$/.test(text) ? text.replace(/(?:\.|(?<!0))0+$/, "").replace(/^-0$/, "0") : text;

const POINT_ONLY =
  /^\d{1,2}(,\d{2})+,\d{3}(\.\d*)?$|^\d{1,3}(,\d{3})+\.\d+$|^\d+\.(\d{1,2}|\d{4,})$|^0\.\d+$|^\d{4,}\.\d{3}$|^\d{1,3}(,\d{3}){2,}$/;
const COMMA_ONLY =
  /^\d{1,3}(\.\d{3})+,\d+$|^\d+,(\d{1,2}|\d{4,})$|^0,\d+$|^\d{4,},\d{3}$|^\d{1,3}(\.\d{3}){2,}$/;

/** The digits alone: without sign, exponent, unit and percent sign. */
const bare = (text: string) =>
  text
    .replace(UNSEEN, "")
    .replace(BLANKS, "")
    .replace(MINUS, "")
    .replace(/^[+-]/, "")
    .replace(/(%|[KMBT]|e[+-]?\d{1,2})$/i, "");

/** The decimal sign that these figures prove. 118,420 proves none: it may be either.
 * @returns "unknown" if they prove none and have no comma, or mostly prove the point; "either" if they prove
 * none or both
 */
export function findDecimalSign(texts: Iterable<string>): FoundSign {
  const seen = { point: 0, comma: 0, either: 0 };
  for (const text of texts) {
    const figure = bare(text);
    if (POINT_ONLY.test(figure)) seen.point += 1;
    else if (COMMA_ONLY.test(figure)) seen.comma += 1;
    else if (EITHER.test(figure)) seen.either += 1;
  }
  const { point, comma, either } = seen;
  if (point > 0 && comma === 0) return "point";
  if (comma > 0 && point === 0) return "comma";
  // One typing error in a table with points does not change the reading.
  return point > comma || (point === 0 && either === 0) ? "unknown" : "either";
}

/** The message below a figure. */
export function numberProblemText(problem: NumberProblem): string {
  switch (problem.kind) {
    case "ambiguous":
      return `${problem.sign === "comma" ? "Comma" : "Point"} may be a decimal sign: write ${problem.readings[0]} or ${problem.readings[1]}`;
    case "parentheses":
      return "Use a minus sign instead of parentheses";
    case "large":
      return LARGE;
    case "fine":
      return FINE;
    case "negative":
      return "This must not be below 0";
    case "none":
      return "This is not a number";
  }
}

const LARGE = "This number must be below 1,000,000,000,000,000";
const FINE = `This number must have at most ${MAX_DECIMALS} decimal places`;

/** The message for a field. @param label in the form */
export function fieldNumberMessage(label: string, problem: NumberProblem): string {
  const wrong = `${label} must be a number`;
  switch (problem.kind) {
    case "ambiguous":
      return `${wrong}: did you mean ${problem.readings[0]} or ${problem.readings[1]}?`;
    case "parentheses":
      return `${wrong}: use a minus sign instead of parentheses`;
    case "large":
      return `${wrong} below 1,000,000,000,000,000`;
    case "fine":
      return `${wrong} with at most ${MAX_DECIMALS} decimal places`;
    case "negative":
      return `${label} must not be below 0`;
    case "none":
      return wrong;
  }
}
