/** What stands between the whole and its fraction. */
export const DECIMAL_SIGNS = { point: ".", comma: "," } as const;
export type DecimalSign = keyof typeof DECIMAL_SIGNS;

/**
 * That of a table whose figures show none: it is the point, but of 118,420 nobody knows. "either" where some of them have a comma that
 * may be a decimal sign, or where as many show one: there nobody knows of 1.234 either.
 */
export type FoundSign = DecimalSign | "unknown" | "either";

/** Every figure lies between this and its negative: the largest has 15 digits before the point. The database checks it, too. */
export const DECIMAL_LIMIT = 1e15;

/** Digits behind the point that are kept: twelve that count, also of a coin of which a dollar buys a billion. */
export const MAX_DECIMALS = 24;

/** Why a text is no figure. `readings`: what it could be, the one with a decimal sign first. */
export type NumberProblem =
  | { kind: "ambiguous"; sign: DecimalSign; readings: readonly [decimal: string, whole: string] }
  | { kind: "parentheses" | "large" | "fine" | "negative" | "none" };

/** The text of an exact decimal ("-1234.50"), or why there is none. */
export type ReadNumber =
  | { plain: string; problem?: undefined }
  | { plain?: undefined; problem: NumberProblem };

/**
 * How a figure is written. `sign`: its decimal sign, the point unless it is said. `commasRemoved`: commas that cannot be a decimal
 * sign stand wherever they like. `units`: the letters that multiply it, each with its power of ten.
 */
export type NumberStyle = {
  sign?: FoundSign;
  commasRemoved?: boolean;
  units?: Readonly<Record<string, number>>;
};

const NOTHING = /^(-{1,3}|–|—|\.|n\/?[ad]|n\.a\.|#n\/a.*|<na>|nan|null|none|nil)?$/i;

/** Whether a table's cell is what spreadsheets, terminals and feeds write where there is no figure: "#N/A", "null", a dash. */
export const isPlaceholder = (cell: string): boolean => NOTHING.test(cell.trim());

const none = { problem: { kind: "none" } } as const;

const DECIMAL = /^-?\d{1,15}(\.\d{1,24})?$/;

const NUMBER = /^(-?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,2}))?([a-z]?)$/i;

/**
 * Reads a figure as people, spreadsheets and programs write it: grouped by thousands, with a true minus, with an exponent. It never
 * passes through a binary fraction, and of a figure that could be two nothing is guessed.
 */
export function readNumber(typed: string, { units = {}, ...style }: NumberStyle = {}): ReadNumber {
  const pointed = withPoint(typed, style);
  if (pointed.problem) return pointed;
  const [, minus = "", whole = "", fraction = "", exponent = "0", unit = ""] =
    NUMBER.exec(pointed.text) ?? [];
  const places = unit === "" ? 0 : units[unit.toUpperCase()];
  if ((whole === "" && fraction === "") || places === undefined) return none;
  const unsigned = shiftPoint(`${whole}.${fraction}`, Number(exponent) + places);
  // An export's -0.00 % is nought.
  const plain = /[1-9]/.test(unsigned) ? minus + unsigned : unsigned;
  if (DECIMAL.test(plain)) return { plain };
  return { problem: { kind: /^-?\d{16}/.test(plain) ? "large" : "fine" } };
}

type Pointed = { text: string; problem?: undefined } | { text?: undefined; problem: NumberProblem };

const FIGURE = /^([+-]?)(\d[\d.,]*|[.,]\d+)((?:e[+-]?\d{1,2})?[a-z]?%?)$/i;

/** Marks of the direction of writing, which programs copy along. A soft hyphen is none of them: documents have it as a minus. */
export const UNSEEN = /(?!\u00AD)\p{Cf}/gu;

/** Minus signs of typesetters, of documents, of East Asian keyboards, and hyphens that keep a line together. */
const MINUS = /^[\u2212\u00AD\u2010-\u2013\uFE63\uFF0D]/;

