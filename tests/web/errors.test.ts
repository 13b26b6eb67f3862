import { describe, expect, it } from "vitest";
import { AppError, formErrorReply, pageErrorReply, withJsonErrors } from "~/web/errors.server";
import { FIX_THE_FORM } from "~/web/validator";

const CONFLICT = new AppError(409, "Somebody else changed this record.", {
  conflict: {
    version: 4,
    values: { title: "Theirs", tags: "a\nb", author: "" },
    record: { id: "1", title: "Theirs" },
  },
});

const WRONG = new AppError(422, FIX_THE_FORM, { fieldErrors: { title: "Title is required" } });

const jsonOf = async (error: unknown) => {
  const reply = await withJsonErrors(() => Promise.reject(error));
  return { status: reply.status, body: await reply.json() };
};

describe("one error, as a form", () => {
  it("brings back what was typed as texts, and no password", () => {
    const typed = { title: "", tags: ["a", "b"], free: true, count: 3, newPassword: "secret" };
    const { data, init } = formErrorReply(WRONG, "Failed to add news.", typed);
    expect(init?.status).toBe(422);
    expect(data).toEqual({
      message: FIX_THE_FORM,
      failed: "Failed to add news.",
      fieldErrors: { title: "Title is required" },
      repopulateFields: { title: "", tags: "a\nb", free: "on", count: "3" },
    });
  });

  it("of a conflict shows what is saved where it differs, and goes on from its version", () => {
    const { data, init } = formErrorReply(CONFLICT, "Failed to update news.", {
      title: "Mine",
      tags: ["a", "b"],
    });
    expect(init?.status).toBe(409);
    expect(data).toMatchObject({ version: 4, repopulateFields: { title: "Mine" } });
    expect(data.theirs).toEqual({ title: "Theirs" });
  });
});

describe("the same error, as JSON", () => {
  it("has the errors by field, and the first of them as its sentence", async () => {
    expect(await jsonOf(WRONG)).toEqual({
      status: 422,
      body: { message: "Title is required", errors: { title: "Title is required" } },
    });
  });

  it("of a conflict has the record as it is now", async () => {
    expect(await jsonOf(CONFLICT)).toEqual({
      status: 409,
      body: { message: "Somebody else changed this record.", current: { id: "1", title: "Theirs" } },
    });
  });

  it("is a sentence alone where it is about no field", async () => {
    expect(await jsonOf(new AppError(403, "Not yours."))).toEqual({
      status: 403,
      body: { message: "Not yours." },
    });
  });

  it("is not made of what merely broke", async () => {
    await expect(jsonOf(new Error("broken"))).rejects.toThrow("broken");
  });
});

describe("the same error, as a page", () => {
  it("is one sentence with its status, and says when to come back", () => {
    const { data, init } = pageErrorReply(new AppError(429, "Too many tries.", { retryAfter: 60 }));
    expect(data).toEqual({ message: "Too many tries." });
    expect(init).toMatchObject({ status: 429, headers: { "Retry-After": "60" } });
    expect(pageErrorReply(WRONG).data).toEqual({ message: "Title is required" });
  });
});
