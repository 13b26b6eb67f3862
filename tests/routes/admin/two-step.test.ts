import { mailsTo, waitForMail } from "tests/support/mails";
import { app, database, setUpApp } from "tests/support/running-app";
import { type Instance, runCommand, startInstance } from "tests/support/server-process";
import { spec } from "tests/support/spec";
import { PASSWORD, type Person } from "tests/support/test-app";
import {
  codeOf,
  codesIn,
  cookiesFrom,
  enableTwoStep,
  forgetTwoStep,
  sendCode,
  sendPassword,
} from "tests/support/two-step";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

const PAGE = "/admin/profile-settings/two-step";
const ADMIN = "admin@demo.test";
const SUPERADMIN = "superadmin@demo.test";

setUpApp({ TWO_STEP_FOR: "superadmin" }, { doesJobs: true });

let second: Instance;
beforeAll(async () => {
  second = await startInstance(app.databaseUrl, { TWO_STEP_FOR: "superadmin" });
});
afterAll(() => second?.stop());
beforeEach(forgetTwoStep);

const apiSignIn = (body: Record<string, unknown>) =>
  app.request("/api/auth/admin/login", { method: "POST", json: body });
const opens = async (cookies: string) => (await app.request("/admin", { cookies })).status === 200;
const rowOf = async (email: string) =>
  (
    await database.rows<{ id: string; two_step_since: Date | null }>("select * from staff where email = ?", [
      email,
    ])
  )[0];

describe("a superadmin without two-step sign-in", () => {
  it("must set it up first and can open nothing else", async () => {
    const answer = await sendPassword("superadmin@demo.test");
    expect(answer.headers.get("Location")).toBe("/admin");
    const cookies = cookiesFrom(answer);
    for (const path of [
      "/admin",
      "/admin/settings",
      "/admin/payments/export.csv",
      "/admin/profile-settings",
    ]) {
      const led = await app.request(path, { cookies });
      expect([path, led.status, led.headers.get("Location")]).toEqual([path, 302, PAGE]);
    }
    const leaf = await app.request("/admin/settings.data?_routes=routes%2Fadmin%2Fsettings%2Flist", {
      cookies,
    });
    expect(await leaf.text()).not.toContain(ADMIN);
    const write = { method: "POST", cookies, body: { fullname: "Another" } };
    expect((await app.request("/admin/profile-settings", write)).headers.get("Location")).toBe(PAGE);
    expect((await app.request("/api/auth/admin/getAllAdmin", { cookies })).status).toBe(403);
    const { token } = (await (
      await apiSignIn({ email: "superadmin@demo.test", password: PASSWORD })
    ).json()) as {
      token: string;
    };
    const refused = await app.request("/api/admin/profile", {
      headers: { Authorization: `Bearer ${token}` },
    });
    expect([refused.status, await refused.text()]).toEqual([403, expect.stringContaining(PAGE)]);
    const page = await app.request(PAGE, { cookies });
    expect(page.status).toBe(200);
    expect(await page.text()).toContain("Set up two-step sign-in to continue");
    await enableTwoStep(cookies);
    expect(await opens(cookies)).toBe(true);
  });

  it("counts as a visitor at public addresses that show staff more", async () => {
    const draft = await database.insert("news", {
      title: "A draft of the tests",
      content: "Text.",
      category: "Tech",
      status: "draft",
    });
    const of = async (person: Person) =>
      (await app.request(`/api/news/${draft}`, { cookies: await app.cookiesOf(person) })).status;
    expect([await of("superadmin"), await of("editor")]).toEqual([404, 200]);
  });
});

