import { makeBrowsers } from "tests/support/browsers";
import { mailsTo, tokenIn, waitForMail } from "tests/support/mails";
import { app, database, setUpApp } from "tests/support/running-app";
import { waitUntil } from "tests/support/server-process";
import { beforeEach, describe, expect, it } from "vitest";
import { deriveSignInCode, deriveToken } from "~/auth/single-use-tokens.server";
import type { InboxMail } from "~/features/mail/demo-inbox.queries.server";

setUpApp({ TRUST_PROXY: "1" }, { doesJobs: true });

const { ask, Browser } = makeBrowsers(() => app);
type Browser = InstanceType<typeof Browser>;

beforeEach(async () => {
  await database.rows("delete from rate_limits");
});

const SUBJECT = /^Sign in to/;
const NOT_ACTIVE = "This account is not active. Please contact support";
const OTHER_BROWSER = "This link works only in the browser where it was requested.";
const USELESS = "This link has expired or was already used.";
const WRONG_CODE = "This code is wrong, has expired or was already used.";

const COOKIE = "openbell_sign_in_link";

/** The id of the link that a browser asked for. */
const idIn = (browser: Browser) => decodeURIComponent(browser.cookie(COOKIE)).split(" ")[0] ?? "";

/** Asks for a link, and returns its email. */
async function linkFor(browser: Browser, email: string, next = ""): Promise<InboxMail> {
  const answer = await browser.ask(`/login/link${next}`, { email });
  expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/login/link/code"]);
  const token = deriveToken("sign-in", idIn(browser));
  let mail: InboxMail | undefined;
  await waitUntil(async () => {
    mail = (await mailsTo(email, SUBJECT)).find(({ text }) => text.includes(token));
    return mail !== undefined;
  });
  if (!mail) throw new Error("The email is gone again");
  return mail;
}

const pathIn = (mail: InboxMail) => `/login/link/${tokenIn(mail)}`;
const codeIn = ({ text }: InboxMail) => /Code: ([0-9a-z]{4}-[0-9a-z]{4})/.exec(text)?.[1] ?? "";

const isSignedIn = async (browser: Browser) => (await browser.ask("/dashboard")).status === 200;

const memberOf = async (email: string) =>
  (
    await database.rows<{ firstname: string; status: string; hash: string | null; verified: boolean }>(
      `select firstname, status, password_hash as hash, email_verified_at is not null as verified
         from members where email = ?`,
      [email],
    )
  )[0];

const signIn = async (email: string, password: string) =>
  (await ask("/api/auth/user/login", { method: "POST", json: { email, password } })).status;

describe("a request for a sign-in link", () => {
  it("has the same reply for known, unknown, pending and inactive addresses, and emails those that exist", async () => {
    const emails = ["basic@demo.test", "nobody@example.com", "pending@demo.test", "inactive@demo.test"];
    const replies = [];
    for (const email of emails) {
      const answer = await ask("/login/link", { method: "POST", body: { email } });
      const cookies = answer.headers.getSetCookie().map((cookie) => cookie.replace(/=[^;]*/, "="));
      replies.push([answer.status, answer.headers.get("Location"), cookies, await answer.text()]);
    }
    for (const reply of replies) expect(reply).toEqual(replies[0]);
    for (const email of emails) if (email !== "nobody@example.com") await waitForMail(email, SUBJECT);
    expect(await mailsTo("nobody@example.com")).toEqual([]);
  });

  it("refuses an address that is none, and is limited per address, network and mailbox", async () => {
    const from = (network: string, email: string) =>
      app.request("/login/link", {
        method: "POST",
        body: { email },
        headers: { "X-Forwarded-For": network },
      });
    expect((await from("192.0.2.1", "x")).status).toBe(422);
    for (let n = 0; n < 5; n += 1) expect((await from("192.0.2.2", "limited@example.com")).status).toBe(303);
    const stopped = await from("192.0.2.2", "limited@example.com");
    expect(stopped.status).toBe(429);
    expect(Number(stopped.headers.get("Retry-After"))).toBeGreaterThan(3000);
    for (let n = 0; n < 15; n += 1)
      expect((await from(`192.0.2.${n + 3}`, "limited@example.com")).status).toBe(303);
    expect((await from("192.0.2.99", "limited@example.com")).status).toBe(429);
    for (let n = 0; n < 30; n += 1)
      expect((await from("198.51.100.9", `many-${n}@example.com`)).status).toBe(303);
    expect((await from("198.51.100.9", "one-more@example.com")).status).toBe(429);
  });

  it("stores neither token nor code: only hashes, and placeholders in the email", async () => {
    const mail = await linkFor(new Browser("Hash"), "basic@demo.test");
    const [stored = { all: "" }] = await database.rows<{ all: string }>(
      `select (select string_agg(to_jsonb(t)::text, ' ') from single_use_tokens t)
           || (select string_agg(m.html || m.text, ' ') from mails m) as all`,
    );
    expect(stored.all).toContain("[[code]]");
    for (const secret of [tokenIn(mail), codeIn(mail)]) {
      expect(secret.length).toBeGreaterThan(8);
      expect(stored.all).not.toContain(secret);
    }
  });
});

