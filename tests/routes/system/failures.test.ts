import { processValues } from "db/per-process";
import { withoutTable } from "tests/support/database-failures";
import { memberId, offerPackages, PREMIUM_ID } from "tests/support/purchases";
import { spec } from "tests/support/spec";
import { PASSWORD, startTestApp, type TestApp } from "tests/support/test-app";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { deriveToken } from "~/auth/single-use-tokens.server";
import { createLog } from "~/platform/log.server";

/** A PayPal account that is never used: orders fail earlier. */
const PAYPAL = {
  PAYPAL_CLIENT_ID: "id",
  PAYPAL_CLIENT_SECRET: "secret",
  PAYPAL_WEBHOOK_ID: "HOOK",
  PAYPAL_MERCHANT_ID: "MERCHANT",
};

const written: string[] = [];
let app: TestApp;
/** An unused password reset link. */
let link: string;

beforeAll(async () => {
  processValues.set("log", createLog("info", { write: (line: string) => void written.push(line) }));
  app = await startTestApp(PAYPAL);
  await offerPackages(app);
  const id = "20000000-0000-4000-8000-000000000001";
  link = deriveToken("reset-password", id);
  await app.sql(
    `insert into single_use_tokens (id, token_hash, member_id, purpose, expires_at)
     values (?, encode(sha256(?::bytea), 'hex'), ?, 'reset-password', now() + interval '20 minutes')`,
    [id, link, await memberId(app, "basic")],
  );
});
afterAll(() => app.stop());
beforeEach(() => app.sql("delete from rate_limits"));

const ada = { firstname: "Ada", lastname: "Wexford", email: "ada@example.com", password: "a long password" };
const changed = {
  currentPassword: PASSWORD,
  newPassword: "another password",
  confirmPassword: "another password",
};

/** The expected text of a form or address without a table, and the typed values that must remain. */
type FailureCase = {
  path: string;
  gone: string;
  words: string;
  body?: Record<string, string>;
  method?: string;
  as?: "basic" | "admin";
  kept?: string[];
};

function expectNamedInLog(answer: Response, words: string): void {
  const requestId = answer.headers.get("X-Request-Id");
  const lines = written.filter((line) => line.includes(`"requestId":"${requestId}"`));
  expect(lines.join("")).toContain(words);
  expect(lines.join("")).toContain("does not exist");
}

async function ask({ path, gone, body, method, as }: FailureCase): Promise<Response> {
  const cookies = as && (await app.cookiesOf(as));
  return withoutTable(app, gone, () => app.request(path, { method: method ?? "POST", body, cookies }));
}

const pageCase = (path: string, gone: string, words: string): FailureCase => ({
  path,
  gone,
  words,
  method: "GET",
});

