import { randomUUID } from "node:crypto";
import { loadApiDescription, patternOf } from "tests/support/api-description";
import { type Database, openDatabase } from "tests/support/database";
import { requestInit, smallPicture } from "tests/support/request-bodies";
import { fillParams } from "tests/support/routes";
import { app, database, setUpApp } from "tests/support/running-app";
import { type Instance, startInstance, waitUntil } from "tests/support/server-process";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { matrixRowOf } from "../security/matrix-api";

let admin: string;
let superadmin: string;
let second: Instance;
let other: Database;

setUpApp();

beforeAll(async () => {
  [admin, superadmin] = [await app.cookiesOf("admin"), await app.cookiesOf("superadmin")];
  second = await startInstance(app.databaseUrl, { PUBLIC_URL: "http://localhost:3000" });
  other = openDatabase(app.databaseUrl);
});
beforeEach(async () => {
  await database.rows("delete from idempotency_keys");
  await database.rows("delete from quotes");
});
afterAll(async () => {
  await other?.close();
  await second?.stop();
});

const QUOTE = { category: "Stocks", name: "Pushed", last: 10, symbol: "PUSH" };

type Sent = { key: string; json?: object; cookies?: string; path?: string; url?: string };
type Answer = { id?: string; message?: string; name?: string };