describe("a stranger who asks for a member's link", () => {
  const EMAIL = "premium@demo.test";
  const asks = (network: string) =>
    app.request("/login/link", {
      method: "POST",
      body: { email: EMAIL },
      headers: { "X-Forwarded-For": network },
    });

  it("ends neither the member's link nor their requests", async () => {
    const member = new Browser("Member");
    const first = await linkFor(member, EMAIL);
    for (let n = 0; n < 5; n += 1) expect((await asks("192.0.2.200")).status).toBe(303);
    expect((await asks("192.0.2.200")).status).toBe(429);
    const newer = await linkFor(member, EMAIL);
    await waitUntil(async () => (await mailsTo(EMAIL, SUBJECT)).length >= 7);
    expect((await member.ask(pathIn(first), {})).status).toBe(400);
    expect((await member.ask(pathIn(newer), {})).status).toBe(303);
    expect(await isSignedIn(member)).toBe(true);
  });

  it("ends no link, and is forgotten once the member signs in", async () => {
    const member = new Browser("Again");
    const mail = await linkFor(member, EMAIL);
    const { length } = await mailsTo(EMAIL, SUBJECT);
    for (let n = 0; n < 19; n += 1) expect((await asks(`198.51.100.${n}`)).status).toBe(303);
    expect((await asks("198.51.100.99")).status).toBe(429);
    await waitUntil(async () => (await mailsTo(EMAIL, SUBJECT)).length >= length + 19);
    expect((await member.ask(pathIn(mail), {})).status).toBe(303);
    expect((await asks("198.51.100.99")).status).toBe(303);
  });
});