describe("a form that fails", () => {
  const adasAddress = [`value="${ada.email}"`];
  const forms = (): FailureCase[] => [
    {
      path: "/register",
      gone: "members",
      body: ada,
      words: "Registration failed. Try again!",
      kept: ['value="Ada"', 'value="Wexford"', ...adasAddress],
    },
    {
      path: "/forget-password",
      gone: "rate_limits",
      body: { email: ada.email },
      words: "Something went wrong",
      kept: adasAddress,
    },
    {
      path: `/reset-password/${link}`,
      gone: "rate_limits",
      words: "Failed to reset password",
      body: { password: "another password", confirmPassword: "another password" },
    },
    pageCase("/verify-email/some-token", "single_use_tokens", "Verification failed"),
    pageCase(
      "/resend-verification-email?email=ada%40example.com",
      "rate_limits",
      "Failed to resend verification email",
    ),
    {
      path: "/login",
      gone: "members",
      body: { email: ada.email, password: ada.password },
      words: "Unexpected error. Please try again.",
      kept: adasAddress,
    },
    {
      path: "/admin/login",
      gone: "staff",
      body: { email: ada.email, password: ada.password },
      words: "Login failed",
      kept: adasAddress,
    },
    {
      path: "/dashboard/password",
      as: "basic",
      gone: "rate_limits",
      body: changed,
      words: "Failed to change password",
    },
    {
      path: "/dashboard/deletion",
      as: "basic",
      gone: "rate_limits",
      body: { password: PASSWORD },
      words: "Failed to delete the account",
    },
    {
      path: "/subscription",
      as: "basic",
      gone: "orders",
      body: { packageId: PREMIUM_ID },
      words: "Failed to initiate subscription",
    },
  ];

  it(
    "shows the specified error and the typed values, never a password",
    spec("8 login failed unexpected error"),
    async () => {
      for (const form of forms()) {
        const answer = await ask(form);
        const page = await answer.text();
        expect([form.path, answer.status]).toEqual([form.path, 500]);
        for (const text of [form.words, ...(form.kept ?? [])]) expect(page, form.path).toContain(text);
        expect(page).not.toMatch(/a long password|another password|a password for tests/);
        expect(page).not.toMatch(/relation|does not exist|select /);
        expectNamedInLog(answer, form.words);
      }
    },
  );

  it("keeps the names in the profile", spec("8 failed update profile"), async () => {
    await app.sql("alter table members add constraint no_break check (firstname <> 'Broken') not valid");
    const body = new FormData();
    for (const [name, value] of Object.entries({ firstname: "Broken", lastname: "Wexford" }))
      body.set(name, value);
    const page = await app.request("/dashboard", {
      method: "POST",
      body,
      cookies: await app.cookiesOf("basic"),
    });
    const reply = await app.request("/api/user/profile", {
      method: "PUT",
      body,
      cookies: await app.cookiesOf("basic"),
    });
    await app.sql("alter table members drop constraint no_break");
    expect(page.status).toBe(500);
    const html = await page.text();
    for (const text of ["Failed to update profile", 'value="Broken"', 'value="Wexford"']) {
      expect(html).toContain(text);
    }
    expect([reply.status, await reply.json()]).toEqual([500, { message: "Failed to update profile" }]);
  });

  it(
    "for a purchase explains that finalization continues",
    spec("8 failed finalize subscription"),
    async () => {
      const userId = await memberId(app, "basic");
      const answer = await ask({
        ...pageCase(`/subscription?token=O1&userId=${userId}&packageId=${PREMIUM_ID}`, "orders", ""),
        as: "basic",
      });
      expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/subscription"]);
      const toast = answer.headers.getSetCookie().join("; ");
      expect(await (await app.request("/about", { cookies: toast })).text()).toContain(
        "Failed to finalize subscription. We will keep trying, and you will not pay twice.",
      );
    },
  );
});

describe("an API address that fails", () => {
  const { email, password } = ada;
  const credentials = { email, password };
  const twins = (): FailureCase[] => [
    { path: "/api/auth/user/register", gone: "members", body: ada, words: "Registration failed. Try again!" },
    { path: "/api/auth/user/login", gone: "members", body: credentials, words: "Login failed" },
    { path: "/api/auth/admin/login", gone: "staff", body: credentials, words: "Login failed" },
    {
      path: "/api/auth/user/forget-password",
      gone: "rate_limits",
      body: { email },
      words: "Something went wrong",
    },
    {
      path: `/api/auth/user/reset-password/${link}`,
      gone: "rate_limits",
      body: { password },
      words: "Failed to reset password",
    },
    pageCase("/api/auth/user/verify-email/some-token", "single_use_tokens", "Verification failed"),
    pageCase(
      "/api/auth/user/resend-verification?email=ada%40example.com",
      "rate_limits",
      "Failed to resend verification email",
    ),
  ];

  it(
    "returns the specified error",
    spec(
      "8 registration failed try again",
      "8 something went wrong failed",
      "8 verification failed failed resend",
      "8 login failed",
    ),
    async () => {
      for (const twin of twins()) {
        const answer = await ask(twin);
        expect([twin.path, answer.status, await answer.json()]).toEqual([
          twin.path,
          500,
          { message: twin.words },
        ]);
        expectNamedInLog(answer, twin.words);
      }
    },
  );

  it("names the step of a purchase", spec("8 failed initiate subscription failed"), async () => {
    const userId = await memberId(app, "basic");
    const order = { userId, packageId: PREMIUM_ID };
    for (const [step, words, body] of [
      ["upgrade", "Failed to initiate subscription", order],
      ["captureOrder", "Failed to finalize subscription", { ...order, orderId: "O1" }],
    ] as const) {
      const path = `/api/subscription/${step}`;
      const answer = await ask({ path, gone: "orders", body, as: "basic", words: "" });
      expect([step, answer.status, await answer.json()]).toEqual([step, 500, { message: words }]);
    }
  });
});

