import { describe, expect, it } from "vitest";
import { invalidFieldsTitle } from "~/admin-kit/form-summary";
import { AppError, fieldError } from "~/web/app-error.server";
import { conflictTitle, formErrorTitle } from "~/web/form-replies.server";

const FAILED = "Failed to add news.";
const MAREN = { name: "Maren Holt", at: "28 Nov 2026, 12:56 UTC" };

describe("the error summary of a form", () => {
  it.each([
    [1, "Nothing was saved: one field needs another look"],
    [2, "Nothing was saved: two fields need another look"],
    [4, "Nothing was saved: four fields need another look"],
    [5, "Nothing was saved: 5 fields need another look"],
  ])("counts %i invalid fields", (count, words) => expect(invalidFieldsTitle(count)).toBe(words));

  it("is titled by the failure, not by the field's error", () => {
    const taken = fieldError(409, "email", "Another member of staff already uses this email");
    expect(formErrorTitle(taken, FAILED)).toBe(FAILED);
  });

  it("shows an error without a field unchanged", () => {
    const message = "Nothing has been saved yet: please check the warnings";
    const warned = new AppError(422, message, { fieldErrors: { title: "Title is required" } });
    expect(formErrorTitle(warned, FAILED)).toBe(message);
  });

  it("reports a conflict before other errors", () => {
    const conflict = { version: 2, values: {}, by: { title: MAREN } };
    expect(
      formErrorTitle(new AppError(409, "Somebody else changed this record.", { conflict }), FAILED),
    ).toBe("Nothing was saved: Maren Holt changed this record while you were editing it");
  });

  it.each([
    ["nobody whose name is known", {}],
    ["one who is not named", { title: undefined }],
    ["several people", { title: MAREN, content: { ...MAREN, name: "Juno Castellan" } }],
  ])("calls %s somebody else", (_who, by) =>
    expect(conflictTitle(by)).toContain("somebody else changed this record"));
});
