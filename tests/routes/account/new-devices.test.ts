import { mailsTo, waitForMail } from "tests/support/mails";
import { app, database, setUpApp } from "tests/support/running-app";
import { PASSWORD } from "tests/support/test-app";
import { beforeEach, describe, expect, it } from "vitest";

setUpApp({}, { doesJobs: true });

beforeEach(async () => {
  for (const table of ["rate_limits", "known_devices", "mails"]) await database.rows(`delete from ${table}`);
});

const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";
const NEW = /A new device signed in/;

const deviceOf = (answer: Response) =>
  answer.headers.getSetCookie().find((cookie) => cookie.startsWith("openbell_device=")) ?? "";

describe.each([
  ["/login", "/api/auth/user/login", "basic@demo.test", "/dashboard/devices"],
  ["/admin/login", "/api/auth/admin/login", "editor@demo.test", "/admin/profile-settings/devices"],
])("signing in at %s", (page, api, email, devices) => {
  const signIn = (cookies = "", agent = FIREFOX) =>
    app.request(page, {
      method: "POST",
      cookies,
      headers: { "User-Agent": agent },
      body: { email, password: PASSWORD },
    });
  const program = (agent: string) =>
    app.request(api, {
      method: "POST",
      headers: { "User-Agent": agent },
      json: { email, password: PASSWORD },
    });

  it("emails a notice once per new browser, but not for the first or a known one", async () => {
    const first = await signIn();
    const cookie = deviceOf(first);
    expect(cookie).toMatch(new RegExp(`; Path=${page};.*HttpOnly`));
    await signIn(cookie.split(";")[0]);
    await signIn(cookie.split(";")[0], "another line of the same browser");
    expect(await mailsTo(email, NEW)).toEqual([]);
    const other = await signIn();
    const { text } = await waitForMail(email, NEW);
    expect(text).toContain("Was this you?");
    expect(text).toContain("Device: Firefox on Windows");
    expect(text).toContain(`http://localhost:3000${devices}`);
    await signIn(deviceOf(other).split(";")[0]);
    const kept = await database.rows<{ device_hash: string }>("select device_hash from known_devices");
    expect(kept).toHaveLength(2);
    expect(JSON.stringify(kept)).not.toContain(/=([^;]+)/.exec(cookie)?.[1]);
    expect(await database.rows("select 1 from mails where template = 'new-device'")).toHaveLength(1);
  });

  it("recognises API clients by name and network, and ignores failed sign-ins", async () => {
    await program("reader/1.0");
    await program("reader/1.0");
    await app.request(api, { method: "POST", json: { email, password: "a wrong password" } });
    expect(await database.rows("select 1 from known_devices")).toHaveLength(1);
    await program("another/2.0");
    expect((await waitForMail(email, NEW)).text).toContain("Device: another");
  });
});
