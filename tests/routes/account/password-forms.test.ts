import { hash } from "@node-rs/argon2";
import { tokenIn, waitForMail } from "tests/support/mails";
import { app, database, setUpApp } from "tests/support/running-app";
import { coveringPairs, isDeep } from "tests/support/sample";
import { cookiesFrom } from "tests/support/two-step";
import { beforeEach, describe, expect, it } from "vitest";

setUpApp({}, { doesJobs: true });

/** One password as two keyboards send it, and one with mixed forms. */
const NFC = "pässwörd-café1";
const NFD = "pa\u0308sswo\u0308rd-cafe\u03011";
const FORMS: [string, string][] = [
  ["composed", NFC],
  ["decomposed", NFD],
  ["half of it decomposed", "pa\u0308sswörd-café1"],
];
const OTHERS = [
  "password-cafe1",
  "pässwörd-café",
  NFC.toUpperCase(),
  `${NFC} `,
  NFC.replace("1", "１"),
  `${NFC}\u200b`,
];

const CHEAP = { memoryCost: 1024, timeCost: 1 };

let count = 0;
let email = "";
beforeEach(async () => {
  count += 1;
  email = `forms-${count}@demo.test`;
  await database.rows("delete from rate_limits");
});

const post = (path: string, body: Record<string, string>, cookies?: string) =>
  app.request(path, { method: "POST", body, cookies });
const signInByApi = async (password: string) =>
  (await app.request("/api/auth/user/login", { method: "POST", json: { email, password } })).status;
const signInByPage = (password: string) => post("/login", { email, password });

/** Adds a member with a hash from before passwords were normalized. */
async function addMember(stored: string): Promise<void> {
  const passwordHash = await hash(stored, CHEAP);
  await database.rows(
    `insert into members (id, firstname, lastname, email, password_hash, status, referral_code)
     values (gen_random_uuid(), 'Fay', 'Tester', ?, ?, 'active', ?)`,
    [email, passwordHash, `FORMS-${count}`],
  );
}
const hashOf = async () =>
  (
    await database.rows<{ hash: string }>("select password_hash as hash from members where email = ?", [
      email,
    ])
  )[0]?.hash;
const sessionOf = async (password: string) => cookiesFrom(await signInByPage(password));

const SIGN_INS = [
  { by: "page", signIn: async (password: string) => (await signInByPage(password)).status, status: 303 },
  { by: "API", signIn: signInByApi, status: 200 },
];

/**
 * Signs in with every form of the password, by page or API, and is refused with some of the other passwords: with
 * each of them in one test of three.
 */
async function expectOnePassword(): Promise<void> {
  for (const [[, form], { by, signIn, status }] of coveringPairs(FORMS, SIGN_INS, `sign-ins of ${email}`))
    expect([by, form, await signIn(form)]).toEqual([by, form, status]);
  for (const other of OTHERS.filter((_, nth) => isDeep || nth % 3 === count % 3))
    expect([other, await signInByApi(other)]).toEqual([other, 401]);
}

describe.each(FORMS)("a password set %s", (_how, set) => {
  it.each([
    ["/register", { firstname: "Fay", lastname: "Tester" }],
    ["/api/auth/user/register", { firstname: "Fay", lastname: "Tester" }],
  ])("at %s works in every composed form", async (path, names) => {
    expect((await post(path, { ...names, email, password: set })).status).toBeLessThan(400);
    await database.rows("update members set status = 'active' where email = ?", [email]);
    await expectOnePassword();
  });

  it("through an emailed link works and is confirmed in every composed form", async () => {
    await addMember("an old password");
    for (const [page, body] of [
      ["/api/auth/user/reset-password", { password: set }],
      ["/reset-password", { password: set, confirmPassword: NFD }],
    ] as const) {
      await post("/api/auth/user/forget-password", { email });
      const mails = page.startsWith("/api") ? 1 : 2;
      const token = tokenIn(await waitForMail(email, /Set a new password/, mails));
      expect((await post(`${page}/${token}`, body)).status).toBeLessThan(400);
      await expectOnePassword();
      await database.rows("delete from rate_limits");
    }
  });

  it("inside the account works in every composed form, also as the current password", async () => {
    await addMember(set);
    const cookies = await sessionOf(set);
    for (const [, currentPassword] of FORMS) {
      const values = { currentPassword, newPassword: set, confirmPassword: NFC };
      expect((await post("/dashboard/password", values, cookies)).status).toBe(303);
    }
    await expectOnePassword();
    for (const [, password] of FORMS) {
      const deletion = await post("/dashboard/deletion", { password }, await sessionOf(set));
      expect(deletion.status).toBe(303);
      await database.rows("update members set deletion_requested_at = null where email = ?", [email]);
    }
  });
});

