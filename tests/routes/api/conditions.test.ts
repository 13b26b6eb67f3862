import { loadApiDescription, patternOf } from "tests/support/api-description";
import { insertRecord } from "tests/support/record-factories";
import { fillParams } from "tests/support/routes";
import { app, database, setUpApp } from "tests/support/running-app";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { matrixRowOf } from "../security/matrix-api";

let cookies: string;
let id: string;

setUpApp();

beforeAll(async () => {
  cookies = await app.cookiesOf("admin");
});
beforeEach(async () => {
  id = await insertRecord(database, "trade_alerts");
});

type Answer = { message: string; current?: Record<string, unknown>; name?: string };

const ETAG = /^"[\w-]{27}"$/;

async function etag(path: string, mine = cookies): Promise<string> {
  return (await app.request(path, { cookies: mine })).headers.get("ETag") ?? "";
}

async function send(method: "PUT" | "DELETE", path: string, headers: Record<string, string>, json?: object) {
  const response = await app.request(path, { method, cookies, headers, json });
  return { status: response.status, said: (await response.json()) as Answer };
}

const put = (headers: Record<string, string>, json: object = { name: "Changed" }) =>
  send("PUT", `/api/trade-alert/${id}`, headers, json);
const remove = (headers: Record<string, string>) => send("DELETE", `/api/trade-alert/${id}`, headers);

const saved = async () =>
  (
    await database.rows<{ name: string; version: number }>(
      "select name, version from trade_alerts where id = ?",
      [id],
    )
  )[0];

describe("If-Match", () => {
  it("lets a write through with the ETag of the record as its reader got it", async () => {
    const read = await etag(`/api/trade-alert/${id}`);
    expect(read).toMatch(ETAG);
    expect((await put({ "If-Match": read })).status).toBe(200);
    expect(await saved()).toEqual({ name: "Changed", version: 2 });
    const now = await etag(`/api/trade-alert/${id}`);
    expect((await remove({ "If-Match": `"other", ${now}` })).status).toBe(200);
    expect(await saved()).toBeUndefined();
  });

  it("stops a write with 412 and the saved record if another one was read", async () => {
    const read = await etag(`/api/trade-alert/${id}`);
    await put({}, { name: "First" });
    for (const attempt of [() => put({ "If-Match": read }), () => remove({ "If-Match": read })]) {
      const { status, said } = await attempt();
      expect([status, said.current]).toMatchObject([412, { id, name: "First", version: 2 }]);
      expect(said.message).toContain("nothing was changed");
    }
    expect(await saved()).toEqual({ name: "First", version: 2 });
  });

  it("compares strongly, and with what the writer may read", async () => {
    const mine = await etag(`/api/trade-alert/${id}`);
    const locked = await etag(`/api/trade-alert/${id}`, "");
    expect(locked).toMatch(ETAG);
    for (const tag of [locked, `W/${mine}`, '"nonsense"', '""']) {
      const { status } = await put({ "If-Match": tag });
      expect(status, tag).toBe(412);
    }
    expect(await saved()).toEqual({ name: "An alert", version: 1 });
  });

  it("accepts each record that exists if it is a star", async () => {
    expect((await put({ "If-Match": "*" })).status).toBe(200);
    const missing = "/api/trade-alert/10000000-0000-4000-8000-000000000001";
    expect((await send("PUT", missing, { "If-Match": "*" }, { name: "X" })).status).toBe(404);
  });

  it.each([
    "abc",
    '"a',
    "",
    '*, "a"',
    '"a" "b"',
  ])("is 400 if it is %j, and nothing is saved", async (value) => {
    expect((await put({ "If-Match": value })).status).toBe(400);
    expect((await remove({ "If-Match": value })).status).toBe(400);
    expect(await saved()).toEqual({ name: "An alert", version: 1 });
  });

  it("gives way to an error that the write has without it", async () => {
    expect((await put({ "If-Match": '"old"' }, { name: "" })).status).toBe(422);
    expect((await put({ "If-Match": '"old"' }, { name: "X", version: 7 })).status).toBe(409);
  });

  it("lets one of many simultaneous writes through", async () => {
    const read = await etag(`/api/trade-alert/${id}`);
    const writes = Array.from({ length: 12 }, (_, at) => put({ "If-Match": read }, { name: `Writer ${at}` }));
    const statuses = (await Promise.all(writes)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, ...Array(11).fill(412)]);
    expect((await saved())?.version).toBe(2);
  });

  it("sees a change of the record's picture", async () => {
    const picture = await insertRecord(database, "images");
    const article = await insertRecord(database, "news");
    const read = await etag(`/api/news/${article}`);
    await database.rows("update news set image_id = ? where id = ?", [picture, article]);
    const { status } = await send("PUT", `/api/news/${article}`, { "If-Match": read }, { title: "X" });
    expect(status).toBe(412);
  });
});

