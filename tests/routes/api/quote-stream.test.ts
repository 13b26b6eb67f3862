import { randomUUID } from "node:crypto";
import { insertRecord } from "tests/support/record-factories";
import { app, database, setUpApp } from "tests/support/running-app";
import { beforeEach, describe, expect, it } from "vitest";

setUpApp();
beforeEach(() => database.empty("quotes"));

const PATH = "/api/markets/stream";
type Sent = {
  id: string;
  event: string;
  data: { quotes: { id: string; name: string; last: number }[]; deleted?: string[] };
};

/** Opens a stream. `next` waits for its next event, and is undefined at its end. */
async function open(headers: Record<string, string> = {}, query = "") {
  const stop = new AbortController();
  const response = await fetch(new URL(PATH + query, app.url), {
    headers: { Accept: "text/event-stream", ...headers },
    signal: stop.signal,
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  const comments: string[] = [];
  const next = async (): Promise<Sent | undefined> => {
    for (;;) {
      const end = text.indexOf("\n\n");
      if (end === -1) {
        const { value, done } = (await reader?.read()) ?? { done: true };
        if (done) return undefined;
        text += value;
        continue;
      }
      const block = text.slice(0, end);
      text = text.slice(end + 2);
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(block)?.[1];
      const data = field("data");
      if (data === undefined) comments.push(block);
      else return { id: field("id") ?? "", event: field("event") ?? "", data: JSON.parse(data) };
    }
  };
  return { response, next, comments, leave: () => stop.abort() };
}

const change = (id: string, last: number) =>
  database.rows("update quotes set last = ? where id = ?", [last, id]);

describe("GET /api/markets/stream", () => {
  it("sends all quotes as /api/markets answers them, then each change of any writer", async () => {
    const id = await insertRecord(database, "quotes", { name: "Helio", last: "10" });
    const stream = await open();
    expect(stream.response.status).toBe(200);
    expect(stream.response.headers.get("Content-Type")).toBe("text/event-stream; charset=utf-8");
    expect(stream.response.headers.get("Cache-Control")).toBe("no-store");
    expect(stream.response.headers.get("Content-Encoding")).toBeNull();
    const listed = await (await app.request("/api/markets")).json();
    const first = await stream.next();
    expect(first).toMatchObject({ event: "snapshot", data: { quotes: listed } });
    expect(stream.comments).toEqual([expect.stringMatching(/^retry: \d{4,5}$/)]);
    await change(id, 11);
    expect(await stream.next()).toMatchObject({
      event: "change",
      data: { quotes: [{ id, last: 11 }], deleted: [] },
    });
    const token = await app.tokenOf("admin");
    const json = [{ name: "Nvidia", category: "Stocks", last: 170 }];
    await app.request("/api/markets/bulk", {
      method: "PUT",
      headers: { Authorization: `Bearer ${token}` },
      json,
    });
    expect(await stream.next()).toMatchObject({ data: { quotes: [{ name: "Nvidia", last: 170 }] } });
    await database.rows("delete from quotes where id = ?", [id]);
    expect(await stream.next()).toMatchObject({ data: { quotes: [], deleted: [id] } });
    stream.leave();
  });

  it("goes on after Last-Event-ID, and begins anew at an unknown place", async () => {
    const id = await insertRecord(database, "quotes", { name: "Helio", last: "10" });
    const stream = await open();
    const first = await stream.next();
    stream.leave();
    await change(id, 12);
    const again = await open({ "Last-Event-ID": first?.id ?? "" });
    expect(await again.next()).toMatchObject({ event: "change", data: { quotes: [{ id, last: 12 }] } });
    again.leave();
    const lost = await open({ "Last-Event-ID": "another-process-7" });
    expect(await lost.next()).toMatchObject({ event: "snapshot", data: { quotes: [{ id, last: 12 }] } });
    lost.leave();
  });

  it("is one snapshot for clients that ask for no events, and refuses other methods", async () => {
    const id = await insertRecord(database, "quotes", { name: "Helio", last: "10" });
    const once = await app.request(PATH);
    expect(once.headers.get("Content-Type")).toBe("text/event-stream; charset=utf-8");
    expect(await once.text()).toContain(id);
    const head = await app.request(PATH, { method: "HEAD", headers: { Accept: "text/event-stream" } });
    expect([head.status, await head.text()]).toEqual([200, ""]);
    const post = await app.request(PATH, { method: "POST", headers: { Accept: "text/event-stream" } });
    expect([post.status, post.headers.get("Allow")]).toEqual([405, "GET, HEAD"]);
  });

  it("sends the chosen quotes only", async () => {
    const [id, other] = [
      await insertRecord(database, "quotes", { name: "Helio", last: "10" }),
      await insertRecord(database, "quotes", { name: "Selene", last: "20" }),
    ];
    const query = `?ids=${id}`;
    const stream = await open({}, query);
    expect((await stream.next())?.data.quotes.map((quote) => quote.id)).toEqual([id]);
    await change(other, 21);
    await change(id, 11);
    expect(await stream.next()).toMatchObject({ data: { quotes: [{ id, last: 11 }], deleted: [] } });
    stream.leave();
    const once = await (await app.request(PATH + query)).text();
    expect([once.includes(id), once.includes(other)]).toEqual([true, false]);
  });

  it.each([
    ["an unknown parameter", "?idz=1", { idz: "There is no parameter 'idz'. Did you mean 'ids'?" }],
    ["another text", "?ids=7", { ids: "ids must be IDs of quotes, separated by commas" }],
    ["no ID", "?ids=", { ids: "ids must be IDs of quotes, separated by commas" }],
    [
      "101 IDs",
      `?ids=${Array.from({ length: 101 }, () => randomUUID())}`,
      { ids: "ids must have at most 100 IDs" },
    ],
  ])("refuses %s with 422, as a stream and as a snapshot", async (_, query, errors) => {
    for (const headers of [{ Accept: "text/event-stream" }, { Accept: "*/*" }]) {
      const response = await app.request(PATH + query, { headers });
      expect([response.status, await response.json()]).toEqual([422, expect.objectContaining({ errors })]);
    }
  });

  it("refuses an invalid token with 401, and takes a valid one", async () => {
    for (const Authorization of ["Bearer nonsense-nonsense-nonsense", "Basic Zm9vOmJhcg=="]) {
      const { response } = await open({ Authorization });
      expect([response.status, response.headers.get("WWW-Authenticate")]).toEqual([
        401,
        'Bearer realm="api", error="invalid_token"',
      ]);
      expect((await app.request(PATH, { headers: { Authorization } })).status).toBe(401);
    }
    const { response, leave } = await open({ Authorization: `Bearer ${await app.tokenOf("premium")}` });
    expect(response.status).toBe(200);
    leave();
  });

  it("is refused with 429 beyond the streams of an address, until one ends", async () => {
    const streams = await Promise.all(Array.from({ length: 200 }, () => open()));
    expect(streams.map(({ response }) => response.status)).toEqual(streams.map(() => 200));
    const more = await open();
    expect(more.response.status).toBe(429);
    expect(Number(more.response.headers.get("Retry-After"))).toBeGreaterThan(0);
    // Pages are no streams, and tokens have places of their own: the crowd takes none of theirs.
    const own = await open({ Authorization: `Bearer ${await app.tokenOf("premium")}` });
    expect(own.response.status).toBe(200);
    own.leave();
    expect((await app.request("/market")).status).toBe(200);
    for (const { leave } of streams) leave();
    await expect
      .poll(async () => {
        const { response, leave } = await open();
        leave();
        return response.status;
      })
      .toBe(200);
  });
});

describe("a stop of the server", () => {
  it("ends streams with a time to come back, and waits for none", async () => {
    const stream = await open();
    await stream.next();
    const stopped = app.stop();
    expect(await stream.next()).toBeUndefined();
    expect(stream.comments.at(-1)).toMatch(/^retry: \d{4,5}$/);
    await stopped;
  });
});