describe("setting up two-step sign-in", () => {
  it("shows a QR code and its key, needs a code, and shows ten recovery codes once; all are stored encrypted or hashed", async () => {
    const [cookies, other] = [await app.cookiesOf("admin"), await app.cookiesOf("admin")];
    expect(await (await app.request(PAGE, { cookies })).text()).not.toContain('class="qr"');
    await app.request(PAGE, { method: "POST", cookies, body: { intent: "begin" } });
    const setupPage = await (await app.request(PAGE, { cookies })).text();
    expect(setupPage).toMatch(/<svg class="qr" viewBox="0 0 \d+ \d+" role="img"/);
    expect(setupPage).toMatch(/autocomplete="one-time-code"/i);
    expect(setupPage).not.toMatch(/style=/);
    const wrong = await app.request(PAGE, {
      method: "POST",
      cookies,
      body: { intent: "on", code: "000000" },
    });
    expect([wrong.status, await wrong.text()]).toEqual([422, expect.stringContaining("This code is wrong")]);
    expect((await rowOf(ADMIN))?.two_step_since).toBeNull();
    const { secret, codes, page } = await enableTwoStep(cookies);
    expect(codes).toHaveLength(10);
    expect(page).toMatch(
      /<a download="openbell-recovery-codes.txt"[^>]*href="data:text\/plain;charset=utf-8,/,
    );
    expect((await rowOf(ADMIN))?.two_step_since).not.toBeNull();
    const again = await (await app.request(PAGE, { cookies })).text();
    expect(codesIn(again)).toEqual([]);
    expect(again).toContain("10 of 10 left");
    const kept = JSON.stringify([
      await database.rows("select * from two_step_secrets"),
      await database.rows("select * from recovery_codes"),
      await database.rows("select * from changes"),
    ]);
    for (const text of [secret, ...codes]) expect(kept).not.toContain(text);
    expect([await opens(cookies), await opens(other)]).toEqual([true, false]);
    await waitForMail(ADMIN, /Two-step sign-in is on/);
  });

  it("new recovery codes void the old ones, and turning it off returns to the password alone", async () => {
    const cookies = await app.cookiesOf("admin");
    const { secret, codes } = await enableTwoStep(cookies);
    const change = (intent: string, code?: string) =>
      app.request(PAGE, {
        method: "POST",
        cookies,
        body: { intent, ...(code === undefined ? {} : { code }) },
      });
    const renewed = await change("codes", codeOf(secret));
    const fresh = codesIn(await renewed.text());
    expect(fresh).toHaveLength(10);
    const sent = { email: ADMIN, password: PASSWORD };
    expect((await apiSignIn({ ...sent, code: codes[0] })).status).toBe(401);
    expect((await apiSignIn({ ...sent, code: fresh[0] })).status).toBe(200);
    expect((await change("off", codeOf(secret, 30))).status).toBe(303);
    expect((await apiSignIn(sent)).status).toBe(200);
    expect(
      await database.rows("select 1 from recovery_codes union all select 1 from two_step_secrets"),
    ).toEqual([]);
    expect((await apiSignIn({ ...sent, code: codeOf(secret) })).status).toBe(200);
  });
});

describe("a change that weakens two-step sign-in", () => {
  let cookies = "";
  let secret = "";
  let codes: string[] = [];
  beforeEach(async () => {
    cookies = await app.cookiesOf("admin");
    ({ secret, codes } = await enableTwoStep(cookies));
  });

  const change = (body: Record<string, string>) => app.request(PAGE, { method: "POST", cookies, body });
  const state = async () => ({
    since: (await rowOf(ADMIN))?.two_step_since,
    codes: await database.rows("select code_hash from recovery_codes where used_at is null order by 1"),
  });

  it.each(["off", "codes"])(
    "needs the password and a current, unused code: %s",
    spec("2.4-7 two-step off needs code"),
    async (intent) => {
      const before = await state();
      const [now, ago] = [Date.now(), 30_000];
      const used = codeOf(secret, -30, now);
      await database.rows("update two_step_secrets set last_step = ?", [Math.floor((now - ago) / 30_000)]);
      for (const code of [undefined, "", "000000", used, "not-a-code", "x".repeat(65)]) {
        const refused = await change(code === undefined ? { intent } : { intent, code });
        expect([code, refused.status]).toEqual([code, 422]);
        await database.rows("delete from rate_limits");
      }
      const page = await (await change({ intent, code: "000000" })).text();
      expect(page).toMatch(new RegExp(`id="${intent}-code"[^>]*aria-invalid="true"`));
      expect(page.match(/aria-invalid="true"/g)).toHaveLength(1);
      expect(await state()).toEqual(before);
      expect((await change({ intent, code: codeOf(secret) })).status).toBeLessThan(400);
      expect(await state()).not.toEqual(before);
    },
  );

  it("accepts a recovery code, so a lost phone can be replaced", async () => {
    expect((await change({ intent: "off", code: codes[0] ?? "" })).status).toBe(303);
    expect((await rowOf(ADMIN))?.two_step_since).toBeNull();
  });

  it("allows five wrong codes", async () => {
    const tries = Array.from({ length: 7 }, () => change({ intent: "off", code: "000000" }));
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
  });

  it("does nothing if two-step sign-in is off", async () => {
    await forgetTwoStep();
    for (const intent of ["off", "codes"])
      expect((await change({ intent, code: codeOf(secret) })).status).toBe(409);
  });
});

