import { Webhook as Signer } from "standardwebhooks";
import { insertKey } from "tests/support/api-keys";
import { openDatabase } from "tests/support/database";
import { offerPackages, PREMIUM_ID } from "tests/support/purchases";
import { type Instance, startInstance, waitUntil } from "tests/support/server-process";
import { startTestApp, type TestApp } from "tests/support/test-app";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

let app: TestApp;
let demo: Instance;
let cookies: string;
beforeAll(async () => {
  app = await startTestApp();
  await offerPackages(app);
  demo = await startInstance(app.databaseUrl, { DEMO: "1" });
  cookies = await app.cookiesOf("superadmin");
  // The first visit makes the table.
  expect((await visit(RECEIVED)).status).toBe(200);
});
afterAll(async () => {
  await demo.stop();
  await app.stop();
});
beforeEach(() => app.sql("delete from webhooks"));

const LIST = "/admin/settings/webhooks";
const RECEIVED = `${LIST}/received`;

async function visit(path: string, form?: Record<string, string>, person = cookies, site = demo) {
  const answer = await fetch(new URL(path, site.url), {
    redirect: "manual",
    method: form ? "POST" : "GET",
    headers: { Cookie: person },
    body: form && new URLSearchParams(form),
  });
  const text = (await answer.text()).replaceAll("<!-- -->", "");
  return { status: answer.status, text, next: answer.headers.get("Location") ?? "" };
}

const ADDRESS = /value="(http:\/\/localhost:\d+(\/demo\/webhooks\/[\w-]{22}))"/;
const secretIn = (page: string) => /whsec_[A-Za-z0-9+/]{43}=/.exec(page)?.[0] ?? "";

/** A webhook to the demo's receiver. */
async function make(more: Record<string, string> = {}) {
  const offered = await visit(`${LIST}/new?receiver=own&name=Mine&kinds=news&kinds=videos&keyId=`);
  const [, address = "", path = ""] = ADDRESS.exec(offered.text) ?? [];
  const made = await visit(`${LIST}/new`, { name: "Mine", address, kinds: "news", keyId: "", ...more });
  expect(made.status).toBe(200);
  const [row] = await app.sql<{ id: string }>("select id from webhooks order by created_at desc limit 1");
  return { id: row?.id ?? "", address, path, secret: secretIn(made.text), offered: offered.text };
}

type Message = { id?: string; body?: string; at?: Date; signature?: string };

async function send(path: string, secret: string, message: Message = {}): Promise<number> {
  const { id = "msg_1", body = '{"type":"news.saved"}', at = new Date() } = message;
  const { signature = new Signer(secret).sign(id, at, body) } = message;
  const answer = await fetch(new URL(path, demo.url), {
    method: "POST",
    headers: {
      ...{ "webhook-id": id, "webhook-timestamp": String(Math.floor(at.getTime() / 1000)) },
      "webhook-signature": signature,
    },
    body,
  });
  return answer.status;
}

const received = () =>
  app.sql<{ verdict: string; body: string; message_id: string }>(
    "select verdict, body, message_id from demo_webhooks.messages order by received_at desc, id",
  );

describe("a demo", () => {
  const ELSEWHERE = { name: "Mine", address: "https://receiver.example/hook", kinds: "news", keyId: "" };
  const REFUSED = "Without mail a demo sends to its own receiver only.";

  it("sends to no other address", async () => {
    const refused = await visit(`${LIST}/new`, ELSEWHERE);
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining(REFUSED)]);
    const { id } = await make();
    await app.sql(`update webhooks set address = '${ELSEWHERE.address}'`);
    await visit(`${LIST}/${id}`, { change: "test" });
    await waitUntil(
      async () => (await app.sql("select 1 from webhook_deliveries where attempts = 1")).length > 0,
    );
    await waitUntil(
      async () => (await app.sql("select 1 from webhook_deliveries where reason is not null")).length > 0,
    );
    expect(await app.sql("select reason from webhook_deliveries")).toEqual([{ reason: REFUSED }]);
  });

  it("sends to any public address if it sends mail as well", async () => {
    const withMail = await startInstance(app.databaseUrl, { DEMO: "1", SMTP_URL: "smtp://127.0.0.1:1" });
    try {
      const made = await visit(`${LIST}/new`, ELSEWHERE, cookies, withMail);
      expect([made.status, secretIn(made.text)]).toEqual([200, expect.stringMatching(/^whsec_/)]);
    } finally {
      await withMail.stop();
    }
  });
});