describe("a list that fails to load", () => {
  const page = async (table: string, path: string) => {
    const answer = await withoutTable(app, table, () => app.request(path));
    return { status: answer.status, html: await answer.text() };
  };

  it.each([
    ["/news", "news", "No news available in this category."],
    ["/daily-brief", "daily_briefs", "No daily briefs available."],
    ["/stock-picks", "stock_picks", "No stock picks found for All"],
    ["/market", "quotes", "No markets found."],
    ["/trade-alert", "trade_alerts", "Failed to fetch trade alerts"],
    ["/videos", "videos", "Failed to fetch videos"],
    ["/subscription", "packages", "Failed to load subscription plans"],
    ["/search?q=gold", "news", "Search is not working at the moment."],
  ])(
    "shows its error on %s, which is not cached",
    spec("8 failed load subscription plans", "8 logged only empty list", "8 markets found"),
    async (path, table, words) => {
      const broken = await page(table, path);
      expect([path, broken.status]).toEqual([path, 500]);
      expect(broken.html).toContain(words);
      // The specified text alone would mean an empty list.
      expect(/could not be read|reload|not working/.test(broken.html)).toBe(true);
      expect(broken.html).toContain("<footer");
      const whole = await app.request(path);
      expect([whole.status, (await whole.text()).includes("Failed to")]).toEqual([200, false]);
    },
  );

  it.each([
    ["news", "No news available in this category."],
    ["daily_briefs", "No daily briefs available."],
    ["stock_picks", "No stock picks found for All"],
    ["trade_alerts", "Failed to fetch trade alerts"],
    ["videos", "Failed to fetch videos"],
    ["banners", "Daily Brief"],
    ["ads", "No ad available for position 1."],
    ["movers", "Daily Brief"],
    ["quotes", "Daily Brief"],
  ])(
    "leaves the other parts of the home page: %s",
    spec("8 failed fetch trade alerts", "8 logged only empty list"),
    async (table, words) => {
      const { status, html } = await page(table, "/");
      expect(status).toBe(200);
      expect(html).toContain(words);
      if (words.startsWith("No ") && table !== "ads")
        expect(html).toContain("This list could not be loaded.");
      for (const part of ["Stock Picks", "Trade Alerts", "Videos"])
        expect(html).toContain(`>${part}</a></h2>`);
    },
  );

  it("does not appear in the comparison of plans", async () => {
    expect((await page("daily_briefs", "/subscription")).html).not.toContain(">Daily briefs<");
    expect(await (await app.request("/subscription")).text()).toContain(">Daily briefs<");
  });

  it("leaves the other parts of the dashboard", async () => {
    const cookies = await app.cookiesOf("superadmin");
    const answer = await withoutTable(app, "quotes", () => app.request("/admin", { cookies }));
    const html = await answer.text();
    expect([answer.status, html.includes("Nothing is waiting for you.")]).toEqual([200, false]);
    expect(html).toContain("Some items could not be loaded.");
    expect(html).toContain("Last changes");
  });

  it("is replaced by a placeholder if it is a picture", async () => {
    const id = crypto.randomUUID();
    const answer = await withoutTable(app, "ads", () => app.request(`/uploads/${id}/320.webp`));
    expect([answer.status, answer.headers.get("Content-Type")]).toEqual([500, "image/svg+xml"]);
  });

  it("is not cached, even for the next request", async () => {
    expect((await page("videos", "/")).html).toContain("Failed to fetch videos");
    for (let time = 0; time < 40; time += 1) {
      expect(await (await app.request("/")).text()).not.toContain("Failed to fetch videos");
    }
  });
});
