import { config } from "~/platform/config.server";
import { pictureAttributes, type StoredPicture } from "~/platform/pictures/picture";
import { toFormValue } from "~/web/submission.server";
import { readMinute, wallMinute } from "~/web/zoned-minute";
import type { Field } from "./fields.server";
import { drawLibrary } from "./library/draw-library.server";

/** One field of a form as it is drawn, and checked in the browser. */
export type FieldData = Pick<
  Field,
  | ("name" | "label" | "hint" | "input" | "required" | "requiredMessage" | "maxLength")
  | ("more" | "half" | "rows" | "options")
> & {
  /** Absent where the screen brings a schema of its own. */
  format?: Field["format"];
  value: string;
  /** What the browser may fill in by itself: "current-password". */
  autoComplete?: string;
  /** It is to be a picture of a person. */
  portrait?: boolean;
  /** The picture library, as HTML, where it may be chosen from. */
  library?: string;
  picture?: ReturnType<typeof pictureAttributes>;
};

/** A field of a form that no declaration stands for: what is asked, and how. */
export const customField = (
  options: Pick<FieldData, "name" | "label" | "input"> & Partial<FieldData>,
): FieldData => ({ ...options, value: options.value ?? "" });

/** A declared field as its form draws it. @param value the text it begins with */
export function fieldData(field: Field, value: string, picture?: StoredPicture): FieldData {
  const { property: _, initial: __, schema: ___, notCopied: ____, draw: _____, ...sent } = field;
  const { answer: ______, price: _______, library, ...drawn } = sent;
  return {
    ...drawn,
    value: displayValue(drawn.input, value),
    library: library ? drawLibrary(drawn.name) : undefined,
    picture: picture && pictureAttributes(picture),
  };
}

/** A minute as its input has it: what clocks of the site show. The log, and what was typed, may have it otherwise. */
function toSiteMinute(text: string): string {
  const { siteTz } = config();
  const read = readMinute(text, siteTz);
  return "moment" in read ? wallMinute(read.moment, siteTz) : text;
}

/** What a record has in a field, as the text of a form. A picture is no text. */
export const formValue = (row: object, { input, property }: Field): string =>
  input === "picture" ? "" : displayValue(input, toFormValue((row as Record<string, unknown>)[property]));

const displayValue = (input: Field["input"], value: string) =>
  input === "datetime" && value !== "" ? toSiteMinute(value) : value;

/** What a record has in the fields of its form that are texts, by their names. */
export const formValues = (fields: readonly Field[], row: object): Record<string, string> =>
  Object.fromEntries(
    fields.filter(({ input }) => input !== "picture").map((field) => [field.name, formValue(row, field)]),
  );