describe("the demo's receiver", () => {
  it("is offered with what was typed, and gets what the site sends, rightly signed", async () => {
    const { id, offered } = await make();
    expect(offered).toContain('value="Mine"');
    expect(offered.match(/checked=""/g)).toHaveLength(2);
    await visit(`${LIST}/${id}`, { change: "test" });
    await waitUntil(
      async () => (await app.sql("select 1 from webhook_deliveries where state = 'delivered'")).length > 0,
    );
    const page = await visit(RECEIVED);
    for (const words of ["webhooks.test", "Signature right", "Mine", "msg_"])
      expect(page.text).toContain(words);
    expect((await visit(`${LIST}/${id}`)).text).toContain("204");
  });

  it("gets a purchase at the demo’s PayPal", async () => {
    const database = openDatabase(app.databaseUrl);
    const key = await insertKey(database, ["payments:read"]);
    await database.close();
    await make({ kinds: "payments", keyId: key.id });
    const member = await app.cookiesOf("basic");
    const approval = (await visit("/subscription", { packageId: PREMIUM_ID }, member)).next;
    const paid = (await visit(approval, { decision: "approve" }, member)).next;
    expect((await visit(paid, undefined, member)).next).toBe("/subscription");
    const paidMessage = async () => (await received()).find(({ body }) => body.includes('"COMPLETED"'));
    await waitUntil(async () => (await paidMessage()) !== undefined);
    const message = await paidMessage();
    expect(message?.verdict).toBe("right");
    expect(JSON.parse(message?.body ?? "")).toMatchObject({
      type: "payments.saved",
      data: { record: { amount: 29, status: "COMPLETED" } },
    });
  });

  it("is offered below the form’s own button, which the Enter key presses", async () => {
    const { offered } = await make();
    expect(offered.indexOf("Create webhook")).toBeGreaterThan(0);
    expect(offered.indexOf("Use the demo’s receiver")).toBeGreaterThan(offered.indexOf("Create webhook"));
  });

  it("shows each wrong signature or time, and answers 400", async () => {
    const { path, secret } = await make();
    const other = `whsec_${Buffer.alloc(32).toString("base64")}`;
    const minutes = (count: number) => new Date(Date.now() + count * 60_000);
    const sent: [Message, string, number, string][] = [
      [{}, secret, 204, "right"],
      [{}, other, 400, "wrong signature"],
      [{ signature: "" }, secret, 400, "wrong signature"],
      [{ signature: "v1," }, secret, 400, "wrong signature"],
      [
        { signature: `v1,nonsense ${new Signer(secret).sign("msg_1", new Date(), "{}")}` },
        secret,
        400,
        "wrong signature",
      ],
      [{ at: minutes(-6) }, secret, 400, "wrong time"],
      [{ at: minutes(6) }, secret, 400, "wrong time"],
      [{ body: "no JSON <b>" }, secret, 204, "right"],
    ];
    for (const [message, key, status, verdict] of sent) {
      expect([message, await send(path, key, message)]).toEqual([message, status]);
      expect((await received())[0]?.verdict).toBe(verdict);
    }
    const page = await visit(RECEIVED);
    expect(page.text).toContain("no JSON &lt;b&gt;");
    for (const words of ["Signature wrong", "Time wrong", "Repeated"]) expect(page.text).toContain(words);
  });

  it("accepts the new secret and both during the change", async () => {
    const { id, path, secret: old } = await make();
    const rotated = await visit(`${LIST}/${id}`, { change: "rotate", overlap: "24" });
    const secret = secretIn(rotated.text);
    const at = new Date();
    const both = [old, secret].map((each) => new Signer(each).sign("msg_2", at, "{}")).join(" ");
    expect(await send(path, old)).toBe(400);
    expect(await send(path, secret)).toBe(204);
    expect(await send(path, secret, { id: "msg_2", at, body: "{}", signature: both })).toBe(204);
  });

  it("forgets messages after a day", async () => {
    const { path, secret } = await make();
    await send(path, secret, { body: '{"type":"members.saved"}' });
    await app.sql("update demo_webhooks.messages set received_at = now() - interval '25 hours'");
    expect((await visit(RECEIVED)).text).toContain("Nothing has arrived yet.");
    await send(path, secret);
    expect((await received()).map(({ body }) => body)).toEqual(['{"type":"news.saved"}']);
  });

  it("keeps the last fifty, and the beginning of long ones", async () => {
    const { path, secret } = await make();
    await send(path, secret, { id: "msg_first" });
    await send(path, secret, { id: "msg_long", body: `"${"x".repeat(50_000)}\u0000"` });
    for (let n = 0; n < 49; n += 1) await send(path, secret, { id: `msg_${n}` });
    const kept = await received();
    expect(kept).toHaveLength(50);
    expect(kept.at(-1)).toMatchObject({ message_id: "msg_long", body: expect.stringMatching(/^"x{19999}$/) });
  });

  it("refuses what belongs to no webhook, and other methods", async () => {
    const { path } = await make();
    const before = await received();
    expect(await send("/demo/webhooks/nonsense", `whsec_${Buffer.alloc(32).toString("base64")}`)).toBe(404);
    expect((await visit(path)).status).toBe(405);
    await app.sql("delete from webhooks");
    expect(await send(path, `whsec_${Buffer.alloc(32).toString("base64")}`)).toBe(404);
    expect(await received()).toEqual(before);
  });

  it("shows what it got to superadmins only", async () => {
    for (const person of ["admin", "editor"] as const)
      expect((await visit(RECEIVED, undefined, await app.cookiesOf(person))).status).toBe(403);
    expect((await visit(RECEIVED, undefined, "")).status).toBe(302);
  });

  it("does not exist outside the demo", async () => {
    expect((await app.request("/demo/webhooks/one", { method: "POST", body: "{}" })).status).toBe(404);
    expect((await app.request(RECEIVED, { cookies })).status).toBe(404);
    const page = await (await app.request(`${LIST}/new?receiver=own`, { cookies })).text();
    expect(page).not.toContain("/demo/webhooks");
    expect(page).not.toContain("Use the demo’s receiver");
  });
});