describe("If-Unmodified-Since", () => {
  const changedAt = async (seconds: number) => {
    const [row] = await database.rows<{ at: Date }>(
      "select updated_at + make_interval(secs => ?) as at from trade_alerts where id = ?",
      [seconds, id],
    );
    return new Date(row?.at ?? 0);
  };
  /** In the three forms of RFC 9110, section 5.6.7. */
  const forms = (at: Date) => {
    const [, day, month, year, time] = /^\w+, (\d+) (\w+) (\d+) ([\d:]+) GMT$/.exec(at.toUTCString()) ?? [];
    const weekday = at.toLocaleDateString("en", { weekday: "long", timeZone: "UTC" });
    return [
      at.toUTCString(),
      `${weekday}, ${day}-${month}-${year?.slice(2)} ${time} GMT`,
      `${weekday.slice(0, 3)} ${month} ${String(Number(day)).padStart(2)} ${time} ${year}`,
    ];
  };

  it("lets a write through if the record was not changed after it", async () => {
    for (const form of forms(await changedAt(0))) {
      const { status } = await put({ "If-Unmodified-Since": form }, { name: "An alert" });
      expect(status, form).toBe(200);
    }
  });

  it("stops a write with 412 and the saved record if it was changed after it", async () => {
    for (const form of forms(await changedAt(-1))) {
      expect((await put({ "If-Unmodified-Since": form })).status, form).toBe(412);
      expect((await remove({ "If-Unmodified-Since": form })).said.current).toMatchObject({ id });
    }
    expect(await saved()).toEqual({ name: "An alert", version: 1 });
  });

  it.each([
    "yesterday",
    "2026-07-16T13:05:12.480Z",
    "",
    "Thu, 99 Jul 2026 13:05:12 GMT",
  ])("is 400 if it is %j", async (value) => {
    expect((await put({ "If-Unmodified-Since": value })).status).toBe(400);
    expect(await saved()).toEqual({ name: "An alert", version: 1 });
  });

  it("does not count next to If-Match", async () => {
    const [past = ""] = forms(await changedAt(-5));
    const read = await etag(`/api/trade-alert/${id}`);
    expect((await put({ "If-Match": read, "If-Unmodified-Since": past })).status).toBe(200);
  });
});

it("operations without a record to compare refuse a condition with 400", async () => {
  const { operations } = await loadApiDescription(app);
  const plain = operations.filter(
    ({ method, parameters }) => method !== "GET" && !parameters.some(({ name }) => name === "If-Match"),
  );
  expect(plain.length).toBeGreaterThan(15);
  for (const { method, path, operationId } of plain) {
    const address = fillParams(patternOf(path), { id, ...matrixRowOf(path).parameters });
    for (const name of ["If-Match", "If-Unmodified-Since"]) {
      const response = await app.request(address, { method, headers: { [name]: "*" } });
      const message = `This operation has no record to compare, so it takes no ${name}.`;
      expect([operationId, response.status, await response.json()]).toEqual([operationId, 400, { message }]);
    }
  }
});

describe("a profile", () => {
  const PATH = "/api/user/profile";
  const change = async (mine: string, headers: Record<string, string>, json: object) => {
    const response = await app.request(PATH, { method: "PUT", cookies: mine, headers, json });
    return { status: response.status, said: (await response.json()) as Answer };
  };

  it("has an ETag, with which a change is let through once", async () => {
    const mine = await app.cookiesOf("basic");
    const read = await etag(PATH, mine);
    expect(read).toMatch(ETAG);
    const unchanged = await app.request(PATH, { cookies: mine, headers: { "If-None-Match": read } });
    expect(unchanged.status).toBe(304);
    const names = { firstname: "Ada", lastname: "First" };
    expect((await change(mine, { "If-Match": read }, names)).status).toBe(200);
    const { status, said } = await change(mine, { "If-Match": read }, { ...names, lastname: "Second" });
    expect([status, said.current]).toMatchObject([412, { firstname: "Ada", lastname: "First" }]);
    expect((await change(mine, { "If-Match": await etag(PATH, mine) }, names)).status).toBe(200);
    expect((await change(mine, { "If-Match": '"old"' }, { ...names, firstname: "" })).status).toBe(422);
  });

  it("is changed by one of many who read the same", async () => {
    const mine = await app.cookiesOf("basic");
    const read = await etag(PATH, mine);
    const writes = Array.from({ length: 8 }, (_, at) =>
      change(mine, { "If-Match": read }, { firstname: "Ada", lastname: `Writer ${at}` }),
    );
    const statuses = (await Promise.all(writes)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, ...Array(7).fill(412)]);
  });
});

describe("a member's tier", () => {
  it("is switched only if the member is the one that staff read", async () => {
    const member = await insertRecord(database, "members");
    const read = await etag(`/api/admin/get-users/${member}`);
    expect(read).toMatch(ETAG);
    const path = `/api/admin/subscription/${member}`;
    const to = (subscription: string, headers: Record<string, string>) =>
      send("PUT", path, headers, { subscription });
    expect((await to("Premium", { "If-Match": read })).status).toBe(200);
    const { status, said } = await to("Private", { "If-Match": read });
    expect([status, said.current]).toMatchObject([412, { id: member, subscription: "Premium", version: 2 }]);
    expect((await to("Private", { "If-Match": await etag(`/api/admin/get-users/${member}`) })).status).toBe(
      200,
    );
    expect((await to("Basic", { "If-Unmodified-Since": "Thu, 16 Jul 2020 13:05:12 GMT" })).status).toBe(412);
    expect((await to("Basic", { "If-Match": "*" })).status).toBe(200);
  });
});
