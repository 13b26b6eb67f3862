import { z } from "zod/mini";

export const LABELS_PATH = "/admin/manage-users/labels";
export const labelPath = (id: string) => `${LABELS_PATH}/${id}`;

/** In the change log. */
export const LABELS_KIND = "labels";

/** The most labels of the site and of one member, and the most characters of a name. */
export const MAX_LABELS = 10_000;
export const MAX_OF_MEMBER = 100;
export const LABEL_LENGTH = 40;

export const NO_LABEL = "There is no label with this name.";
export const TOO_MANY_LABELS = "There are 10,000 labels already. Merge or delete some first.";

/** Why a label cannot be merged into another; undefined if it can. @param into undefined if no label has the name */
export function mergeProblem(id: string, into?: { id: string; follows: boolean }): string | undefined {
  if (!into) return NO_LABEL;
  if (into.id === id) return "Choose another label.";
  return into.follows ? "That label follows a segment." : undefined;
}

/** What nobody sees: also fillers that count as letters, and the empty pattern of Braille. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/**
 * A name as names are compared: without case, width and invisible characters. "STRASSE" and "Straße" are the same.
 */
export const nameKey = (name: string): string =>
  name
    .replace(INVISIBLE, "")
    .normalize("NFKC")
    .toUpperCase()
    .toLowerCase()
    .normalize("NFKC")
    .replace(INVISIBLE, "")
    .replace(/\s+/g, " ")
    .trim();

/** Characters as people count them, and as the database does: a letter beyond the first 65,536 is one. */
const lengthOf = (text: string) => [...text].length;

/** A name in any script: one line, something visible, no characters that reverse the text direction. */
export const namingSchema = (label: string, maxLength: number) =>
  z.string(`${label} is required`).check(
    z.trim(),
    z.minLength(1, `${label} is required`),
    z.refine((text) => lengthOf(text) <= maxLength, `${label} may have at most ${maxLength} characters`),
    z.refine(
      (text) =>
        text.isWellFormed() &&
        !/[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u.test(text) &&
        (text === "" || /[\p{L}\p{N}\p{S}\p{P}]/u.test(nameKey(text))),
      `${label} contains characters that are not allowed`,
    ),
  );

/** Imports separate labels by commas or semicolons. */
const nameSchema = namingSchema("Label", LABEL_LENGTH).check(
  z.refine((text) => !/[,;]/.test(text), "A label has no comma and no semicolon"),
);

/** The form that names a label. */
export const labelSchema = z.object({ label: nameSchema });

/**
 * The labels in a cell of an import: a list in JSON as in this site's export, or names with commas or semicolons.
 * @property labels the valid ones, as many as a member can have
 * @property problem why others are not among them
 */
export function labelsInCell(cell: string): { labels: string[]; problem?: string } {
  const names = [...new Map(splitCell(cell).map((name) => [nameKey(name), name])).values()];
  const problems = new Map(
    names.flatMap((name) => {
      const { error } = nameSchema.safeParse(name);
      return error ? [[name, error.issues[0]?.message ?? "A label is not valid"] as const] : [];
    }),
  );
  const valid = names.filter((name) => !problems.has(name));
  const tooMany =
    valid.length > MAX_OF_MEMBER ? `A member can have at most ${MAX_OF_MEMBER} labels` : undefined;
  return { labels: valid.slice(0, MAX_OF_MEMBER), problem: [...problems.values()][0] ?? tooMany };
}

function splitCell(cell: string): string[] {
  const named = (names: unknown[]) => names.map((name) => String(name).trim()).filter((name) => name !== "");
  if (cell.startsWith("[")) {
    try {
      const list: unknown = JSON.parse(cell);
      if (Array.isArray(list)) return named(list);
    } catch {
      // Then it is a name that begins with a bracket.
    }
  }
  return named(cell.split(/[,;]/));
}
