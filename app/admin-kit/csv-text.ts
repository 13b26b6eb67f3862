/**
 * Whether a spreadsheet would read the text as a formula. East Asian spreadsheets also accept wide and small
 * forms of the first character.
 */
const startsAsFormula = (text: string) => /^[=+\-@\t\r\n]/.test(text.slice(0, 1).normalize("NFKC"));

const isFormula = (text: string) => startsAsFormula(text) && !/^[+-]?[\d.,]+%?$/.test(text);

/** Whether an apostrophe before a formula marks it as text. */
const isMarked = (text: string) => text.startsWith("'") && startsAsFormula(text.replace(/^'+/, ""));

/** Marks a formula as text for spreadsheets; `asTyped` undoes it. */
export const asText = (text: string): string => (isFormula(text) || isMarked(text) ? `'${text}` : text);

/** The text before `asText`. */
export const asTyped = (cell: string): string => (isMarked(cell) ? cell.slice(1) : cell);
