import { describe, expect, it } from "vitest";
import { flag, optionalText, publicationStatus, text } from "~/admin-kit/fields.server";
import { optionalDecimal } from "~/admin-kit/number-fields.server";
import { parseSubmission } from "~/admin-kit/parse-submission.server";
import { AppError } from "~/web/app-error.server";

const free = flag("isFree", { label: "Free", initial: true });

const films = {
  fields: [
    text("title", { label: "Title", maxLength: 10 }),
    optionalText("caption", { label: "Caption", maxLength: 10 }),
    optionalDecimal("zone.min", { property: "zoneMin", label: "From" }),
    publicationStatus({ initial: "draft" }),
    free,
  ],
};

const answers = async (
  format: "form" | "json",
  mode: "create" | "update",
  values: Record<string, unknown>,
) => {
  try {
    return (await parseSubmission(films, { format, values, files: {} }, mode)).values;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.details.fieldErrors;
  }
};

describe("a missing value", () => {
  it("in a form keeps the stored value, except that a check box is unticked", async () => {
    expect(await answers("form", "update", { title: "A" })).toEqual({ title: "A", isFree: false });
    expect(await answers("form", "update", {})).toEqual({ isFree: false });
    expect(await answers("form", "create", { title: "A", status: "published" })).toEqual({
      title: "A",
      caption: null,
      zoneMin: null,
      status: "published",
      isFree: false,
    });
  });

  it("in a form differs from an empty text, which empties the field", async () => {
    expect(await answers("form", "update", { caption: "", "zone.min": "", isFree: "on" })).toEqual({
      caption: null,
      zoneMin: null,
      isFree: true,
    });
    expect(await answers("form", "update", { title: "" })).toEqual({ title: "Title is required" });
    expect(await answers("form", "create", {})).toEqual({ title: "Title is required" });
  });

  it("in JSON keeps the stored value, and is the default of a new record", async () => {
    expect(await answers("json", "update", { title: "B" })).toEqual({ title: "B" });
    expect(await answers("json", "update", {})).toEqual({});
    expect(await answers("json", "create", { title: "B" })).toEqual({
      title: "B",
      caption: null,
      zoneMin: null,
      status: "draft",
      isFree: true,
    });
  });

  it("in JSON differs from null, which empties the field, also inside an object", async () => {
    expect(await answers("json", "update", { caption: null, zone: null })).toEqual({
      caption: null,
      zoneMin: null,
    });
    expect(await answers("json", "update", { zone: {} })).toEqual({});
    expect(await answers("json", "update", { zone: { min: "1,000.5" } })).toEqual({ zoneMin: "1000.5" });
    for (const zone of ["x", 5, [], [1]]) {
      expect(await answers("json", "update", { title: null, zone })).toEqual({
        title: "Title is required",
        "zone.min": expect.any(String),
      });
    }
  });

  it("ignores inherited properties", async () => {
    const inherited = Object.create({ title: "Inherited", isFree: true }) as Record<string, unknown>;
    expect(await answers("json", "update", inherited)).toEqual({});
  });
});
