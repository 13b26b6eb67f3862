import { mailsTo, tokenIn, waitForMail } from "tests/support/mails";
import { spec } from "tests/support/spec";
import { PASSWORD, startTestApp, type TestApp } from "tests/support/test-app";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ TRUST_PROXY: "1" }, { doesJobs: true });
});
afterAll(() => app.stop());

let networks = 0;
function fromAnotherNetwork() {
  networks += 1;
  return { "X-Forwarded-For": `198.51.100.${networks}` };
}

const post = (path: string, body: Record<string, string>) =>
  app.request(path, { method: "POST", body, headers: fromAnotherNetwork() });

const get = (path: string) => app.request(path, { headers: fromAnotherNetwork() });

const signIn = (email: string, password: string) => post("/api/auth/user/login", { email, password });

/** Requests a reset link and reads it from the email. */
async function resetToken(email: string): Promise<string> {
  const before = (await mailsTo(email, /Set a new password/)).length;
  expect((await post("/api/auth/user/forget-password", { email })).status).toBe(200);
  return tokenIn(await waitForMail(email, /Set a new password/, before + 1));
}

const reset = (token: string, password: string) =>
  post(`/api/auth/user/reset-password/${token}`, { password });

describe("a forgotten password request", () => {
  it(
    "gives known, unknown, pending and inactive addresses an identical reply",
    spec("8 password reset email sent"),
    async () => {
      const emails = ["basic@demo.test", "nobody@example.com", "pending@demo.test", "inactive@demo.test"];
      const pages = [];
      const replies = [];
      for (const email of emails) {
        const page = await post("/forget-password", { email });
        pages.push([
          page.status,
          page.headers.get("Location"),
          page.headers.getSetCookie(),
          await page.text(),
        ]);
        const reply = await post("/api/auth/user/forget-password", { email });
        replies.push([reply.status, await reply.text()]);
      }
      for (const page of pages) expect(page).toEqual(pages[0]);
      for (const reply of replies) expect(reply).toEqual([200, '{"message":"Password reset email sent!"}']);
      await waitForMail("basic@demo.test", /Set a new password/);
      await waitForMail("pending@demo.test", /Verify your email/);
      expect(await mailsTo("nobody@example.com")).toEqual([]);
    },
  );

  it("reports an invalid address", async () => {
    const empty = await post("/forget-password", { email: " " });
    expect(empty.status).toBe(422);
    expect(await empty.text()).toContain("Email is required");
    expect(await (await post("/forget-password", { email: "x" })).text()).toContain(
      "Please enter a valid email",
    );
  });

  it("is limited per address, across networks", async () => {
    const ask = () => post("/forget-password", { email: "limited@example.com" });
    for (let n = 0; n < 5; n += 1) expect((await ask()).status).toBe(303);
    const stopped = await ask();
    expect(stopped.status).toBe(429);
    expect(Number(stopped.headers.get("Retry-After"))).toBeGreaterThan(3000);
  });
});

