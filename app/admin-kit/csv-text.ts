/** What a spreadsheet would take for a formula: by its first sign, of which East Asian ones know wider and smaller forms. */
const startsAsFormula = (text: string) => /^[=+\-@\t\r\n]/.test(text.slice(0, 1).normalize("NFKC"));

const isFormula = (text: string) => startsAsFormula(text) && !/^[+-]?[\d.,]+%?$/.test(text);

/** Apostrophes before a formula: the first of them was put there, or looks like it. */
const isMarked = (text: string) => text.startsWith("'") && startsAsFormula(text.replace(/^'+/, ""));

/** A text that a spreadsheet would take for a formula, kept a text; `asTyped` gives it back. */
export const asText = (text: string): string => (isFormula(text) || isMarked(text) ? `'${text}` : text);

/** What a cell held before `asText` made it safe. */
export const asTyped = (cell: string): string => (isMarked(cell) ? cell.slice(1) : cell);
