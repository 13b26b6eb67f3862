import { makeBrowsers } from "tests/support/browsers";
import { mailsTo, tokenIn, waitForMail } from "tests/support/mails";
import { startTestApp, type TestApp } from "tests/support/test-app";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ TRUST_PROXY: "1" }, { doesJobs: true });
});
afterAll(() => app.stop());

const { ask, Browser } = makeBrowsers(() => app);

const registerByApi = async (browser: InstanceType<typeof Browser>, email: string) => {
  const json = browser.registration(email);
  const answer = await ask("/api/auth/user/register", { method: "POST", json });
  expect(answer.status).toBe(201);
};

/** The tokens of an address's verification emails, in the order they were sent. */
async function tokensOf(email: string, count: number): Promise<string[]> {
  await waitForMail(email, /Verify/, count);
  const mails = await mailsTo(email, /Verify/);
  expect(mails).toHaveLength(count);
  return mails.map(tokenIn).reverse();
}

const signIn = async (email: string, password: string) =>
  (await ask("/api/auth/user/login", { method: "POST", json: { email, password } })).status;

const memberOf = async (email: string) =>
  (
    await app.sql<{ firstname: string; status: string; hash: string | null }>(
      "select firstname, status, password_hash as hash from members where email = ?",
      [email],
    )
  )[0];

const registrationsOf = (email: string) =>
  app.sql("select 1 from registrations r join members m on m.id = r.member_id where m.email = ?", [email]);

const NO_PASSWORD = "Your email is verified, but you need to set a password";
const VERIFIED = "Email verified successfully!";

async function setByMail(email: string, password: string): Promise<void> {
  const requested = await ask("/forget-password", { method: "POST", body: { email } });
  expect(requested.status).toBe(303);
  const token = tokenIn(await waitForMail(email, /Set a new password/));
  const body = { password, confirmPassword: password };
  const done = await ask(`/reset-password/${token}`, { method: "POST", body });
  expect(done.status).toBe(303);
}

describe.each([
  ["first", "stranger-first@example.com"],
  ["second", "stranger-second@example.com"],
])("a stranger who registers another person's address %s", (order, email) => {
  const stranger = new Browser("Stranger");
  const owner = new Browser("Owner");

  it("gains nothing: in the owner's browser each link keeps the owner's name and password", async () => {
    for (const browser of order === "first" ? [stranger, owner] : [owner, stranger]) {
      await browser.register(email);
    }
    const [early = "", late = ""] = await tokensOf(email, 2);
    expect(early).not.toBe(late);
    for (const token of [early, late]) expect(await owner.open(token)).toContain(VERIFIED);
    expect(await memberOf(email)).toMatchObject({ firstname: "Owner", status: "active" });
    expect(await signIn(email, owner.password)).toBe(200);
    expect(await signIn(email, stranger.password)).toBe(401);
    expect(await registrationsOf(email)).toEqual([]);
    expect((await waitForMail(email, /Welcome/)).text).toContain("Welcome, Owner");
  });
});

describe.each([
  "/verify-email",
  "/api/auth/user/verify-email",
])("a link opened at %s in another browser", (way) => {
  const email = `elsewhere${way.replaceAll("/", ".")}@example.com`;
  const [one, two] = [new Browser("One"), new Browser("Two")];

  it("verifies an address with two registrations without a password and leads to setting one", async () => {
    await one.register(email);
    await two.register(email);
    const [token] = await tokensOf(email, 2);
    for (let time = 0; time < 2; time += 1) {
      const answer = await ask(`${way}/${token}`);
      expect([answer.status, answer.headers.getSetCookie()]).toEqual([200, []]);
      const text = await answer.text();
      expect(text).toContain(NO_PASSWORD);
      expect(text).not.toContain(VERIFIED);
      if (way === "/verify-email") {
        expect(text).toContain('href="/forget-password"');
        expect(text).not.toContain("url=/login");
        expect(text).not.toContain(email);
      }
    }
    expect(await memberOf(email)).toEqual({ firstname: "New", status: "active", hash: null });
    for (const { password } of [one, two]) expect(await signIn(email, password)).toBe(401);
    expect(await signIn(email, "")).toBe(422);
    expect(await mailsTo(email, /Welcome/)).toEqual([]);
  });

  it("keeps a password later set by email, so that no registration can replace it", async () => {
    await setByMail(email, "chosen by the owner");
    expect(await registrationsOf(email)).toEqual([]);
    const [token = ""] = await tokensOf(email, 2);
    expect(await one.open(token)).toContain(VERIFIED);
    expect(await signIn(email, "chosen by the owner")).toBe(200);
    expect(await signIn(email, one.password)).toBe(401);
  });
});

