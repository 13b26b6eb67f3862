import { config } from "~/platform/config.server";
import { pictureAttributes, type StoredPicture } from "~/platform/pictures/picture";
import { toFormValue } from "~/web/submission.server";
import { readMinute, wallMinute } from "~/web/zoned-minute";
import type { Option } from "./field-schema";
import type { Field } from "./fields.server";
import { drawLibrary } from "./library/library-choices.server";

/** One field of a form, as the browser renders and validates it. */
export type FieldData = Pick<
  Field,
  | ("name" | "label" | "hint" | "input" | "required" | "requiredMessage" | "maxLength")
  | ("more" | "half" | "rows")
> & {
  /** For a text, what the browser suggests. */
  options?: readonly (Option | string)[];
  /** Absent if the screen has its own schema. */
  format?: Field["format"];
  value: string;
  /** For autofill: "current-password". */
  autoComplete?: string;
  /** The picture is a portrait. */
  portrait?: boolean;
  /** The picture library as HTML, if the field offers it. */
  library?: string;
  picture?: ReturnType<typeof pictureAttributes>;
};

/** A field without a declaration. */
export const customField = (
  options: Pick<FieldData, "name" | "label" | "input"> & Partial<FieldData>,
): FieldData => ({ ...options, value: options.value ?? "" });

/** A declared field as its form renders it. @param value the initial text */
export function fieldData(field: Field, value: string, picture?: StoredPicture): FieldData {
  const { property: _, initial: __, schema: ___, notCopied: ____, draw: _____, ...sent } = field;
  const { answer: ______, price: _______, suggest: ________, library, ...drawn } = sent;
  return {
    ...drawn,
    value: displayValue(drawn.input, value),
    library: library ? drawLibrary(drawn.name) : undefined,
    picture: picture && pictureAttributes(picture),
  };
}

/** Fields with what the browser suggests in them. @param drawn of the declared fields, by name */
export const withSuggestions = (
  declared: readonly Field[],
  drawn: readonly FieldData[],
): Promise<FieldData[]> =>
  Promise.all(
    drawn.map(async (field) => {
      const options = await declared.find(({ name }) => name === field.name)?.suggest?.();
      return options ? { ...field, options } : field;
    }),
  );

/** A minute in the site's time zone, as its input needs it. The log and people write it in other ways. */
function toSiteMinute(text: string): string {
  const { siteTz } = config();
  const read = readMinute(text, siteTz);
  return "moment" in read ? wallMinute(read.moment, siteTz) : text;
}

/** A record's value as form text; "" for a picture. */
export const formValue = (row: object, { input, property }: Field): string =>
  input === "picture" ? "" : displayValue(input, toFormValue((row as Record<string, unknown>)[property]));

const displayValue = (input: Field["input"], value: string) =>
  input === "datetime" && value !== "" ? toSiteMinute(value) : value;

/** A record's values as form texts by field name, without pictures. */
export const formValues = (fields: readonly Field[], row: object): Record<string, string> =>
  Object.fromEntries(
    fields.filter(({ input }) => input !== "picture").map((field) => [field.name, formValue(row, field)]),
  );