it("all kinds of spaces are equal in passwords; full-width letters are distinct", async () => {
  await post("/api/auth/user/register", {
    firstname: "Fay",
    lastname: "T",
    email,
    password: "mot\u00a0de\u2009passe Ａ",
  });
  await database.rows("update members set status = 'active' where email = ?", [email]);
  expect(await signInByApi("mot de passe Ａ")).toBe(200);
  expect(await signInByApi("mot\u3000de\u202fpasse\u00a0Ａ")).toBe(200);
  for (const other of ["mot de passe A", "motdepasse Ａ", "mot  de passe Ａ", "mot\tde passe Ａ"])
    expect([other, await signInByApi(other)]).toEqual([other, 401]);
});

describe("a password hash from before normalization", () => {
  it.each([
    ["decomposed", NFD, [NFD, NFC]],
    ["composed", NFC, [NFC, NFD]],
    ["with a no-break space", "mot\u00a0de passe é", ["mot\u00a0de passe é", "mot de passe é"]],
  ])("keeps working if it was %s, and is renewed at sign-in", async (_how, stored, typed) => {
    for (const door of [signInByApi, async (password: string) => (await signInByPage(password)).status]) {
      await addMember(stored);
      const before = await hashOf();
      for (const password of typed) expect(await door(password)).toBeLessThan(400);
      const renewed = await hashOf();
      if (stored === NFC) expect(renewed).toBe(before);
      else expect(renewed).not.toBe(before);
      for (const password of typed) expect(await door(password)).toBeLessThan(400);
      expect(await hashOf()).toBe(renewed);
      expect(await door("mot de passe e")).toBe(401);
      await database.rows("delete from members where email = ?", [email]);
    }
  });

  it("is renewed once by eight concurrent sign-ins, and all succeed", async () => {
    await addMember(NFD);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => signInByApi(index % 2 ? NFC : NFD)),
    );
    expect(answers).toEqual(Array(8).fill(200));
  });

  it("stays unchanged for an inactive member and for a wrong password", async () => {
    await addMember(NFD);
    const before = await hashOf();
    expect(await signInByApi("not the password")).toBe(401);
    await database.rows("update members set status = 'inactive' where email = ?", [email]);
    expect(await signInByApi(NFD)).toBe(403);
    expect(await hashOf()).toBe(before);
  });

  it("keeps sessions, links and the member's version when it is renewed", async () => {
    await addMember(NFD);
    await post("/api/auth/user/forget-password", { email });
    const token = tokenIn(await waitForMail(email, /Set a new password/));
    const versionOf = () => database.rows("select version from members where email = ?", [email]);
    const version = await versionOf();
    const before = await sessionOf(NFC);
    const cookies = await sessionOf(NFD);
    for (const session of [before, cookies])
      expect((await app.request("/dashboard", { cookies: session })).status).toBe(200);
    expect(await versionOf()).toEqual(version);
    expect((await app.request(`/reset-password/${token}`)).status).toBe(200);
  });

  it("keeps working if its password has characters that are now refused", async () => {
    await addMember("old\ttabbed é");
    expect(await signInByApi("old\ttabbed é")).toBe(200);
    expect(await signInByApi("old\ttabbed e\u0301")).toBe(200);
  });
});

describe("a new password's characters", () => {
  const register = (password: string) =>
    app.request("/api/auth/user/register", {
      method: "POST",
      json: { firstname: "Fay", lastname: "Tester", email, password },
    });

  it.each([
    "e\u0301".repeat(8),
    "😀".repeat(8),
    "é".repeat(128),
    "e\u0301".repeat(128),
    "😀".repeat(128),
  ])("%j count as visible characters, and the password signs in", async (password) => {
    expect((await register(password)).status).toBe(201);
    await database.rows("update members set status = 'active' where email = ?", [email]);
    expect(await signInByApi(password.normalize("NFC"))).toBe(200);
    expect(await signInByApi(password.normalize("NFD"))).toBe(200);
  });

  it.each([
    ["e\u0301".repeat(7), "Password must be at least 8 characters"],
    ["😀".repeat(7), "Password must be at least 8 characters"],
    ["😀".repeat(129), "Password must be at most 128 characters"],
    ["a tab\tin it", "Password contains characters that are not allowed"],
    ["half a pair \ud800", "Password contains characters that are not allowed"],
  ])("%j are refused: %s", async (password, message) => {
    const refused = await register(password);
    expect([refused.status, await refused.json()]).toMatchObject([422, { errors: { password: message } }]);
  });

  it.each([
    "",
    "\ud800",
    "\0",
    "\u0301",
    "é".repeat(100_000),
    "😀".repeat(2000),
    "\u200f",
  ])("that no password can have are refused by page and API", async (password) => {
    await addMember(NFC);
    expect([401, 422]).toContain(await signInByApi(password));
    expect([401, 422]).toContain((await signInByPage(password)).status);
  });
});