async function post({ key, json = QUOTE, cookies = admin, path = "/api/markets", url = app.url }: Sent) {
  const response = await fetch(`${url}${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "Idempotency-Key": key, Cookie: cookies },
    body: JSON.stringify(json),
  });
  const text = await response.text();
  return {
    ...{ status: response.status, text, said: JSON.parse(text) as Answer },
    replayed: response.headers.get("Idempotency-Replayed"),
    wait: response.headers.get("Retry-After"),
  };
}

const quotes = async () =>
  (await database.rows<{ id: string }>("select id::text from quotes")).map(({ id }) => id);

const keys = () =>
  database.rows<{ operation: string; sealed: string | null; written_id: string | null }>(
    "select operation, sealed, written_id::text from idempotency_keys",
  );

/** Holds writes of quotes up until it is called. */
async function holdUp(): Promise<() => Promise<void>> {
  await other.rows("begin; lock table quotes in share mode");
  return async () => {
    await other.rows("rollback");
  };
}

const isWaiting = async () =>
  (
    await database.rows(
      "select 1 from pg_stat_activity where wait_event_type = 'Lock' and query ~ 'into \"quotes\"'",
    )
  ).length > 0;

describe("a POST with an Idempotency-Key", () => {
  it("gets the first answer when repeated, and adds one record", async () => {
    const key = randomUUID();
    const first = await post({ key });
    expect([first.status, first.replayed]).toEqual([201, null]);
    // In quotes, as structured fields write strings.
    for (const same of [key, `"${key}"`]) {
      const again = await post({ key: same });
      expect(again).toMatchObject({ status: 201, text: first.text, replayed: "true" });
    }
    expect(await quotes()).toEqual([first.said.id]);
    expect(await keys()).toMatchObject([{ operation: "addMarket", written_id: first.said.id }]);
  });

  it("gets the first answer although the record has changed or is gone since", async () => {
    const key = randomUUID();
    const first = await post({ key });
    await database.rows("delete from quotes");
    expect(await post({ key })).toMatchObject({ status: 201, text: first.text });
    expect(await quotes()).toEqual([]);
  });

  it("is 422 if its key was used with another body, and nothing is saved", async () => {
    const key = randomUUID();
    const { said } = await post({ key });
    const { status, said: refused } = await post({ key, json: { ...QUOTE, last: 11 } });
    expect([status, refused.message]).toEqual([
      ...[422, "This Idempotency-Key was used with another body. Use a new key."],
    ]);
    expect(await quotes()).toEqual([said.id]);
  });

  it("belongs to its caller and its operation", async () => {
    const key = randomUUID();
    const answers = [
      await post({ key }),
      await post({ key, cookies: superadmin }),
      await post({ key, path: "/api/news", json: { title: "A", content: "B", category: "Tech" } }),
    ];
    expect(answers.map(({ status, replayed }) => [status, replayed])).toEqual(Array(3).fill([201, null]));
    expect([(await quotes()).length, (await keys()).length]).toEqual([2, 3]);
  });

  it("keeps nothing after a refusal: the corrected request can use the key", async () => {
    const key = randomUUID();
    const wrong = [
      { ...QUOTE, name: "" },
      { ...QUOTE, nam: "x" },
    ];
    for (const json of wrong) expect((await post({ key, json })).status).toBe(422);
    expect((await post({ key, cookies: "" })).status).toBe(401);
    expect(await keys()).toEqual([]);
    expect(await post({ key })).toMatchObject({ status: 201, replayed: null });
  });

  it("keeps nothing after a failure", async () => {
    const key = randomUUID();
    await database.rows("alter table quotes add constraint broken check (name <> 'Pushed') not valid");
    expect((await post({ key })).status).toBeGreaterThanOrEqual(422);
    await database.rows("alter table quotes drop constraint broken");
    expect(await keys()).toEqual([]);
    expect(await post({ key })).toMatchObject({ status: 201, replayed: null });
  });

  it("is free again after 24 hours", async () => {
    const key = randomUUID();
    await post({ key });
    await database.rows("update idempotency_keys set created_at = now() - interval '24 hours 1 second'");
    const json = { ...QUOTE, last: 12 };
    expect(await post({ key, json })).toMatchObject({ status: 201, replayed: null });
    expect(await post({ key, json })).toMatchObject({ status: 201, replayed: "true" });
    expect((await quotes()).length).toBe(2);
  });

  it.each(["", " ", "x".repeat(256), "a b", "é"])("whose key is %j is 400", async (key) => {
    const response = await fetch(`${app.url}/api/markets`, {
      ...{ method: "POST", body: JSON.stringify(QUOTE) },
      headers: {
        ...{ "Content-Type": "application/json", Cookie: admin },
        "Idempotency-Key": Buffer.from(key).toString("latin1"),
      },
    });
    expect(response.status).toBe(400);
    expect(await quotes()).toEqual([]);
  });

  it("can be a form with a picture, whose boundary changes", async () => {
    const key = randomUUID();
    const send = async (title: string) => {
      const multipart = { title, content: "B", category: "Tech", image: await smallPicture() };
      const { body } = requestInit({ multipart });
      const headers = { "Idempotency-Key": key };
      const response = await app.request("/api/news", { method: "POST", cookies: admin, headers, body });
      return [response.status, response.headers.get("Idempotency-Replayed")];
    };
    expect([await send("A"), await send("A"), await send("Another")]).toEqual([
      [201, null],
      [201, "true"],
      [422, null],
    ]);
    expect(await database.rows("select 1 from images")).toHaveLength(1);
  });

  it("is 413 if it is too large", async () => {
    const json = { ...QUOTE, name: "x".repeat(1_200_000) };
    expect((await post({ key: randomUUID(), json })).status).toBe(413);
    expect(await keys()).toEqual([]);
  });

  it("stores neither the key nor the answer in clear text", async () => {
    const key = `key-${randomUUID()}`;
    const json = {
      fullname: "Hidden Name",
      email: "hidden@demo.test",
      role: "editor",
      password: "a secret of mine",
    };
    const { status } = await post({ key, json, path: "/api/auth/admin/addAdmin", cookies: superadmin });
    const [row] = await database.rows<{ row: string }>("select k::text as row from idempotency_keys k");
    expect(status).toBe(201);
    expect(row?.row).toContain("addAdmin");
    for (const text of [key, "Hidden", "hidden@", "secret"]) expect(row?.row).not.toContain(text);
  });
});

describe("while the first request is in flight", () => {
  it("a repeated one is 409 with Retry-After, another body 422, on both instances", async () => {
    const key = randomUUID();
    const release = await holdUp();
    const first = post({ key });
    await waitUntil(isWaiting);
    for (const url of [app.url, second.url]) {
      expect(await post({ key, url })).toMatchObject({ status: 409, wait: "1" });
      expect((await post({ key, url, json: { ...QUOTE, last: 11 } })).status).toBe(422);
    }
    await release();
    const { status, text } = await first;
    expect(status).toBe(201);
    expect(await post({ key, url: second.url })).toMatchObject({ status, text, replayed: "true" });
  });

  it("200 retries over two instances add one record", async () => {
    const key = randomUUID();
    const seen = new Map<number, number>();
    const send = async (_: unknown, at: number) => {
      const { status } = await post({ key, url: at % 2 === 0 ? app.url : second.url });
      seen.set(status, (seen.get(status) ?? 0) + 1);
    };
    await Promise.all(Array.from({ length: 200 }, send));
    expect([...seen.keys()].filter((status) => ![201, 409, 503].includes(status))).toEqual([]);
    expect(await quotes()).toHaveLength(1);
    const settled = await post({ key });
    expect([settled.status, await quotes()]).toEqual([201, [settled.said.id]]);
  });

  it("a request that was taken over saves nothing", async () => {
    const key = randomUUID();
    const release = await holdUp();
    const first = post({ key });
    await waitUntil(isWaiting);
    await database.rows("update idempotency_keys set claim = gen_random_uuid()");
    await release();
    expect([(await first).status, await quotes()]).toEqual([409, []]);
  });
});

describe("after the process of one instance died", () => {
  /** A minute later for the key's lock. */
  const aMinuteLater = () =>
    database.rows("update idempotency_keys set locked_until = locked_until - interval '61 seconds'");

  it("the key is locked for a minute and then free", async () => {
    const key = randomUUID();
    const release = await holdUp();
    const lost = post({ key, url: second.url }).catch(() => "lost");
    await waitUntil(isWaiting);
    second.process.kill("SIGKILL");
    expect(await lost).toBe("lost");
    await release();
    await waitUntil(async () => !(await isWaiting()));
    expect(await post({ key })).toMatchObject({ status: 409, wait: "1" });
    const [lock] = await database.rows(
      "select locked_until between now() + interval '1 second' and now() + interval '61 seconds' as minute from idempotency_keys",
    );
    expect(lock).toEqual({ minute: true });
    await aMinuteLater();
    const retried = await post({ key });
    expect([retried.status, retried.replayed, await quotes()]).toEqual([201, null, [retried.said.id]]);
  });

  it("between the commit and the answer, a retry gets the record instead of a second one", async () => {
    const key = randomUUID();
    const { said } = await post({ key });
    await database.rows(
      "update idempotency_keys set sealed = null, locked_until = now() + interval '60 seconds'",
    );
    expect((await post({ key })).status).toBe(409);
    await aMinuteLater();
    expect(await post({ key })).toMatchObject({ status: 201, replayed: "true", said: { id: said.id } });
    expect(await quotes()).toEqual([said.id]);
  });
});

it("operations with secret answers refuse a key with 400, and reading ones ignore it", async () => {
  const { operations } = await loadApiDescription(app);
  const refusing: string[] = [];
  const ignoring: string[] = [];
  for (const { method, path, operationId } of operations.filter((each) => each.method === "POST")) {
    const address = fillParams(patternOf(path), { ...matrixRowOf(path).parameters });
    const headers = { "Idempotency-Key": "one" };
    const response = await app.request(address, { method, headers, cookies: superadmin, json: {} });
    const { message } = (await response.json()) as Answer;
    if (response.status === 400 && message?.includes("takes no Idempotency-Key")) refusing.push(operationId);
    else if (response.status === 200) ignoring.push(operationId);
  }
  expect(refusing.toSorted()).toEqual([
    "forgetPassword",
    "register",
    "resetPassword",
    "signIn",
    "signInStaff",
  ]);
  expect(ignoring).toEqual(["listPayments"]);
  expect(await keys()).toEqual([]);
});
