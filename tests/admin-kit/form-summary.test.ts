import { describe, expect, it } from "vitest";
import { summaryTitle } from "~/admin-kit/form-summary";
import { AppError } from "~/web/app-error.server";
import { conflictTitle, titleOf } from "~/web/form-replies.server";
import { FIX_THE_FORM } from "~/web/validator";

const FAILED = "Failed to add news.";
const MAREN = { name: "Maren Holt", at: "28 Nov 2026, 12:56 UTC" };

describe("the error summary of a form", () => {
  it.each([
    [1, "Nothing was saved: one field needs another look"],
    [2, "Nothing was saved: two fields need another look"],
    [4, "Nothing was saved: four fields need another look"],
    [5, "Nothing was saved: 5 fields need another look"],
  ])("counts %i invalid fields", (count, words) =>
    expect(summaryTitle(FIX_THE_FORM, count, "Not read")).toBe(words));

  it("is titled by the failure, not by the field's error", () => {
    const taken = "Another member of staff already uses this email";
    const title = titleOf(new AppError(422, taken, { fieldErrors: { email: taken } }), FAILED);
    expect(summaryTitle(taken, 1, title)).toBe(FAILED);
  });

  it("shows an error without a field unchanged", () => {
    const message = "Nothing was saved yet: please check the warnings";
    const title = titleOf(
      new AppError(422, message, { fieldErrors: { title: "Title is required" } }),
      FAILED,
    );
    expect([summaryTitle(message, 1, title), summaryTitle(message, 1)]).toEqual([message, message]);
  });

  it("reports a conflict before other errors", () => {
    const conflict = { version: 2, values: {}, by: { title: MAREN } };
    expect(titleOf(new AppError(409, "Somebody else changed this record.", { conflict }), FAILED)).toBe(
      "Nothing was saved: Maren Holt changed this record while you were editing it",
    );
  });

  it.each([
    ["nobody whose name is known", {}],
    ["one who is not named", { title: undefined }],
    ["several people", { title: MAREN, content: { ...MAREN, name: "Juno Castellan" } }],
  ])("calls %s somebody else", (_who, by) =>
    expect(conflictTitle(by)).toContain("somebody else changed this record"));
});