describe("a password reset", () => {
  it(
    "works once, even after an email scanner's three GETs",
    spec("2.3 set your password", "4 registration reset told login", "8 password reset email sent"),
    async () => {
      const token = await resetToken("premium@demo.test");
      const state = () => app.sql("select used_at, voided_at from single_use_tokens order by id");
      const before = await state();
      const cookies = await app.cookiesOf("premium");
      for (let n = 0; n < 3; n += 1) {
        const page = await get(`/reset-password/${token}`);
        expect(page.status).toBe(200);
        expect(await page.text()).toContain("Set your Password");
      }
      await app.request(`/reset-password/${token}`, { method: "HEAD" });
      expect(await state()).toEqual(before);
      expect((await app.request("/dashboard", { cookies })).status).toBe(200);
      const done = await post(`/reset-password/${token}`, {
        password: "brand new password",
        confirmPassword: "brand new password",
      });
      expect(done.headers.get("Location")).toBe("/reset-password/done");
      const afterwards = done.headers.getSetCookie().map((cookie) => cookie.split(";")[0]);
      const last = await (
        await app.request("/reset-password/done", { cookies: afterwards.join("; ") })
      ).text();
      expect(last).toContain("Password reset successful!");
      expect(last).toContain('content="3;url=/login"');
      expect((await get(`/reset-password/${token}`)).status).toBe(400);
      expect((await signIn("premium@demo.test", "brand new password")).status).toBe(200);
      expect((await signIn("premium@demo.test", PASSWORD)).status).toBe(401);
      expect((await app.request("/dashboard", { cookies })).status).toBe(302);
      await waitForMail("premium@demo.test", /was changed/);
    },
  );

  it("succeeds once in twenty concurrent requests", async () => {
    const token = await resetToken("private@demo.test");
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => reset(token, `password number ${n}`)),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 400)).toHaveLength(19);
    const winner = statuses.indexOf(200);
    expect((await signIn("private@demo.test", `password number ${winner}`)).status).toBe(200);
    expect(await mailsTo("private@demo.test", /was changed/)).toHaveLength(1);
  });

  it("accepts only the newer of two links", async () => {
    const older = await resetToken("lapsed@demo.test");
    const newer = await resetToken("lapsed@demo.test");
    expect((await get(`/reset-password/${older}`)).status).toBe(400);
    expect((await reset(older, "by the older link")).status).toBe(400);
    expect((await reset(newer, "by the newer link")).status).toBe(200);
  });

  it(
    "refuses expired, invented and foreign links; a bad password keeps the link valid",
    spec("9 password must least 8"),
    async () => {
      const token = await resetToken("basic@demo.test");
      for (const [fields, words] of [
        [{ password: "" }, "Password is required"],
        [{ password: "seven77" }, "Password must be at least 8 characters"],
      ] as const) {
        const answer = await post(`/api/auth/user/reset-password/${token}`, fields);
        expect([answer.status, (await answer.json()).message]).toEqual([422, words]);
      }
      const different = await post(`/reset-password/${token}`, {
        password: "one of them",
        confirmPassword: "another",
      });
      expect(await different.text()).toContain("Passwords do not match");
      await post("/api/auth/user/register", {
        firstname: "F",
        lastname: "G",
        email: "foreign@example.com",
        password: "long enough",
      });
      const foreign = tokenIn(await waitForMail("foreign@example.com", /Verify/));
      await app.sql(
        "update single_use_tokens set expires_at = now() where purpose = 'reset-password' and used_at is null",
      );
      for (const useless of [token, foreign, "A".repeat(43), "x", "%00"]) {
        const answer = await reset(useless, "a fine password");
        expect([useless, answer.status]).toEqual([useless, 400]);
      }
      expect((await signIn("basic@demo.test", PASSWORD)).status).toBe(200);
    },
  );
});

describe("a verification link", () => {
  const register = (email: string) =>
    post("/api/auth/user/register", { firstname: "Vera", lastname: "Ify", email, password: "long enough" });

  it(
    "activates a member, succeeds again when reopened, and signs nobody in",
    spec(
      "2.3 go login way there",
      "4 verification resend redirect after",
      "8 email verified successfully invalid",
    ),
    async () => {
      await register("vera@example.com");
      expect((await signIn("vera@example.com", "long enough")).status).toBe(403);
      const token = tokenIn(await waitForMail("vera@example.com", /Verify/));
      for (let n = 0; n < 3; n += 1) {
        const page = await get(`/verify-email/${token}`);
        expect(page.status).toBe(200);
        expect(page.headers.getSetCookie()).toEqual([]);
        const html = await page.text();
        expect(html).toContain("Email verified successfully!");
        expect(html).toContain("Go to Login");
        expect(html).toContain('content="2;url=/login"');
      }
      const answer = await get(`/api/auth/user/verify-email/${token}`);
      expect(await answer.json()).toEqual({ message: "Email verified successfully!" });
      expect((await signIn("vera@example.com", "long enough")).status).toBe(200);
      await waitForMail("vera@example.com", /Welcome/);
      expect(await mailsTo("vera@example.com", /Welcome/)).toHaveLength(1);
    },
  );

  it(
    "explains a missing, wrong, older or expired link and links to the sign-in page",
    spec("8 email verified successfully invalid"),
    async () => {
      for (const path of ["/verify-email", "/verify-email/nonsense"]) {
        const page = await get(path);
        expect(page.status).toBe(400);
        const html = await page.text();
        expect(html).toContain("Invalid or missing verification token");
        expect(html).toContain("Go to Login");
        expect(html).not.toContain("url=/login");
      }
      await register("later@example.com");
      const older = tokenIn(await waitForMail("later@example.com", /Verify/));
      await get("/resend-verification-email?email=later@example.com");
      const newer = tokenIn(await waitForMail("later@example.com", /Verify/, 2));
      expect(await (await get(`/verify-email/${older}`)).text()).toContain("A newer link was sent");
      await app.sql("update single_use_tokens set expires_at = now() where used_at is null");
      expect(await (await get(`/verify-email/${newer}`)).text()).toContain("This link has expired");
      expect((await signIn("later@example.com", "long enough")).status).toBe(403);
    },
  );

  it("does not activate an account that staff deactivated", async () => {
    await register("stopped@example.com");
    const token = tokenIn(await waitForMail("stopped@example.com", /Verify/));
    await app.sql("update members set status = 'inactive' where email = 'stopped@example.com'");
    await get(`/verify-email/${token}`);
    const [member] = await app.sql<{ status: string }>(
      "select status from members where email = 'stopped@example.com'",
    );
    expect(member?.status).toBe("inactive");
  });
});

