import type { AppLoadContext } from "@remix-run/node";
import { describe, expect, it } from "vitest";
import { withJsonErrors } from "~/web/api-replies.server";
import { AppError, invalidFields } from "~/web/app-error.server";

const CONFLICT = new AppError(409, "Somebody else changed this record.", {
  conflict: {
    version: 4,
    values: { title: "Theirs", tags: "a\nb", author: "" },
    record: { id: "1", title: "Theirs" },
  },
});

const WRONG = invalidFields({ title: "Title is required" });

const jsonOf = async (error: unknown) => {
  const context = {} as AppLoadContext;
  const reply = await withJsonErrors({ context }, () => Promise.reject(error));
  return { status: reply.status, body: await reply.json(), ...context };
};

describe("an error in JSON", () => {
  it("has the errors by field, and the first of them as its message", async () => {
    expect(await jsonOf(WRONG)).toEqual({
      status: 422,
      body: { message: "Title is required", errors: { title: "Title is required" } },
    });
  });

  it("has the current record after a conflict", async () => {
    expect(await jsonOf(CONFLICT)).toEqual({
      status: 409,
      body: { message: "Somebody else changed this record.", current: { id: "1", title: "Theirs" } },
    });
  });

  it("has only a message if it concerns no field", async () => {
    expect(await jsonOf(new AppError(403, "Not yours."))).toEqual({
      status: 403,
      body: { message: "Not yours." },
    });
  });

  it("sends the seconds of a rate limit as Retry-After", async () => {
    expect(await jsonOf(new AppError(429, "Too many tries.", { retryAfter: 60 }))).toEqual({
      status: 429,
      body: { message: "Too many tries." },
      retryAfterSeconds: 60,
    });
  });

  it("is not created from an unexpected error", async () => {
    await expect(jsonOf(new Error("broken"))).rejects.toThrow("broken");
  });
});
