import { PREMIUM_ID } from "tests/support/purchases";
import { spec } from "tests/support/spec";
import { PASSWORD } from "tests/support/test-app";
import { beforeEach, describe, expect, it } from "vitest";
import { deleteDueMembers } from "~/features/accounts/deletion.server";
import { app } from "./shop";
import { openTrialShop, trials, wordsOf } from "./trial-shop";

openTrialShop({ TRUST_PROXY: "1" });

let made = 0;
let networks = 0;

/** Each test has its own members, each in a separate network unless the test says otherwise. */
beforeEach(async () => {
  await app.sql("delete from members where firstname = 'Alias'");
  networks += 10;
});

const from = (network: string) => ({ "X-Forwarded-For": network });
const anotherNetwork = () => {
  networks += 1;
  return `203.0.${Math.floor(networks / 250)}.${networks % 250}`;
};

/** Adds a member and signs them in on the page. @param device the cookie of the browser */
async function arrive(email: string, device = ""): Promise<{ cookies: string; device: string }> {
  made += 1;
  await app.sql(
    `insert into members (firstname, lastname, email, status, referral_code, password_hash)
     select 'Alias', 'Tester', ?, 'active', ?, password_hash from members where email = 'basic@demo.test'`,
    [email, `ALIAS${made}`],
  );
  return signIn(email, device);
}

async function signIn(email: string, device = ""): Promise<{ cookies: string; device: string }> {
  const body = { email, password: PASSWORD };
  const answer = await app.request("/login", {
    method: "POST",
    body,
    cookies: device,
    headers: from(anotherNetwork()),
  });
  const cookies = answer.headers.getSetCookie().map((line) => line.split(";")[0] ?? "");
  return {
    cookies: cookies.filter((cookie) => !cookie.startsWith("openbell_device=")).join("; "),
    device: cookies.find((cookie) => cookie.startsWith("openbell_device=")) ?? "",
  };
}

const press = (cookies: string, network = anotherNetwork()) =>
  app.request("/subscription", {
    method: "POST",
    cookies,
    headers: from(network),
    body: { packageId: PREMIUM_ID, trialDays: "14" },
  });

async function expectRefused(
  cookies: string,
  words: string,
  { status = 409, network = anotherNetwork() } = {},
) {
  const answer = await press(cookies, network);
  expect([answer.status, wordsOf(await answer.text())]).toEqual([status, expect.stringContaining(words)]);
}

const offered = async (cookies: string) =>
  (await (await app.request("/subscription", { cookies })).text()).includes("Try it free");

const HAD = "You have already had your free trial";
const BROWSER = "This browser has already been used for a free trial.";
const NETWORK = "Your network has reached the limit of five free trials in 30 days.";

async function leave(email: string): Promise<void> {
  await app.sql("update members set deletion_requested_at = now() - interval '31 days' where email = ?", [
    email,
  ]);
  expect(await deleteDueMembers()).toBe(1);
}

describe("one trial for each mailbox", () => {
  it.each([
    ["a.b@gmail.com", "a.b+1@gmail.com"],
    ["a.b+1@gmail.com", "ab@googlemail.com"],
    ["ab@outlook.com", "ab+news@outlook.com"],
    ["ab@hotmail.co.uk", "ab+1@hotmail.co.uk"],
    ["ab+1@icloud.com", "ab@me.com"],
    ["ab@fastmail.com", "ab+1@fastmail.com"],
    ["ab@proton.me", "ab+1@protonmail.com"],
    ["ab-one@yahoo.com", "ab-two@yahoo.com"],
  ])("covers %s and %s", spec("beyond trial called one member"), async (first, second) => {
    expect((await press((await arrive(first)).cookies)).status).toBe(303);
    const { cookies } = await arrive(second);
    expect(await offered(cookies)).toBe(false);
    await expectRefused(cookies, HAD);
    expect(await trials()).toHaveLength(1);
  });

  it.each([
    ["a.b@example.com", "ab@example.com"],
    ["ab@example.com", "ab+1@example.com"],
    ["a.b@outlook.com", "ab@outlook.com"],
    ["ab@gmail.com", "ab@outlook.com"],
    ["ab@gmail.com", "ab1@gmail.com"],
    ["ab@yahoo.com", "ab@yahoo.co.uk"],
  ])("does not cover both %s and %s", async (first, second) => {
    expect((await press((await arrive(first)).cookies)).status).toBe(303);
    expect((await press((await arrive(second)).cookies)).status).toBe(303);
  });

  it("holds for five aliases at once", async () => {
    const aliases = await Promise.all([1, 2, 3, 4, 5].map((nth) => arrive(`at.once+${nth}@gmail.com`)));
    const answers = await Promise.all(aliases.map(({ cookies }) => press(cookies)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 409, 409, 409, 409]);
    expect(await trials()).toHaveLength(1);
  });

  it("holds for trials begun before mailboxes were stored", async () => {
    expect((await press((await arrive("old.one@gmail.com")).cookies)).status).toBe(303);
    await app.sql("delete from trial_addresses");
    await expectRefused((await arrive("oldone@googlemail.com")).cookies, HAD);
  });

  it("holds after the account was deleted", async () => {
    expect((await press((await arrive("gone.away+1@gmail.com")).cookies)).status).toBe(303);
    await leave("gone.away+1@gmail.com");
    await expectRefused((await arrive("goneaway+2@gmail.com")).cookies, HAD);
  });
});

