import { browserSubscription, insertDevice } from "tests/support/pushes";
import { app, database } from "tests/support/running-app";
import {
  followRedirect,
  get,
  html,
  memberIdOf,
  post,
  setUpStaffApp,
  staffCookies,
} from "tests/support/staff-app";
import type { Person } from "tests/support/test-app";
import { beforeEach, describe, expect, it } from "vitest";
import { vapidKeys } from "~/features/newsletters/push/vapid-keys.queries.server";

setUpStaffApp();
beforeEach(async () => {
  await database.rows("delete from push_devices");
  await database.rows("delete from muted_pushes");
});

const PATH = "/dashboard/notifications/devices";
const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0";

/** What the browser of a person reports by script. */
async function report(body: Record<string, string>, person: Person = "premium", cookies?: string) {
  const answer = await app.request(PATH, {
    method: "POST",
    body,
    cookies: cookies ?? (await staffCookies(person)),
    headers: { Accept: "application/json", "User-Agent": FIREFOX },
  });
  return { status: answer.status, text: await answer.text() };
}

const keysOf = ({ endpoint, p256dh, auth } = browserSubscription()) => ({ endpoint, p256dh, auth });

type Row = { id: string; member_id: string; endpoint: string; session_id: string | null };
const devices = () => database.rows<Row>("select * from push_devices order by created_at, id");

describe("a browser in which a member turns notifications on", () => {
  it("is on the member's list with its name, and can be removed without script", async () => {
    expect(await html("/dashboard/notifications", "premium")).not.toContain("Devices with notifications");
    const { endpoint, ...keys } = keysOf();
    expect((await report({ endpoint, ...keys })).status).toBe(204);
    const [device] = await devices();
    expect(device).toMatchObject({ endpoint, member_id: await memberIdOf("premium") });
    const page = await html("/dashboard/notifications", "premium");
    expect(page).toContain("Firefox on Windows");
    expect(page).toContain("This device");
    expect(page).toContain("None yet");
    expect(page).not.toContain(endpoint);
    const answer = await post(PATH, { remove: device?.id ?? "" }, "premium");
    expect(await followRedirect(answer, "premium")).toContain(
      "The device will no longer receive notifications.",
    );
    expect(await devices()).toEqual([]);
    const again = await post(PATH, { remove: device?.id ?? "" }, "premium");
    expect(await followRedirect(again, "premium")).toContain("That device was already removed.");
  });

  it("has one place in the list, however often it reports itself", async () => {
    const first = keysOf();
    for (let nth = 0; nth < 3; nth += 1) expect((await report(first)).status).toBe(204);
    expect(await devices()).toHaveLength(1);
    const renewed = keysOf();
    expect((await report(renewed)).status).toBe(204);
    expect((await devices()).map(({ endpoint }) => endpoint)).toEqual([renewed.endpoint]);
  });

  it("stays with the account that has it when another one reports the same address", async () => {
    const keys = keysOf();
    expect((await report(keys, "premium")).status).toBe(204);
    const answer = await report(keys, "basic");
    expect(answer).toEqual({
      status: 409,
      text: '{"message":"This browser receives notifications for another account. Please try again."}',
    });
    expect(await devices()).toMatchObject([{ member_id: await memberIdOf("premium") }]);
    expect((await report(keysOf(), "basic")).status).toBe(204);
    expect(await devices()).toHaveLength(2);
  });

  it("is refused when the member has ten, also if all are reported at the same time", async () => {
    const id = await memberIdOf("private");
    for (let nth = 0; nth < 9; nth += 1) await insertDevice(id);
    const others = await Promise.all([app.cookiesOf("private"), app.cookiesOf("private")]);
    const answers = await Promise.all(others.map((cookies) => report(keysOf(), "private", cookies)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 422]);
    expect(answers.find(({ status }) => status === 422)?.text).toContain(
      "You have notifications on 10 devices. Remove one of them first.",
    );
    expect(await devices()).toHaveLength(10);
  });

  it("is forgotten when its session ends, and kept when the session merely expires", async () => {
    const cookies = await app.cookiesOf("premium");
    expect((await report(keysOf(), "premium", cookies)).status).toBe(204);
    await app.request("/logout", { method: "POST", cookies, body: {} });
    expect(await devices()).toEqual([]);
    expect((await report(keysOf(), "premium", await app.cookiesOf("premium"))).status).toBe(204);
    await database.rows(
      `update sessions set expires_at = now() - interval '1 second' where id = (select session_id from push_devices)`,
    );
    await database.rows("delete from sessions where expires_at < now()");
    expect(await devices()).toMatchObject([{ session_id: null }]);
  });
});

describe("a browser with unusual values", () => {
  it.each([
    ["padded and broken keys", "Mozilla/5.0 (X11; Linux) Firefox/140.0", "Firefox on Linux"],
    ["no name", " / ", "Unknown device"],
    ["a long name", `${"x".repeat(900)}/1`, "x".repeat(40)],
  ])("a browser with %s is stored in the usual form", async (_what, agent, name) => {
    const { endpoint, p256dh, auth } = keysOf();
    const answer = await app.request(PATH, {
      method: "POST",
      body: { endpoint, p256dh: `${p256dh}=${"\n".repeat(50)}`, auth: `${auth}==${"!".repeat(90)}` },
      cookies: await staffCookies("premium"),
      headers: { Accept: "application/json", "User-Agent": agent },
    });
    expect(answer.status).toBe(204);
    expect(await database.rows("select name, p256dh, auth from push_devices")).toEqual([
      { name, p256dh, auth },
    ]);
  });
});