describe("a sign-in link", () => {
  it("signs in the browser that asked, once, after an email scanner's GETs and HEADs", async () => {
    const browser = new Browser("Owner");
    const path = pathIn(await linkFor(browser, "premium@demo.test", "?next=%2Fwatchlist"));
    const state = () => database.rows("select used_at, voided_at from single_use_tokens order by id");
    const before = await state();
    for (const method of ["GET", "HEAD"]) {
      for (const asker of [browser, new Browser("Scanner")]) {
        expect((await asker.ask(path, undefined, method)).status).toBe(200);
      }
    }
    expect(await state()).toEqual(before);
    expect(await isSignedIn(browser)).toBe(false);
    const done = await browser.ask(path, {});
    expect([done.status, done.headers.get("Location")]).toEqual([303, "/watchlist"]);
    expect(await isSignedIn(browser)).toBe(true);
    const again = await browser.ask(path, {});
    expect(again.status).toBe(400);
    expect((await browser.ask(path)).status).toBe(400);
  });

  it("in another browser shows where to type the code, and signs nobody in", async () => {
    const [browser, phone] = [new Browser("Desk"), new Browser("Phone")];
    const mail = await linkFor(browser, "private@demo.test");
    // A browser with a link of its own is another browser, too.
    await phone.ask("/login/link", { email: "nobody@example.com" });
    for (const asker of [phone, new Browser("Bare")]) {
      expect(await (await asker.ask(pathIn(mail))).text()).toContain(OTHER_BROWSER);
      const refused = await asker.ask(pathIn(mail), {});
      expect([refused.status, (await refused.text()).includes(OTHER_BROWSER)]).toEqual([400, true]);
      const code = await asker.ask("/login/link/code", { code: codeIn(mail) });
      expect([400, 422]).toContain(code.status);
      expect(await isSignedIn(asker)).toBe(false);
    }
    expect((await browser.ask(pathIn(mail), {})).status).toBe(303);
  });

  it("the button on the sign-in form sends the address along, and keeps where the sign-in leads", async () => {
    const html = async (path: string, by = new Browser("Reader")) => (await by.ask(path)).text();
    const to = "/login/link?next=%2Fwatchlist";
    const page = await html("/login?next=%2Fwatchlist");
    expect(page).toMatch(new RegExp(`<button[^>]*formAction="${to.replace("?", "\\?")}"[^>]*>`, "i"));
    const browser = new Browser("Typed");
    const unnamed = await browser.ask(to, { email: "", password: "" });
    expect([unnamed.status, unnamed.headers.get("Location")]).toEqual([303, to]);
    const done = await browser.ask(to, { email: "private@demo.test", password: "half a password" });
    expect([done.status, done.headers.get("Location")]).toEqual([303, "/login/link/code"]);
    const wrong = await (await browser.ask(to, { email: "typed wrongly", password: "half" })).text();
    expect(wrong).toContain('value="typed wrongly"');
    expect(wrong).not.toContain("half");
    expect(await html("/login/link/code", browser)).toContain(`href="${to}"`);
    expect(await html(`/login/link/${"x".repeat(43)}`, browser)).toContain(`href="${to}"`);
    expect(await html(to)).toContain('href="/login?next=%2Fwatchlist"');
  });

  it("redirects to pages of this site only, and to the account if its deletion was requested", async () => {
    const browser = new Browser("Next");
    for (const next of ["?next=https%3A%2F%2Fevil.example", "?next=%2F%2Fevil.example"]) {
      const mail = await linkFor(browser, "basic@demo.test", next);
      expect((await browser.ask(pathIn(mail), {})).headers.get("Location")).toBe("/");
    }
    await database.rows("update members set deletion_requested_at = now() where email = 'basic@demo.test'");
    const leaving = await linkFor(browser, "basic@demo.test", "?next=%2Fnews");
    expect((await browser.ask(pathIn(leaving), {})).headers.get("Location")).toBe("/dashboard");
    await database.rows("update members set deletion_requested_at = null");
  });

  it("signs in once in 100 concurrent requests by link and code", async () => {
    const browser = new Browser("Many");
    const mail = await linkFor(browser, "premium@demo.test");
    const sessions = () => database.rows("select 1 from sessions where kind = 'member'");
    const before = (await sessions()).length;
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        n % 25 ? browser.ask(pathIn(mail), {}) : browser.ask("/login/link/code", { code: codeIn(mail) }),
      ),
    );
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
    expect((await sessions()).length).toBe(before + 1);
  });

  it.each([
    ["expired", "update single_use_tokens set expires_at = now()"],
    ["replaced by a newer one", "update single_use_tokens set voided_at = now()"],
    ["whose member is gone", "delete from single_use_tokens"],
  ])("that is %s signs nobody in, by link or code", async (_why, change) => {
    const browser = new Browser("Late");
    const mail = await linkFor(browser, "lapsed@demo.test");
    await database.rows(`${change} where purpose = 'sign-in'`);
    expect((await browser.ask(pathIn(mail))).status).toBe(400);
    const byLink = await browser.ask(pathIn(mail), {});
    expect([byLink.status, (await byLink.text()).includes(USELESS)]).toEqual([400, true]);
    const byCode = await browser.ask("/login/link/code", { code: codeIn(mail) });
    expect([byCode.status, (await byCode.text()).includes(WRONG_CODE)]).toEqual([422, true]);
    expect(await isSignedIn(browser)).toBe(false);
  });

  it("is voided by a newer one, a new password and a new address", async () => {
    const browser = new Browser("Void");
    const older = await linkFor(browser, "private@demo.test");
    const newer = await linkFor(browser, "private@demo.test");
    expect((await browser.ask(pathIn(older), {})).status).toBe(400);
    const reset = await ask("/forget-password", { method: "POST", body: { email: "private@demo.test" } });
    expect(reset.status).toBe(303);
    const token = tokenIn(await waitForMail("private@demo.test", /Set a new password/));
    const password = "a password set since";
    await ask(`/reset-password/${token}`, { method: "POST", body: { password, confirmPassword: password } });
    expect((await browser.ask(pathIn(newer), {})).status).toBe(400);
    expect(await isSignedIn(browser)).toBe(false);
  });

  it("signs nobody in if the member is inactive, with the message of the sign-in form, and stays valid", async () => {
    const browser = new Browser("Stopped");
    const mail = await linkFor(browser, "inactive@demo.test");
    for (const answer of [
      await browser.ask(pathIn(mail), {}),
      await browser.ask("/login/link/code", { code: codeIn(mail) }),
    ])
      expect([answer.status, (await answer.text()).includes(NOT_ACTIVE)]).toEqual([403, true]);
    const [link] = await database.rows<{ used_at: Date | null }>(
      `select used_at from single_use_tokens t join members m on m.id = t.member_id
        where m.email = 'inactive@demo.test' and purpose = 'sign-in'`,
    );
    expect(link?.used_at).toBeNull();
  });

  it("signs in a member without a password, whose account then says how to set one", async () => {
    await database.rows("update members set password_hash = null where email = 'lapsed@demo.test'");
    const browser = new Browser("Imported");
    const mail = await linkFor(browser, "lapsed@demo.test");
    expect((await browser.ask(pathIn(mail), {})).status).toBe(303);
    expect(await isSignedIn(browser)).toBe(true);
    const changed = await browser.ask("/dashboard/password", {
      currentPassword: "anything",
      newPassword: "a fine password",
      confirmPassword: "a fine password",
    });
    expect([changed.status, (await changed.text()).includes("You have no password yet")]).toEqual([
      422,
      true,
    ]);
  });
});