describe("a HEAD request", () => {
  const head = (path: string) => app.request(path, { method: "HEAD", headers: fromAnotherNetwork() });
  const written = () =>
    app.sql<{ jobs: number; spent: number }>(
      `select (select count(*)::int from jobs.job where name = 'member-letters') as jobs,
              (select coalesce(sum(points), 0)::int from rate_limits where key like 'resend%') as spent`,
    );

  it("to the resend returns a GET's reply, and sends and counts nothing", async () => {
    const before = await written();
    for (const path of ["/api/auth/user/resend-verification", "/resend-verification-email"]) {
      expect((await head(`${path}?email=pending@demo.test`)).status).toBe(200);
      expect((await head(path)).status).toBe(400);
    }
    expect(await written()).toEqual(before);
    await get("/api/auth/user/resend-verification?email=pending@demo.test");
    expect(await written()).not.toEqual(before);
  });

  it("to a link reports its validity, and verifies nothing", async () => {
    const email = "head@example.com";
    await post("/api/auth/user/register", {
      firstname: "He",
      lastname: "Ad",
      email,
      password: "long enough",
    });
    const token = tokenIn(await waitForMail(email, /Verify/));
    for (const path of ["/api/auth/user/verify-email", "/verify-email"]) {
      expect((await head(`${path}/${token}`)).status).toBe(200);
      expect((await head(`${path}/none`)).status).toBe(400);
    }
    expect((await signIn(email, "long enough")).status).toBe(403);
    await get(`/api/auth/user/verify-email/${token}`);
    expect((await signIn(email, "long enough")).status).toBe(200);
  });
});

describe("a verification resend", () => {
  it(
    "gives every address the same reply and leads to the sign-in page after two seconds",
    spec(
      "4 verification resend redirect after",
      "8 verification email sent missing",
      "9 redirect delays 1 5",
    ),
    async () => {
      const pages = [];
      for (const email of ["pending@demo.test", "basic@demo.test", "nobody2@example.com"]) {
        const page = await get(`/resend-verification-email?email=${email}`);
        pages.push([page.status, await page.text()]);
        const reply = await get(`/api/auth/user/resend-verification?email=${email}`);
        expect([reply.status, await reply.text()]).toEqual([200, '{"message":"Verification email sent!"}']);
      }
      for (const page of pages) expect(page).toEqual(pages[0]);
      expect(pages[0]?.[1]).toContain("Verification email sent!");
      expect(pages[0]?.[1]).toContain('content="2;url=/login"');
      await waitForMail("pending@demo.test", /Verify/);
      expect(await mailsTo("basic@demo.test", /Verify/)).toEqual([]);
    },
  );

  it("requires an address", spec("8 verification email sent missing"), async () => {
    const page = await get("/resend-verification-email");
    expect(page.status).toBe(400);
    expect(await page.text()).toContain("Missing email address in request");
    const reply = await get("/api/auth/user/resend-verification");
    expect([reply.status, await reply.json()]).toEqual([
      400,
      { message: "Missing email address in request" },
    ]);
  });

  it("is limited, with a message on the page", async () => {
    const ask = () => get("/resend-verification-email?email=often@example.com");
    for (let n = 0; n < 5; n += 1) expect((await ask()).status).toBe(200);
    const stopped = await ask();
    expect(stopped.status).toBe(429);
    expect(Number(stopped.headers.get("Retry-After"))).toBeGreaterThan(3000);
    expect(await stopped.text()).toContain("Too many attempts");
  });
});

describe("sign-in", () => {
  it("gives one reply for unknown addresses and wrong passwords", async () => {
    const answers = [];
    for (const email of [
      "basic@demo.test",
      "nobody3@example.com",
      "pending@demo.test",
      "inactive@demo.test",
    ]) {
      const answer = await signIn(email, "not the password");
      answers.push([answer.status, await answer.text()]);
    }
    for (const answer of answers) expect(answer).toEqual(answers[0]);
  });
});
