import type { AppLoadContext } from "@remix-run/node";
import { describe, expect, it } from "vitest";
import { AppError, catchAppError, invalidFields } from "~/web/app-error.server";
import { formErrorReply, pageErrorReply } from "~/web/form-replies.server";
import { FIX_THE_FORM } from "~/web/validator";

const CONFLICT = new AppError(409, "Somebody else changed this record.", {
  conflict: {
    version: 4,
    values: { title: "Theirs", tags: "a\nb", author: "" },
  },
});

const WRONG = invalidFields({ title: "Title is required" });

describe("an error in a form", () => {
  it("returns the input as text, without passwords", () => {
    const typed = { title: "", tags: ["a", "b"], free: true, count: 3, newPassword: "secret" };
    const { data, init } = formErrorReply(WRONG, "Failed to add news.", typed);
    expect(init?.status).toBe(422);
    expect(data).toEqual({
      message: FIX_THE_FORM,
      failed: "Failed to add news.",
      title: FIX_THE_FORM,
      explainedByFields: true,
      fieldErrors: { title: "Title is required" },
      repopulateFields: { title: "", tags: "a\nb", free: "on", count: "3" },
    });
  });

  it("shows the saved values that differ after a conflict, and continues from their version", () => {
    const { data, init } = formErrorReply(CONFLICT, "Failed to update news.", {
      title: "Mine",
      tags: ["a", "b"],
    });
    expect(init?.status).toBe(409);
    expect(data).toMatchObject({ version: 4, repopulateFields: { title: "Mine" } });
    expect(data.theirs).toEqual({ title: "Theirs" });
  });
});

describe("an error as a page", () => {
  it("is one sentence with its status, and sends the seconds of a rate limit as Retry-After", async () => {
    const context = {} as AppLoadContext;
    const limit = new AppError(429, "Too many tries.", { retryAfter: 60 });
    const { data, init } = await catchAppError(
      { context },
      "Failed to sign in.",
      () => Promise.reject(limit),
      pageErrorReply,
    );
    expect([data, init?.status]).toEqual([{ message: "Too many tries." }, 429]);
    expect(context.retryAfterSeconds).toBe(60);
    expect(pageErrorReply(WRONG).data).toEqual({ message: "Title is required" });
  });
});