describe("one trial for each browser", () => {
  it("refuses other members in that browser, even after the account was deleted", async () => {
    const one = await arrive("one@example.com");
    expect((await press(one.cookies)).status).toBe(303);
    const other = await arrive("other@example.com", one.device);
    expect(await offered(other.cookies)).toBe(false);
    await expectRefused(other.cookies, BROWSER);
    await leave("one@example.com");
    await expectRefused((await arrive("third@example.com", one.device)).cookies, BROWSER);
    expect((await press((await arrive("fourth@example.com")).cookies)).status).toBe(303);
  });

  it("includes a browser that the trial member signed in with later", async () => {
    const one = await arrive("one@example.com");
    expect((await press(one.cookies)).status).toBe(303);
    const { device } = await signIn("one@example.com");
    await expectRefused((await arrive("other@example.com", device)).cookies, BROWSER);
  });

  it("does not apply to API clients: those of one network look alike", async () => {
    for (const email of ["one@example.com", "other@example.com"]) {
      await arrive(email);
      const json = { email, password: PASSWORD };
      const signedIn = await app.request("/api/auth/user/login", { method: "POST", json });
      const { token } = (await signedIn.json()) as { token: string };
      const answer = await app.request("/subscription", {
        method: "POST",
        headers: { Authorization: `Bearer ${token}`, ...from(anotherNetwork()) },
        body: { packageId: PREMIUM_ID, trialDays: "14" },
      });
      expect(answer.status).toBe(303);
    }
  });

  it("allows one of two members who try at once", async () => {
    const one = await arrive("one@example.com");
    const other = await arrive("other@example.com", one.device);
    const answers = await Promise.all([press(one.cookies), press(other.cookies)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 409]);
  });
});

describe("five trials in 30 days from one network", () => {
  it.each([
    ["an IPv4 address", "198.51.100.7", "198.51.100.7", "198.51.100.8"],
    ["the addresses of one household", "2001:db8:7:7::1", "2001:db8:7:7:ffff::2", "2001:db8:7:8::1"],
  ])("are the limit: %s", async (_what, network, same, another) => {
    const people = await Promise.all([1, 2, 3, 4, 5, 6].map((nth) => arrive(`near-${nth}@example.com`)));
    for (const { cookies } of people.slice(0, 5)) expect((await press(cookies, network)).status).toBe(303);
    const sixth = people[5]?.cookies ?? "";
    await expectRefused(sixth, NETWORK, { status: 429, network: same });
    expect((await press(people[4]?.cookies ?? "", network)).status).toBe(303);
    expect((await press(sixth, another)).status).toBe(303);
  });

  it("count only those that begin, not refused or repeated clicks", async () => {
    const network = "198.51.100.20";
    const { cookies } = await arrive("clicks@example.com");
    for (let click = 0; click < 8; click += 1) expect((await press(cookies, network)).status).toBe(303);
    const alias = await arrive("a.lias@gmail.com");
    expect((await press(alias.cookies, network)).status).toBe(303);
    const refused = await arrive("alias@gmail.com");
    for (let click = 0; click < 8; click += 1)
      expect((await press(refused.cookies, network)).status).toBe(409);
    expect((await press((await arrive("third@example.com")).cookies, network)).status).toBe(303);
  });
});