describe("the code in the email", () => {
  it("signs in the browser that asked, in any spelling, once", async () => {
    const browser = new Browser("Code");
    const mail = await linkFor(browser, "premium@demo.test");
    const typed = ` ${codeIn(mail).toUpperCase().replace("-", " – ").replaceAll("0", "o").replaceAll("1", "L")} `;
    const done = await browser.ask("/login/link/code", { code: typed });
    expect([done.status, done.headers.get("Location")]).toEqual([303, "/"]);
    expect(await isSignedIn(browser)).toBe(true);
    expect((await browser.ask("/login/link/code", { code: typed })).status).toBe(400);
  });

  it("ends after five attempts, also for an address without an account", async () => {
    const outcomes = [];
    for (const email of ["basic@demo.test", "nobody@example.com"]) {
      const browser = new Browser("Guess");
      await browser.ask("/login/link", { email });
      const replies = [];
      for (let n = 0; n < 6; n += 1) {
        const answer = await browser.ask("/login/link/code", { code: `0000-000${n}` });
        replies.push([answer.status, (await answer.text()).includes(WRONG_CODE)]);
      }
      outcomes.push(replies);
    }
    expect(outcomes[0]).toEqual([...Array(5).fill([422, true]), [429, false]]);
    expect(outcomes[1]).toEqual(outcomes[0]);
  });

  it("is refused in another browser, even with the link's id in its cookie", async () => {
    const [owner, thief] = [new Browser("Owner"), new Browser("Thief")];
    const mail = await linkFor(owner, "basic@demo.test");
    await thief.ask("/login/link", { email: "nobody@example.com" });
    const [, secret = ""] = decodeURIComponent(thief.cookie(COOKIE)).split(" ");
    thief.brings(COOKIE, encodeURIComponent(`${idIn(owner)} ${secret} `));
    expect(codeIn(mail)).toBe(deriveSignInCode(idIn(owner)));
    expect((await thief.ask("/login/link/code", { code: codeIn(mail) })).status).toBe(422);
    expect((await thief.ask(pathIn(mail), {})).status).toBe(400);
    expect(await isSignedIn(thief)).toBe(false);
  });
});

describe("a pending member who signs in with a link", () => {
  it("is verified, and keeps name and password if this browser registered", async () => {
    const email = "same-browser@example.com";
    const browser = new Browser("Same");
    await browser.register(email);
    expect((await browser.ask(pathIn(await linkFor(browser, email)), {})).status).toBe(303);
    expect(await isSignedIn(browser)).toBe(true);
    expect(await memberOf(email)).toMatchObject({ firstname: "Same", status: "active", verified: true });
    expect(await signIn(email, browser.password)).toBe(200);
  });

  it("is verified without the password of a stranger who registered the address first", async () => {
    const email = "taken-first@example.com";
    const [stranger, owner] = [new Browser("Stranger"), new Browser("Owner")];
    await stranger.register(email);
    expect((await owner.ask(pathIn(await linkFor(owner, email)), {})).status).toBe(303);
    expect(await isSignedIn(owner)).toBe(true);
    expect(await memberOf(email)).toMatchObject({ status: "active", verified: true, hash: null });
    expect(await signIn(email, stranger.password)).toBe(401);
  });
});

it("staff get no link: their password and second step stay", async () => {
  await ask("/login/link", { method: "POST", body: { email: "superadmin@demo.test" } });
  await linkFor(new Browser("After"), "basic@demo.test");
  expect(await mailsTo("superadmin@demo.test", SUBJECT)).toEqual([]);
});