describe("signing in with two-step sign-in", () => {
  let secret = "";
  let codes: string[] = [];
  beforeEach(async () => {
    ({ secret, codes } = await enableTwoStep(await app.cookiesOf("admin")));
  });

  it("asks for the code on a separate page, and starts no session before", async () => {
    const answer = await sendPassword(ADMIN);
    expect(answer.status).toBe(303);
    expect(answer.headers.get("Location")).toBe("/admin/login/second-step?next=%2Fadmin");
    expect(answer.headers.get("Set-Cookie")).not.toContain("openbell_staff");
    const cookies = cookiesFrom(answer);
    expect(await opens(cookies)).toBe(false);
    const page = await (await app.request("/admin/login/second-step", { cookies })).text();
    expect(page).toMatch(/<input[^>]*autocomplete="one-time-code"/i);
    const elsewhere = await app.request("/admin/login/second-step");
    expect([elsewhere.status, await elsewhere.text()]).toEqual([
      400,
      expect.stringContaining("Please sign in again"),
    ]);
    expect((await sendCode("", codeOf(secret))).headers.get("Location")).toBe("/admin/login");
    const wrong = await sendCode(cookies, "000000");
    expect([wrong.status, await wrong.text()]).toEqual([422, expect.stringContaining("This code is wrong")]);
    const done = await sendCode(cookies, codeOf(secret, 60));
    expect([done.status, done.headers.get("Location")]).toEqual([303, "/admin"]);
    expect(await opens(cookiesFrom(done))).toBe(true);
    expect((await sendCode(cookies, codeOf(secret, 60))).headers.get("Location")).toBe("/admin/login");
  });

  it("accepts a code once, even if four requests send it to two servers", async () => {
    const waiting = await Promise.all(
      Array.from({ length: 4 }, async () => cookiesFrom(await sendPassword(ADMIN))),
    );
    const code = codeOf(secret);
    const answers = await Promise.all(
      waiting.map((cookies, index) => sendCode(cookies, code, index % 2 ? second.url : app.url)),
    );
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([303, 422, 422, 422]);
    await database.rows("delete from rate_limits");
    expect((await apiSignIn({ email: ADMIN, password: PASSWORD, code })).status).toBe(401);
    expect((await apiSignIn({ email: ADMIN, password: PASSWORD, code: codeOf(secret, 60) })).status).toBe(
      200,
    );
  });

  it(
    "accepts a recovery code once, and emails how many remain",
    spec("2.4-7 lost second factor recovery"),
    async () => {
      const [one, two] = [cookiesFrom(await sendPassword(ADMIN)), cookiesFrom(await sendPassword(ADMIN))];
      const code = (codes[3] ?? "").toUpperCase();
      const answers = await Promise.all([sendCode(one, code), sendCode(two, code, second.url)]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 422]);
      const { text } = await waitForMail(ADMIN, /A recovery code was used/);
      expect(text).toContain("9 codes are left");
    },
  );

  it("over the API needs the code with the password, and reveals that only after a right password", async () => {
    const refused = await apiSignIn({ email: ADMIN, password: PASSWORD });
    expect([refused.status, await refused.json()]).toEqual([
      401,
      { message: expect.stringContaining("in the field “code”"), errors: { code: expect.any(String) } },
    ]);
    const unknown = await apiSignIn({ email: ADMIN, password: "a wrong password", code: codeOf(secret) });
    expect([unknown.status, await unknown.json()]).toEqual([401, { message: "Invalid email or password" }]);
    expect((await apiSignIn({ email: ADMIN, password: PASSWORD, code: "123456" })).status).toBe(401);
    const right = await apiSignIn({ email: ADMIN, password: PASSWORD, code: codeOf(secret) });
    expect([right.status, await right.json()]).toEqual([
      200,
      { message: "Logged in successfully!", token: expect.any(String), admin: expect.any(Object) },
    ]);
    for (const code of [{ $ne: null }, ["1"], 5, "x".repeat(65)])
      expect((await apiSignIn({ email: ADMIN, password: PASSWORD, code })).status).toBe(422);
  });

  it("allows five wrong codes, however the password is sent", async () => {
    const cookies = cookiesFrom(await sendPassword(ADMIN));
    const tries = Array.from({ length: 8 }, (_, index) =>
      index % 2
        ? sendCode(cookies, "000000", second.url)
        : apiSignIn({ email: ADMIN, password: PASSWORD, code: "000000" }),
    );
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(3);
    const right = await sendCode(cookies, codeOf(secret));
    expect([right.status, await right.text()]).toEqual([429, expect.stringContaining("Too many attempts")]);
  });

  it("restarts if the password changed or the account closed in between", async () => {
    for (const change of ["password_hash = password_hash || 'x'", "status = 'inactive'"]) {
      const cookies = cookiesFrom(await sendPassword(ADMIN));
      const before = await rowOf(ADMIN);
      await database.rows(`update staff set ${change} where email = ?`, [ADMIN]);
      expect((await sendCode(cookies, codeOf(secret))).headers.get("Location")).toBe("/admin/login");
      await database.rows("update staff set status = 'active', password_hash = ? where email = ?", [
        (before as unknown as { password_hash: string }).password_hash,
        ADMIN,
      ]);
    }
  });
});