describe("an endpoint that cannot get pushes", () => {
  it.each([
    ["http://push.example/1", "no https"],
    ["https://push.example:8443/1", "another port"],
    ["https://127.0.0.1/1", "this machine"],
    ["https://[::1]/1", "this machine by IPv6"],
    ["https://[::ffff:10.0.0.1]/1", "a private address within IPv6"],
    ["https://169.254.169.254/latest/meta-data", "the machine's credentials"],
    ["https://192.168.1.1/1", "a private address"],
    ["https://0x7f000001/1", "this machine in hexadecimal"],
    ["https://localhost/1", "a local name"],
    ["https://user:secret@push.example/1", "a password"],
    ["javascript:alert(1)", "no address"],
    [`https://push.example/${"ö".repeat(300)}`, "an address that is longer when it is written out"],
    ["", "nothing"],
  ])("%s is refused: %s", async (endpoint) => {
    const { status, text } = await report({ ...keysOf(), endpoint });
    expect(status).toBe(422);
    expect(text).toContain("We cannot send notifications to this browser.");
    expect(await devices()).toEqual([]);
  });

  it.each([
    ["a point that is not on the curve", { p256dh: Buffer.alloc(65, 4).toString("base64url") }],
    ["a short key", { p256dh: "AAAA" }],
    ["no key", { p256dh: "" }],
    ["a short secret", { auth: "AAAA" }],
    ["a long secret", { auth: "A".repeat(200) }],
    ["no secret", { auth: "" }],
  ])("%s is refused", async (_name, wrong) => {
    expect((await report({ ...keysOf(), ...wrong })).status).toBe(422);
    expect(await devices()).toEqual([]);
  });

  it("a form without any choice, and another member's device, change nothing", async () => {
    const id = await insertDevice(await memberIdOf("basic"));
    const nothing = await post(PATH, {}, "premium");
    expect(await followRedirect(nothing, "premium")).toContain("Choose what to change.");
    await post(PATH, { remove: id }, "premium");
    expect(await devices()).toHaveLength(1);
  });
});

describe("the choice of notifications", () => {
  it("boxes that are empty are switched off for all devices, and emails stay as they are", async () => {
    const id = await memberIdOf("premium");
    await insertDevice(id);
    const page = await html("/dashboard/notifications", "premium");
    expect(page.match(/<input[^>]* id="push-\w+"[^>]*checked=""/g)).toHaveLength(4);
    const answer = await post(PATH, { choice: "kinds", alerts: "on", prices: "on" }, "premium");
    expect(await followRedirect(answer, "premium")).toContain("Your choice was saved.");
    const muted = () =>
      database.rows("select kind from muted_pushes where member_id = ? order by kind", [id]);
    expect(await muted()).toEqual([{ kind: "briefs" }, { kind: "news" }]);
    await post(PATH, { choice: "kinds", news: "on" }, "premium");
    expect(await muted()).toEqual([{ kind: "alerts" }, { kind: "briefs" }, { kind: "prices" }]);
    expect(await database.rows("select from newsletter_choices where member_id = ?", [id])).toEqual([]);
  });
});

describe("the key that browsers know the site by", () => {
  it("the key is made once, however many ask for it, and is on the page", async () => {
    await database.rows("update push_sender set public_key = null, private_key = null");
    const made = await Promise.all(Array.from({ length: 5 }, () => vapidKeys()));
    expect(new Set(made.map(({ publicKey }) => publicKey)).size).toBe(1);
    const [stored] = await database.rows<{ public_key: string; private_key: string }>(
      "select public_key, private_key from push_sender",
    );
    expect(made[0]).toEqual({ publicKey: stored?.public_key, privateKey: stored?.private_key });
    const page = await html("/dashboard/notifications", "premium");
    expect(page).toContain(`data-push="${stored?.public_key}"`);
    expect(page).not.toContain(stored?.private_key);
  });
});

describe("the service worker", () => {
  it("is served to everybody, checked for changes, and in a folder without pages", async () => {
    const answer = await app.request("/push/worker.js");
    expect(answer.status).toBe(200);
    expect(answer.headers.get("Content-Type")).toBe("text/javascript; charset=utf-8");
    expect(answer.headers.get("Cache-Control")).toBe("no-cache");
    expect(answer.headers.get("Service-Worker-Allowed")).toBeNull();
    const source = await answer.text();
    expect(source).not.toMatch(/caches|"fetch"|^import /);
    expect((await get("/push/other", "premium")).status).toBe(404);
  });

  it("without script the page says what is needed", async () => {
    expect(await html("/dashboard/notifications", "premium")).toMatch(
      /<noscript><p>To turn notifications on in this browser, allow JavaScript here\.<\/p><\/noscript>/,
    );
  });
});
