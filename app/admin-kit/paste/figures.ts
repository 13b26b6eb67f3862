/** What stands between the whole and its fraction. */
export const DECIMAL_SIGNS = { point: ".", comma: "," } as const;
export type DecimalSign = keyof typeof DECIMAL_SIGNS;

const POINT_ONLY =
  /^\d{1,3}(,\d{3})+\.\d+$|^\d+\.(\d{1,2}|\d{4,})$|^0\.\d+$|^\d{4,}\.\d{3}$|^\d{1,3}(,\d{3}){2,}$/;
const COMMA_ONLY =
  /^\d{1,3}(\.\d{3})+,\d+$|^\d+,(\d{1,2}|\d{4,})$|^0,\d+$|^\d{4,},\d{3}$|^\d{1,3}(\.\d{3}){2,}$/;

/** Blanks of any width and the Swiss apostrophe only group digits. */
const withoutGroups = (text: string) => text.replace(/[\s'’]/g, "");

/** The figure alone: without its sign, its unit, and what it is measured in. */
const bare = (text: string) =>
  withoutGroups(text)
    .replace(/^[+\-−]/, "")
    .replace(/(%|[KMBT])$/i, "");

/**
 * The decimal sign that these figures show beyond doubt. 118,420 shows none: it may be either.
 * @returns undefined where they show none, or both
 */
export function decimalSignOf(texts: Iterable<string>): DecimalSign | undefined {
  const seen = new Set<DecimalSign>();
  for (const text of texts) {
    const figure = bare(text);
    if (POINT_ONLY.test(figure)) seen.add("point");
    else if (COMMA_ONLY.test(figure)) seen.add("comma");
  }
  const [only, other] = seen;
  return other === undefined ? only : undefined;
}

/** A figure as every field of the back-office reads it, or what is wrong with it. */
export type ReadFigure = { text: string; problem?: undefined } | { text?: undefined; problem: string };

const FIGURE = /^[+\-−]?(\d[\d.,]*|[.,]\d+)(e[+-]?\d{1,2})?(%|[KMBT])?$/i;

/**
 * Reads a figure as a spreadsheet shows it: grouped by thousands, with a true minus, a percent sign or K, M, B. Which units a field
 * knows is the field's to say. Nothing is guessed: of a figure that could be two, both are named.
 */
export function readFigure(typed: string, sign: DecimalSign): ReadFigure {
  const text = withoutGroups(typed);
  if (text === "") return { text: "" };
  if (/^\(.*\)$/.test(text)) return { problem: "Parentheses are not read as a minus: write −" };
  if (!FIGURE.test(text)) return { problem: "This is not a number" };
  const figure = text.replace(/e[+-]?\d{1,2}/i, "").replace(/[^\d.,]/g, "");
  if (isWellGrouped(figure, sign)) return { text: plain(text, sign) };
  const other = sign === "point" ? "comma" : "point";
  if (!isWellGrouped(figure, other)) return { problem: "This is not a number" };
  const decimal = plain(figure, other);
  const whole = figure.replace(/[.,]/g, "");
  return {
    problem: `${other === "comma" ? "Comma" : "Point"} as decimal sign: is it ${decimal} or ${whole}?`,
  };
}

const isWellGrouped = (figure: string, sign: DecimalSign) =>
  sign === "point"
    ? /^(\d+|\d{1,3}(,\d{3})+)?(\.\d*)?$/.test(figure)
    : /^(\d+|\d{1,3}(\.\d{3})+)?(,\d*)?$/.test(figure);

const plain = (text: string, sign: DecimalSign) =>
  sign === "point" ? text.replaceAll(",", "") : text.replaceAll(".", "").replace(",", ".");
