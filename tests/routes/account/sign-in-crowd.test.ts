import { app, database, setUpApp } from "tests/support/running-app";
import { PASSWORD } from "tests/support/test-app";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";

setUpApp();
beforeEach(() => database.rows("delete from rate_limits"));

const BUSY = "Many people are signing in right now. Please try again in a few seconds.";

/** Enough concurrent requests to fill the queue, each from its own address. */
async function crowd(path: string, bodyOf: (n: number) => Record<string, string>, accept = "text/html") {
  const answers = Array.from({ length: 60 }, async (_, n) => {
    const answer = await app.request(path, {
      method: "POST",
      body: bodyOf(n),
      headers: { Accept: accept },
    });
    return {
      n,
      status: answer.status,
      retryAfter: answer.headers.get("Retry-After"),
      text: await answer.text(),
    };
  });
  const all = await Promise.all(answers);
  return {
    busy: all.filter(({ status }) => status === 503),
    others: all.filter(({ status }) => status !== 503),
  };
}

// What the first request loads would spread the crowd out.
beforeAll(async () => {
  for (const path of ["/login", "/admin/login"]) await app.request(path);
  await crowd("/login", (n) => ({ email: `warm${n}@none.test`, password: PASSWORD }));
  await database.rows("delete from rate_limits");
});

describe("more concurrent sign-ins than the server can check", () => {
  it.each(["/login", "/admin/login"])("%s keeps the typed values and shows when to retry", async (path) => {
    const { busy, others } = await crowd(path, (n) => ({
      email: `reader${n}@none.test`,
      password: PASSWORD,
    }));
    expect(new Set(others.map(({ status }) => status))).toEqual(new Set([401]));
    expect(busy.length).toBeGreaterThan(0);
    for (const { n, text, retryAfter } of busy) {
      expect(retryAfter).toBe("5");
      expect(text).toContain(BUSY);
      expect(text).toContain(`value="reader${n}@none.test"`);
      expect(text).not.toContain(PASSWORD);
    }
  });

  it("get the same message from the API", async () => {
    const path = "/api/auth/user/login";
    const { busy } = await crowd(path, (n) => ({ email: `reader${n}@none.test`, password: PASSWORD }));
    expect(busy.length).toBeGreaterThan(0);
    for (const { text } of busy) expect(JSON.parse(text)).toEqual({ message: BUSY });
  });

  it("do not block the next one", async () => {
    await crowd("/login", (n) => ({ email: `reader${n}@none.test`, password: PASSWORD }));
    await database.rows("delete from rate_limits");
    const next = await app.request("/login", {
      method: "POST",
      body: { email: "basic@demo.test", password: PASSWORD },
    });
    expect(next.status).toBe(303);
  });
});