describe("members with a pending address", () => {
  it("keep the latest values if they register twice in one browser", async () => {
    const email = "twice@example.com";
    const browser = new Browser("Twice", "the first password");
    await browser.register(email);
    const again = { ...browser.registration(email), firstname: "Again", password: "the second password" };
    expect((await browser.ask("/register", again)).status).toBe(303);
    const [token = ""] = await tokensOf(email, 2);
    expect(await browser.open(token)).toContain(VERIFIED);
    expect(await memberOf(email)).toMatchObject({ firstname: "Again" });
    expect(await signIn(email, "the second password")).toBe(200);
    expect(await signIn(email, "the first password")).toBe(401);
  });

  it("can open the link in any browser if they register once", async () => {
    const email = "once@example.com";
    const browser = new Browser("Once");
    await browser.register(email);
    const [token = ""] = await tokensOf(email, 1);
    expect((await waitForMail(email, /Verify/)).text).not.toContain("more than once");
    expect(await new Browser("Phone").open(token)).toContain(VERIFIED);
    expect(await signIn(email, browser.password)).toBe(200);
    expect(await registrationsOf(email)).toEqual([]);
  });

  it("keep their password once even after an email scanner opened the link", async () => {
    const email = "scanned@example.com";
    const [stranger, owner] = [new Browser("Stranger"), new Browser("Owner")];
    await stranger.register(email);
    await owner.register(email);
    const [, token = ""] = await tokensOf(email, 2);
    expect((await waitForMail(email, /Verify/)).text).toContain(
      "open the link in the browser in which you registered",
    );
    const scanner = new Browser("Scanner");
    for (let time = 0; time < 3; time += 1) expect(await scanner.open(token)).toContain(NO_PASSWORD);
    expect(await owner.open(token)).toContain(VERIFIED);
    expect(await memberOf(email)).toMatchObject({ firstname: "Owner" });
    expect(await signIn(email, owner.password)).toBe(200);
    expect(await stranger.open(token)).toContain(VERIFIED);
    expect(await signIn(email, stranger.password)).toBe(401);
    expect(await memberOf(email)).toMatchObject({ firstname: "Owner" });
  });

  it("set a password by email if their browser's secret is older than a day", async () => {
    const email = "late@example.com";
    const [stranger, owner] = [new Browser("Stranger"), new Browser("Owner")];
    await stranger.register(email);
    await owner.register(email);
    const [token = ""] = await tokensOf(email, 2);
    await app.sql("update registrations set created_at = now() - interval '25 hours'");
    expect(await owner.open(token)).toContain(NO_PASSWORD);
  });

  it("keep the name that all registrations agree on", async () => {
    const email = "agreed@example.com";
    await registerByApi(new Browser("Ada", "one password of hers"), email);
    await registerByApi(new Browser("Ada", "another one of hers"), email);
    const [token = ""] = await tokensOf(email, 2);
    expect(await new Browser("Ada").open(token)).toContain(NO_PASSWORD);
    expect(await memberOf(email)).toEqual({ firstname: "Ada", status: "active", hash: null });
  });

  it("get a new link on request that knows their browser, and older links become void", async () => {
    const email = "resent@example.com";
    const [stranger, owner] = [new Browser("Stranger"), new Browser("Owner")];
    await stranger.register(email);
    await owner.register(email);
    const older = await tokensOf(email, 2);
    await owner.ask(`/resend-verification-email?email=${email}`);
    const newest = (await tokensOf(email, 3)).at(-1) ?? "";
    for (const token of older) expect(await owner.open(token)).toContain("A newer link was sent");
    expect(await owner.open(newest)).toContain(VERIFIED);
    expect(await signIn(email, owner.password)).toBe(200);
  });
});

describe("a pending address", () => {
  it("asks each registering browser to verify it, whatever the order", async () => {
    const email = "waiting@example.com";
    const [owner, stranger] = [new Browser("Owner"), new Browser("Stranger")];
    await owner.register(email);
    await stranger.register(email);
    for (const browser of [owner, stranger]) {
      const answer = await browser.ask("/login", { email, password: browser.password });
      expect([browser.firstname, answer.status]).toEqual([browser.firstname, 403]);
      expect(await answer.text()).toContain("Please verify your email before you sign in");
    }
    expect(await signIn(email, "neither of them")).toBe(401);
  });

  it("gives a planted secret no control over another person's registration", async () => {
    const email = "planted@example.com";
    const [owner, stranger] = [new Browser("Owner"), new Browser("Stranger")];
    stranger.brings("openbell_registration", "A".repeat(43));
    owner.brings("openbell_registration", "A".repeat(43));
    await stranger.register(email);
    await owner.register(email);
    const [token = ""] = await tokensOf(email, 2);
    expect(await owner.open(token)).toContain(VERIFIED);
    expect(await memberOf(email)).toMatchObject({ firstname: "Owner" });
  });
});

describe("the referrer of a registered member", () => {
  const referrerOf = async (email: string) =>
    (
      await app.sql<{ code: string }>(
        `select r.referral_code as code from referrals join members r on r.id = referrer_id
           join members f on f.id = friend_id where f.email = ?`,
        [email],
      )
    )[0]?.code;

  const both = async (email: string) => {
    const [stranger, owner] = [new Browser("Stranger"), new Browser("Owner")];
    stranger.brings("openbell_ref", "CODE-BASIC");
    owner.brings("openbell_ref", "CODE-PREMIUM");
    await stranger.register(email);
    await owner.register(email);
    expect(await referrerOf(email)).toBe("CODE-BASIC");
    const [token = ""] = await tokensOf(email, 2);
    return { owner, token };
  };

  it("is the one named in the registration that counts", async () => {
    const { owner, token } = await both("referred@example.com");
    await owner.open(token);
    expect(await referrerOf("referred@example.com")).toBe("CODE-PREMIUM");
  });

  it("is empty while no registration counts, and the owner's once their browser opens the link", async () => {
    const { owner, token } = await both("referred-later@example.com");
    await new Browser("Scanner").open(token);
    expect(await referrerOf("referred-later@example.com")).toBeUndefined();
    await owner.open(token);
    expect(await referrerOf("referred-later@example.com")).toBe("CODE-PREMIUM");
  });
});
