import fc from "fast-check";
import { anyText } from "tests/support/any-text";
import { fieldsOf, LISTS } from "tests/support/resources";
import { describe, expect, it } from "vitest";
import { fieldData } from "~/admin-kit/field-data.server";
import type { Field } from "~/admin-kit/fields.server";
import { picture, text } from "~/admin-kit/fields.server";
import { formSchema } from "~/admin-kit/form-schema";
import { parseSubmission } from "~/admin-kit/parse-submission.server";
import { AppError } from "~/web/app-error.server";
import { validatorFor, WHOLE_FORM } from "~/web/validator";

/** The browser's validation, with the fields as the loader sends them. */
async function browserErrors(fields: readonly Field[], values: Record<string, string | File>) {
  const sent = JSON.parse(JSON.stringify(fields.map((field) => fieldData(field, ""))));
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.append(name, value);
  return (await validatorFor(formSchema(sent)).validate(form)).error?.fieldErrors ?? {};
}

async function serverErrors(fields: readonly Field[], values: Record<string, string>) {
  try {
    await parseSubmission({ fields }, { format: "form", values, files: {} }, "create");
    return {};
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.details.fieldErrors ?? {};
  }
}

const typed = fc.oneof(
  fc.string(),
  anyText,
  fc.constantFrom(
    "",
    " ",
    "on",
    "0",
    "-1",
    "11",
    "1,024.80",
    "\u22125",
    "1.5M",
    "9%",
    "1e9",
    "3661",
    "1000000000000000",
  ),
  fc.constantFrom("GBp", "usd", "US", "Premium", "PUBLISHED", "2027-08-14", "2027-02-30", "2200-01-01"),
  fc.constantFrom(
    "https://a.test",
    "javascript:alert(1)",
    "https://a@b.test",
    "\0",
    "\ud800",
    "a\n\n b",
    ".",
  ),
  fc.nat(400).map((length) => "x".repeat(length)),
);

/** A browser sends only ticked boxes and choices, and never half a surrogate pair. */
const formOf = (fields: readonly Field[]) =>
  fc.record(
    Object.fromEntries(fields.map(({ name }) => [name, typed.map((words) => words.toWellFormed())])),
    {
      requiredKeys: fields
        .filter(({ format }) => !["flag", "choice"].includes(format.type))
        .map(({ name }) => name),
    },
  );

describe.each(
  LISTS.map((list) => ({
    path: list.path,
    fields: fieldsOf(list).filter(({ input }) => input !== "picture"),
  })).filter(({ fields }) => fields.length > 0),
)("the form of $path", ({ fields }) => {
  it("has the same messages in browser and server", () =>
    fc.assert(
      fc.asyncProperty(formOf(fields), async (values) => {
        expect(await browserErrors(fields, values)).toEqual(await serverErrors(fields, values));
      }),
      { numRuns: 150 },
    ));
});

describe("a picture", () => {
  const fields = [
    text("title", { label: "Title", maxLength: 9 }),
    picture("image", { label: "Image", required: true }),
  ];
  const file = (bytes: number) => new File([new Uint8Array(bytes)], "a.png");
  const errors = async (values: Record<string, string | File>) =>
    (await browserErrors(fields, { title: "A", ...values })).image;

  it("is required if no file was chosen", async () => {
    expect(await errors({ image: new File([], "") })).toBe("Image is required");
    expect(await errors({ image: file(1) })).toBeUndefined();
  });
  it("may be pending from an earlier submit, unless it was removed", async () => {
    const none = new File([], "");
    expect(await errors({ image: none, imageKept: "an id" })).toBeUndefined();
    expect(await errors({ image: none, imageKept: "an id", imageDrop: "on" })).toBe("Image is required");
  });
  it("is optional if one is saved", async () => {
    const [, declared] = fields;
    const field = { ...fieldData(declared as Field, ""), picture: { src: "/a.webp" } };
    expect((await validatorFor(formSchema([field])).validate(new FormData())).error).toBeUndefined();
  });
  it("is rejected in the browser if it is one byte too large", async () => {
    const words = "The picture is larger than 5 MB. Please choose a smaller one";
    expect(await errors({ image: file(5 * 1024 * 1024) })).toBeUndefined();
    expect(await errors({ image: file(5 * 1024 * 1024 + 1) })).toBe(words);
  });
});

describe("a form with missing fields", () => {
  const schema = formSchema([fieldData(text("name", { label: "Name", maxLength: 3 }), "")]);
  const required = { names: ["name"], message: "All fields are required" };
  const errors = async (values: Record<string, string>) =>
    (await validatorFor(schema, required).validate(values)).error?.fieldErrors;

  it("gets one message for the whole form only if all are missing", async () => {
    expect(await errors({ name: " " })).toEqual({
      [WHOLE_FORM]: "All fields are required",
      name: "Name is required",
    });
    expect(await errors({ name: "long" })).toEqual({ name: "Name may have at most 3 characters" });
  });
  it("accepts dotted names and names of object properties", async () => {
    const dotted = formSchema([fieldData(text("zone.min", { label: "From", maxLength: 3 }), "")]);
    const form = new FormData();
    form.append("zone.min", "");
    form.append("zone", "x");
    form.append("__proto__", "y");
    expect((await validatorFor(dotted).validate(form)).error?.fieldErrors).toEqual({
      "zone.min": "From is required",
    });
  });
});
