import { app, database, setUpApp } from "tests/support/running-app";
import { PASSWORD } from "tests/support/test-app";
import {
  codeOf,
  cookiesFrom,
  enableTwoStep,
  forgetTwoStep,
  sendCode,
  sendPassword,
} from "tests/support/two-step";
import { beforeEach, describe, expect, it } from "vitest";

const PAGE = "/admin/profile-settings/two-step";
const ADMIN = "admin@demo.test";

setUpApp();
beforeEach(forgetTwoStep);

/** The same code in the digits of another keyboard. @param zero the first of its ten digits */
const inScript = (code: string, zero: string) =>
  code.replace(/[0-9]/g, (digit) => String.fromCodePoint((zero.codePointAt(0) ?? 0) + Number(digit)));

/** Every second keyboard here has its own digits. */
const mixed = (code: string) =>
  [...code].map((digit, index) => inScript(digit, ["0", "٠", "०", "０"][index % 4] ?? "0")).join("");

const TYPED: [string, (code: string) => string][] = [
  ["Arabic digits", (code) => inScript(code, "٠")],
  ["Persian digits", (code) => inScript(code, "۰")],
  ["Devanagari digits", (code) => inScript(code, "०")],
  ["fullwidth digits", (code) => inScript(code, "０")],
  ["digits of several scripts", mixed],
  ["blanks around it", (code) => `\u00a0 ${code}\u3000`],
  ["a no-break space in it", (code) => `${code.slice(0, 3)}\u00a0${code.slice(3)}`],
  ["marks of direction around it", (code) => `\u200f\u2067${inScript(code, "٠")}\u2069`],
];

/** Six characters that are not six digits, some with more bytes than characters, and other invalid codes. */
const NONE = [
  "١٢٣٤٥٦",
  "12345é",
  "éééééé",
  "e\u0301".repeat(6),
  "12345e\u0301",
  "١٢٣٤٥é",
  "１２３４５６",
  "①①①",
  "😀😀😀",
];
const BROKEN = ["\u0660", "\ud800".repeat(6), "12345\0", "\u200f\u200f\u200f", "٠".repeat(64), "½½½½½½"];

const apiSignIn = (code: string) =>
  app.request("/api/auth/admin/login", { method: "POST", json: { email: ADMIN, password: PASSWORD, code } });
const post = (cookies: string, body: Record<string, string>) =>
  app.request(PAGE, { method: "POST", cookies, body });
const forgetAttempts = () => database.rows("delete from rate_limits");

describe("an invalid code", () => {
  it.each([...NONE, ...BROKEN])("%j is rejected wherever a code is typed, without an error", async (code) => {
    const cookies = await app.cookiesOf("admin");
    expect((await post(cookies, { intent: "on", code })).status).toBe(422);
    await post(cookies, { intent: "begin" });
    const on = await post(cookies, { intent: "on", code });
    expect([on.status, await on.text()]).toEqual([422, expect.stringContaining("wrong or was already used")]);
    await enableTwoStep(cookies);
    const door = await sendCode(cookiesFrom(await sendPassword(ADMIN)), code);
    expect([door.status, await door.text()]).toEqual([
      422,
      expect.stringContaining("wrong or was already used"),
    ]);
    const api = await apiSignIn(code);
    expect([api.status, await api.json()]).toMatchObject([
      401,
      { message: expect.stringContaining("wrong or was already used") },
    ]);
    expect((await post(cookies, { intent: "off", code })).status).toBe(422);
  });

  it.each(["", " ", "\u00a0\u3000", "٠".repeat(65)])("%j is rejected before any lookup", async (code) => {
    const cookies = await app.cookiesOf("admin");
    expect((await post(cookies, { intent: "on", code })).status).toBe(422);
    await enableTwoStep(cookies);
    expect((await sendCode(cookiesFrom(await sendPassword(ADMIN)), code)).status).toBe(422);
    expect([401, 422]).toContain((await apiSignIn(code)).status);
  });
});

describe.each(TYPED)("a code with %s", (_how, type) => {
  it("turns on two-step sign-in, and signs in on the page and over the API", async () => {
    const cookies = await app.cookiesOf("admin");
    await post(cookies, { intent: "begin" });
    const setupPage = await (await app.request(PAGE, { cookies })).text();
    const secret = (/<code class="secret">([A-Z2-7 ]+)<\/code>/.exec(setupPage)?.[1] ?? "").replaceAll(
      " ",
      "",
    );
    const on = await post(cookies, { intent: "on", code: type(codeOf(secret, -30)) });
    expect([on.status, await on.text()]).toEqual([200, expect.stringContaining("Recovery codes")]);
    const door = await sendCode(cookiesFrom(await sendPassword(ADMIN)), type(codeOf(secret, 0)));
    expect(door.status).toBe(303);
    expect((await apiSignIn(type(codeOf(secret, 30)))).status).toBe(200);
  });

  it("is accepted as a recovery code, once", async () => {
    const { codes } = await enableTwoStep(await app.cookiesOf("admin"));
    const [one = "", two = ""] = codes;
    const [door, again] = [cookiesFrom(await sendPassword(ADMIN)), cookiesFrom(await sendPassword(ADMIN))];
    expect((await sendCode(door, type(one))).status).toBe(303);
    expect((await sendCode(again, one)).status).toBe(422);
    await forgetAttempts();
    expect((await apiSignIn(type(two.toUpperCase()))).status).toBe(200);
    expect((await apiSignIn(two)).status).toBe(401);
  });
});