/** Blanks of any width and the Swiss apostrophe; between digits they group thousands. */
const BLANKS = /[\s'\u2019]/g;
const GROUPED_BY_BLANKS = /^[1-9]\d{0,2}([\s'\u2019]\d{3})+(?![\s'\u2019]*\d)/;

/**
 * The same figure as programs write it: its decimal sign a point, nothing grouped. Its unit, exponent and percent sign stay.
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

/** One group of three behind a comma: thousands, or decimals. */
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
    // "12," is twelve either way.
    if (readings[0].replace(/\.$/, "") !== readings[1]) return { kind: "ambiguous", sign: other, readings };
  }
  const isBare = commasRemoved && sign === "point" && /^[\d,]*(\.\d*)?$/.test(figure);
  return isBare ? figure.replaceAll(",", "") : { kind: "none" };
}

/** Thousands in groups of three, or as in India a group of three behind groups of two. */
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

/** As whole numbers of the finest decimals that are kept. */
function toFinestUnits(plain: string): bigint {
  const [whole = "", fraction = ""] = plain.split(".");
  return BigInt(whole + fraction.padEnd(MAX_DECIMALS, "0"));
}

/** Compares two plain decimals to the last of their digits, of which a binary fraction holds fifteen. @returns -1, 0 or 1, as one is less */
export function compareDecimals(one: string, other: string): -1 | 0 | 1 {
  const [first, second] = [toFinestUnits(one), toFinestUnits(other)];
  return first === second ? 0 : first < second ? -1 : 1;
}

/** A plain decimal without noughts that say nothing: 150.00 is 150. Any other text as it is. */
export const withoutTrailingZeros = (text: string): string =>
  /^-?\d+\.\d+$/.test(text) ? text.replace(/(?:\.|(?<!0))0+$/, "").replace(/^-0$/, "0") : text;

const POINT_ONLY =
  /^\d{1,2}(,\d{2})+,\d{3}(\.\d*)?$|^\d{1,3}(,\d{3})+\.\d+$|^\d+\.(\d{1,2}|\d{4,})$|^0\.\d+$|^\d{4,}\.\d{3}$|^\d{1,3}(,\d{3}){2,}$/;
const COMMA_ONLY =
  /^\d{1,3}(\.\d{3})+,\d+$|^\d+,(\d{1,2}|\d{4,})$|^0,\d+$|^\d{4,},\d{3}$|^\d{1,3}(\.\d{3}){2,}$/;

/** The figure alone: without its sign, its exponent or unit, and what it is measured in. */
const bare = (text: string) =>
  text
    .replace(UNSEEN, "")
    .replace(BLANKS, "")
    .replace(MINUS, "")
    .replace(/^[+-]/, "")
    .replace(/(%|[KMBT]|e[+-]?\d{1,2})$/i, "");

/**
 * The decimal sign that these figures show beyond doubt. 118,420 shows none: it may be either.
 * @returns "unknown" where they show none and have no comma, or mostly the point; "either" where they show none or both
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
  // One slip in a table of points makes nothing else of them.
  return point > comma || (point === 0 && either === 0) ? "unknown" : "either";
}

/** What is wrong with a figure, as it is said below it. */
export function numberProblemText(problem: NumberProblem): string {
  switch (problem.kind) {
    case "ambiguous":
      return `${problem.sign === "comma" ? "Comma" : "Point"} as decimal sign: is it ${problem.readings[0]} or ${problem.readings[1]}?`;
    case "parentheses":
      return "Parentheses are not read as a minus: write −";
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

const LARGE = "This is not a number below 1,000,000,000,000,000";
const FINE = `This is a number with more than ${MAX_DECIMALS} decimals`;

/** The same of a field. @param label as its form calls it */
export function fieldNumberMessage(label: string, problem: NumberProblem): string {
  const wrong = `${label} must be a number`;
  switch (problem.kind) {
    case "ambiguous":
      return `${wrong}: is it ${problem.readings[0]} or ${problem.readings[1]}?`;
    case "parentheses":
      return `${wrong}: parentheses are not read as a minus`;
    case "large":
      return `${wrong} below 1,000,000,000,000,000`;
    case "fine":
      return `${wrong} with at most ${MAX_DECIMALS} decimals`;
    case "negative":
      return `${label} must not be below 0`;
    case "none":
      return wrong;
  }
}