describe("resetting two-step sign-in", () => {
  it("is for superadmins: listed, logged, emailed, and all sessions of the account end", async () => {
    const superadmin = cookiesFrom(await sendPassword("superadmin@demo.test"));
    await enableTwoStep(superadmin);
    const theirs = await app.cookiesOf("admin");
    await enableTwoStep(theirs);
    const { id = "" } = (await rowOf(ADMIN)) ?? {};
    const list = await (await app.request("/admin/settings?size=25", { cookies: superadmin })).text();
    expect(list).toContain(`/admin/settings/${id}/two-step`);
    const reset = `/admin/settings/${id}/two-step`;
    expect((await app.request(reset, { method: "POST", cookies: theirs })).status).toBe(403);
    expect((await app.request(reset, { method: "POST", cookies: superadmin })).status).toBe(303);
    expect([(await rowOf(ADMIN))?.two_step_since, await opens(theirs)]).toEqual([null, false]);
    expect((await waitForMail(ADMIN, /was reset/)).text).toContain("superadmin tester");
    const [line] = await database.rows(
      "select action, record_title, detail from changes order by created_at desc",
    );
    expect(line).toEqual({
      action: "edited",
      record_title: "admin tester",
      detail: { fields: ["two-step sign-in"] },
    });
    const own = (await rowOf("superadmin@demo.test"))?.id;
    expect(
      (await app.request(`/admin/settings/${own}/two-step`, { method: "POST", cookies: superadmin })).status,
    ).toBe(403);
    expect(await mailsTo("superadmin@demo.test", /was reset/)).toEqual([]);
  });

  it(
    "of a superadmin needs the operator's command, ends sessions and requires a new setup",
    spec("2.4-7 lost second factor recovery"),
    async () => {
      const cookies = cookiesFrom(await sendPassword(SUPERADMIN));
      await enableTwoStep(cookies);
      expect(await opens(cookies)).toBe(true);
      const reset = (...words: string[]) => runCommand(app.databaseUrl, "reset-two-step", ...words);
      expect((await reset()).code).toBe(64);
      expect(await reset("--mail", SUPERADMIN)).toEqual({
        code: 64,
        output: "Usage: npm run reset-two-step -- --email ADDRESS\n",
      });
      expect(await reset("--email", "nobody@demo.test")).toMatchObject({
        code: 1,
        output: expect.stringContaining("No member of staff has the email nobody@demo.test."),
      });
      expect([(await rowOf(SUPERADMIN))?.two_step_since, await opens(cookies)]).toEqual([
        expect.any(Date),
        true,
      ]);
      const done = await reset("--email", SUPERADMIN.toUpperCase());
      expect(done).toMatchObject({ code: 0, output: expect.stringContaining(`<${SUPERADMIN}> is now off.`) });
      expect([(await rowOf(SUPERADMIN))?.two_step_since, await opens(cookies)]).toEqual([null, false]);
      expect((await waitForMail(SUPERADMIN, /was reset/)).text).toContain("The site’s operator");
      const again = await sendPassword(SUPERADMIN);
      expect(again.headers.get("Location")).toBe("/admin");
      const led = await app.request("/admin", { cookies: cookiesFrom(again) });
      expect(led.headers.get("Location")).toBe(PAGE);
      expect((await reset("--email", SUPERADMIN)).output).toContain("was already off");
    },
  );
});
