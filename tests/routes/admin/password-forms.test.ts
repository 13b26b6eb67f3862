import { hash } from "@node-rs/argon2";
import { tokenIn, waitForMail } from "tests/support/mails";
import { app, database, setUpApp } from "tests/support/running-app";
import { coveringPairs, isDeep } from "tests/support/sample";
import { runCommandWith } from "tests/support/server-process";
import {
  codeOf,
  cookiesFrom,
  enableTwoStep,
  forgetTwoStep,
  sendCode,
  sendPassword,
} from "tests/support/two-step";
import { beforeEach, describe, expect, it } from "vitest";

setUpApp({}, { doesJobs: true });

const NFC = "pässwörd-café1";
const NFD = "pa\u0308sswo\u0308rd-cafe\u03011";
const FORMS = [NFC, NFD, "pa\u0308sswörd-café1"];
const EMAIL = "s.forms@demo.test";

beforeEach(async () => {
  await forgetTwoStep();
  await database.rows("delete from staff where email = ?", [EMAIL]);
  for (const table of ["staff_invitations", "mails"]) await database.rows(`delete from ${table}`);
});

const post = (path: string, body: Record<string, string>, cookies?: string) =>
  app.request(path, { method: "POST", body, cookies });
const byApi = async (password: string) =>
  (await app.request("/api/auth/admin/login", { method: "POST", json: { email: EMAIL, password } })).status;
const byPage = async (password: string) => (await sendPassword(EMAIL, app.url, password)).status;

async function addStaff(stored: string, role = "admin"): Promise<void> {
  await database.rows(
    `insert into staff (id, fullname, email, password_hash, role, status)
     values (gen_random_uuid(), 'Sol Ada', ?, ?, ?, 'active')`,
    [EMAIL, await hash(stored, { memoryCost: 1024, timeCost: 1 }), role],
  );
}
const hashOf = async () =>
  (
    await database.rows<{ hash: string }>("select password_hash as hash from staff where email = ?", [EMAIL])
  )[0]?.hash;

const SIGN_INS = [
  { signIn: byApi, status: 200 },
  { signIn: byPage, status: 303 },
];
const OTHERS = ["passwörd-café1", NFC.toUpperCase(), ` ${NFC}`];

let checks = 0;

/** Signs in with every form of the password, by page or API, and is refused with another password, each in turn. */
async function expectOnePassword(): Promise<void> {
  checks += 1;
  for (const [form, { signIn, status }] of coveringPairs(FORMS, SIGN_INS, `sign-ins of staff ${checks}`))
    expect([form, await signIn(form)]).toEqual([form, status]);
  for (const other of OTHERS.filter((_, nth) => isDeep || nth === checks % OTHERS.length))
    expect([other, await byApi(other)]).toEqual([other, 401]);
}

describe.each(FORMS)("a staff password set as %j", (set) => {
  it("signs in and is confirmed in every Unicode form after an invitation", async () => {
    const cookies = await app.cookiesOf("superadmin");
    await post(
      "/admin/settings/invitations/new",
      { fullname: "Sol Ada", email: EMAIL, role: "admin" },
      cookies,
    );
    const link = `/admin/invitation/${tokenIn(await waitForMail(EMAIL, /invites you to work/))}`;
    expect((await post(link, { password: set, confirmPassword: NFD })).status).toBe(303);
    await expectOnePassword();
  });

  it.each([
    "/admin/settings/new",
    "/api/auth/admin/addAdmin",
  ])("at %s signs in in every Unicode form", async (path) => {
    const cookies = await app.cookiesOf("superadmin");
    const added = { fullname: "Sol Ada", email: EMAIL, role: "editor", password: set };
    expect((await post(path, added, cookies)).status).toBeLessThan(400);
    await expectOnePassword();
  });

  it("in one's own profile signs in and is confirmed in every Unicode form", async () => {
    await addStaff(set);
    const cookies = cookiesFrom(await sendPassword(EMAIL, app.url, set));
    for (const currentPassword of FORMS) {
      const values = { currentPassword, newPassword: set, confirmPassword: NFD };
      expect((await post("/admin/profile-settings/password", values, cookies)).status).toBe(303);
    }
    await expectOnePassword();
  });

  it("passes the password check in every Unicode form", async () => {
    await addStaff(set, "superadmin");
    const cookies = cookiesFrom(await sendPassword(EMAIL, app.url, set));
    for (const currentPassword of FORMS) {
      await database.rows("update sessions set password_confirmed_at = now() - interval '11 minutes'");
      expect((await app.request("/admin/settings/new", { cookies })).status).toBe(200);
      const check = await post("/admin/password-check?next=/admin/settings", { currentPassword }, cookies);
      expect(check.headers.get("Location")).toBe("/admin/settings");
    }
    expect((await post("/admin/password-check", { currentPassword: "passwörd-café1" }, cookies)).status).toBe(
      422,
    );
  });
});

it("the first superadmin's password, set by command, signs in in every Unicode form", async () => {
  const words = ["create-superadmin", "--name", "Sol", "--email", EMAIL];
  const short = await runCommandWith(`${"e\u0301".repeat(7)}\n`, app.databaseUrl, ...words);
  expect(short.output).toContain("Password must be at least 8 characters");
  const made = await runCommandWith(`${NFD}\n`, app.databaseUrl, ...words);
  expect(made.output).toContain("is now a superadmin");
  await expectOnePassword();
});

describe("an old hash of a staff password without Unicode normalisation", () => {
  it("still works, and is renewed at sign-in", async () => {
    for (const door of [byApi, byPage]) {
      await database.rows("delete from staff where email = ?", [EMAIL]);
      await addStaff(NFD);
      const before = await hashOf();
      expect(await door(NFD)).toBeLessThan(400);
      const renewed = await hashOf();
      expect(renewed).not.toBe(before);
      expect(await door(NFC)).toBeLessThan(400);
      expect(await hashOf()).toBe(renewed);
    }
  });

  it("is renewed between password and two-step code, and the sign-in continues", async () => {
    await addStaff(NFD);
    const cookies = cookiesFrom(await sendPassword(EMAIL, app.url, NFC));
    const { secret } = await enableTwoStep(cookies);
    await database.rows("update staff set password_hash = ? where email = ?", [
      await hash(NFD, { memoryCost: 1024, timeCost: 1 }),
      EMAIL,
    ]);
    const waiting = cookiesFrom(await sendPassword(EMAIL, app.url, NFD));
    expect((await sendCode(waiting, codeOf(secret, 30))).status).toBe(303);
  });
});
