import { type ApiOperation, loadApiDescription, patternOf } from "tests/support/api-description";
import { insertKey } from "tests/support/api-keys";
import { type Headers, headersByCaller } from "tests/support/callers";
import { insertRecord } from "tests/support/record-factories";
import { fillParams } from "tests/support/routes";
import { app, database, setUpApp } from "tests/support/running-app";
import { beforeAll, describe, expect, it } from "vitest";
import { matrixRowOf } from "../security/matrix-api";

type Row = Record<string, unknown> & { id: string };
type Answer = { status: number; headers: globalThis.Headers; rows: Row[]; text: string };

/** Parameters of every list. */
const PAGING = ["limit", "page", "after", "since", "from", "to", "updatedSince", "fields", "position"];

/** Two records of each kind that differ in what can be filtered, and of locked kinds one for Private members. */
const RECORDS: Record<string, Record<string, unknown>[]> = {
  news: [{ author: "Ada Marlow" }, { category: "Energy", status: "draft" }],
  daily_briefs: [
    { ticker: "NWSH", author: "Ada Marlow" },
    { status: "draft" },
    { ticker: "Only", audience: "private" },
  ],
  trade_alerts: [
    { ticker: "VLTA" },
    { tag: "sell", status: "draft" },
    { ticker: "Only", audience: "private" },
  ],
  stock_picks: [
    { ticker: "HLIO", external_id: "p-1" },
    { category: "Global Stars", status: "draft" },
    { ticker: "Only", external_id: "Only", audience: "private" },
  ],
  videos: [{ is_free: true }, { status: "draft" }],
  quotes: [{ name: "FTSE 100", symbol: "UKX", external_id: "q-1" }, { category: "Stocks" }],
  movers: [{ name: "Harbour Foods", external_id: "m-1" }, { mover_type: "losers" }],
  ads: [{ category: "rectangle" }, { status: "draft" }],
  coupons: [{ code: "SPRING" }, {}],
  members: [{ email: "ada@example.com" }, { status: "inactive" }],
};

let people: Record<string, Headers>;
let lists: ApiOperation[];

setUpApp();

beforeAll(async () => {
  for (const [table, rows] of Object.entries(RECORDS))
    for (const values of rows) await insertRecord(database, table, values);
  const callers = await headersByCaller(app, database);
  people = {
    ...callers,
    superadmin: { Authorization: `Bearer ${await app.tokenOf("superadmin")}` },
    private: { Cookie: await app.cookiesOf("private") },
    lapsed: { Cookie: await app.cookiesOf("lapsed") },
    key: { ...(await insertKey(database, ["content:read:basic", "quotes:delete"])).headers },
    "premium key": { ...(await insertKey(database, ["content:read:premium"])).headers },
  };
  const { operations } = await loadApiDescription(app);
  lists = operations.filter(
    ({ method, parameters }) => method === "GET" && parameters.some(({ name }) => name === "from"),
  );
});

const addressOf = ({ path }: ApiOperation) =>
  fillParams(patternOf(path), { ...matrixRowOf(path).parameters });
const filtersOf = ({ parameters }: ApiOperation) =>
  parameters
    .filter(({ name, in: place }) => place === "query" && !PAGING.includes(name))
    .map(({ name }) => name);

async function ask(path: string, person = "visitor", query: Record<string, string> = {}): Promise<Answer> {
  const search = new URLSearchParams(query);
  const response = await app.request(search.size > 0 ? `${path}?${search}` : path, {
    headers: people[person],
  });
  const text = await response.text();
  const body = JSON.parse(text) as Row[] | { data?: Row[] };
  return {
    status: response.status,
    headers: response.headers,
    text,
    rows: Array.isArray(body) ? body : (body.data ?? []),
  };
}

const idsOf = ({ rows }: Answer) => rows.map(({ id }) => id);

/** Fields whose values are compared as they are; others not by their case. */
const EXACT = ["author", "externalId"];
const isSame = (name: string, one: unknown, other: unknown) =>
  EXACT.includes(name) ? one === other : String(one).toLowerCase() === String(other).toLowerCase();

describe("a filter of a list", () => {
  it("leaves exactly the records with the value, for each filter, value and list", async () => {
    const seen: string[] = [];
    for (const list of lists) {
      const path = addressOf(list);
      const whole = await ask(path, "superadmin");
      expect(whole.status, path).toBe(200);
      for (const name of filtersOf(list)) {
        const values = new Set(whole.rows.map((row) => row[name]).filter((value) => value !== null));
        expect(values.size, `${path} ${name}`).toBeGreaterThan(0);
        for (const value of values) {
          const typed = EXACT.includes(name) ? String(value) : String(value).toUpperCase();
          const chosen = await ask(path, "superadmin", { [name]: typed });
          const expected = whole.rows.filter((row) => isSame(name, row[name], value));
          expect([path, name, value, idsOf(chosen)]).toEqual([
            path,
            name,
            value,
            expected.map(({ id }) => id),
          ]);
          expect(chosen.headers.get("X-Total-Count")).toBe(String(expected.length));
          seen.push(`${name}=${value}`);
        }
      }
    }
    expect(seen).toEqual(expect.arrayContaining(["isFree=true", "status=Draft", "symbol=UKX", "tag=sell"]));
    expect(seen.length).toBeGreaterThan(60);
  });

  it("goes together with others, with pages, fields, an ETag and the time of changes", async () => {
    const titles = ["A", "B", "C"];
    for (const title of titles) {
      await insertRecord(database, "news", { title, category: "Politics" });
      await insertRecord(database, "news", { title: "Another", category: "Tech" });
    }
    await insertRecord(database, "news", { title: "D", category: "Politics", author: "Ada Marlow" });
    const first = await ask("/api/news", "visitor", { category: "politics", limit: "2", fields: "title" });
    expect([first.rows, first.headers.get("X-Total-Count")]).toEqual([[{ title: "D" }, { title: "C" }], "4"]);
    const next = /^<([^>]+)>/.exec(first.headers.get("Link") ?? "")?.[1] ?? "";
    expect((await ask(next)).rows).toEqual([{ title: "B" }, { title: "A" }]);
    const both = { category: "Politics", author: "Ada Marlow", fields: "title" };
    const one = await ask("/api/news", "visitor", { ...both, updatedSince: "2020-01-01T00:00:00Z" });
    expect(one.rows).toEqual([{ title: "D" }]);
    expect((await ask("/api/news", "visitor", { ...both, since: "2199-01-01T00:00:00Z" })).rows).toEqual([]);
    const tag = one.headers.get("ETag") ?? "";
    expect(tag).not.toBe(first.headers.get("ETag"));
    const search = new URLSearchParams({ ...both, updatedSince: "2020-01-01T00:00:00Z" });
    const again = await app.request(`/api/news?${search}`, { headers: { "If-None-Match": tag } });
    expect(again.status).toBe(304);
  });

  it.each([
    ["category", "Enrgy", "There is no category 'Enrgy'. Did you mean 'Energy'?"],
    ["status", "zzz", "There is no status 'zzz'."],
    ["category", "", "There is no category ''."],
    ["author", "", "“author” must not be empty"],
    ["author", "a\0b", "Author contains characters that are not allowed"],
    ["author", "x".repeat(101), "Author may have at most 100 characters"],
    ["catgory", "Energy", "There is no parameter 'catgory'. Did you mean 'category'?"],
    ["from", "2026-02-30", "“from” must be a day such as 2026-07-16."],
    ["to", "yesterday", "“to” must be a day such as 2026-07-16."],
  ])("%s=%j is 422 with the reason", async (name, value, message) => {
    const { status, text } = await ask("/api/news", "superadmin", { [name]: value });
    expect([status, JSON.parse(text)]).toEqual([422, { message, errors: { [name]: message } }]);
  });

  it("is refused if it is sent twice", async () => {
    const response = await app.request("/api/news?category=Tech&category=Energy");
    expect([response.status, await response.json()]).toEqual([
      422,
      { message: "Send “category” only once.", errors: { category: "Send “category” only once." } },
    ]);
  });
});

it("`from` and `to` are days of the site, both included", async () => {
  const at = (created_at: string) => insertRecord(database, "movers", { created_at });
  const [before, first, last, after] = [
    await at("2026-03-09T23:59:59Z"),
    await at("2026-03-10T00:00:00Z"),
    await at("2026-03-11T23:59:59Z"),
    await at("2026-03-12T00:00:00Z"),
  ];
  const found = async (query: Record<string, string>) => {
    const known = new Set(idsOf(await ask("/api/market-movers", "visitor", query)));
    return [before, first, last, after].map((id) => known.has(id));
  };
  expect(await found({ from: "2026-03-10", to: "2026-03-11" })).toEqual([false, true, true, false]);
  expect(await found({ to: "2026-03-11" })).toEqual([true, true, true, false]);
  expect(await found({ from: "2026-03-12" })).toEqual([false, false, false, true]);
});

it("payments have the same", async () => {
  const paid = { created_at: "2026-03-10T12:00:00Z" };
  const pending = await insertRecord(database, "payments", { ...paid, status: "PENDING" });
  await insertRecord(database, "payments", paid);
  const list = async (search: string) => {
    const response = await app.request(`/api/subscription/payments?${search}`, {
      method: "POST",
      headers: people.superadmin,
    });
    const { payments, message } = (await response.json()) as { payments?: Row[]; message?: string };
    return [payments?.map(({ id }) => id) ?? message, response.headers.get("X-Total-Count")];
  };
  expect(await list("status=pending&from=2026-03-10&to=2026-03-10")).toEqual([[pending], "1"]);
  expect(await list("status=PENDING&to=2026-03-09")).toEqual([[], "0"]);
  expect((await list("from=2026-03-10&to=2026-03-10&updatedSince=2020-01-01"))[1]).toBe("2");
  expect(await list("status=PENDNG")).toEqual(["There is no status 'PENDNG'. Did you mean 'PENDING'?", null]);
});

describe("a filter never tells what is locked", () => {
  const LOCKED = [
    "/api/daily-brief",
    "/api/stock-picks",
    "/api/trade-alert",
    "/api/trade-alerts",
    "/api/videos",
  ];
  const UNPAID = ["visitor", "basic", "lapsed", "key"];
  const PREMIUM = ["premium", "premium key"];

  /** All that differs between two answers but their time and name. */
  const whatIsTold = ({ status, text, headers }: Answer) => ({
    ...{ status, text },
    total: headers.get("X-Total-Count"),
    etag: headers.get("ETag"),
    link: headers.get("Link"),
  });

  it("to somebody without access: it is refused whatever the value", async () => {
    let refused = 0;
    for (const path of LOCKED) {
      const list = lists.find((one) => one.path === path);
      const whole = await ask(path, "superadmin");
      for (const name of list ? filtersOf(list) : []) {
        const values = [...new Set(whole.rows.map((row) => row[name]))]
          .filter((value) => value !== null)
          .map(String);
        for (const person of UNPAID) {
          const isLocked = (await ask(path, person)).rows.some((row) => row.locked && row[name] === null);
          for (const value of values) {
            const answer = await ask(path, person, { [name]: value });
            if (!isLocked) continue;
            const nonsense = await ask(path, person, { [name]: "nonsense" });
            expect([path, name, person, whatIsTold(answer)]).toEqual([
              path,
              name,
              person,
              whatIsTold(nonsense),
            ]);
            expect([answer.status, answer.text]).toEqual([
              403,
              JSON.stringify({ message: `“${name}” is locked for you, so you cannot filter by it.` }),
            ]);
            refused += 1;
          }
        }
      }
    }
    expect(refused).toBeGreaterThan(30);
  });

  it("to a Premium member of what is for Private members: it never matches", async () => {
    let compared = 0;
    for (const [path, name] of [
      ["/api/stock-picks", "ticker"],
      ["/api/stock-picks", "externalId"],
      ["/api/trade-alert", "ticker"],
      ["/api/trade-alerts", "ticker"],
    ] as const) {
      for (const person of PREMIUM) {
        const right = await ask(path, person, { [name]: "Only" });
        const wrong = await ask(path, person, { [name]: "Nonsense" });
        expect(whatIsTold(right)).toEqual(whatIsTold(wrong));
        expect([right.status, right.rows]).toEqual([200, []]);
        compared += 1;
      }
      expect((await ask(path, "private", { [name]: "Only" })).rows).toHaveLength(1);
    }
    expect(compared).toBe(8);
    const sells = await ask("/api/trade-alert", "premium", { tag: "buy" });
    expect(sells.rows.every(({ locked }) => locked === false)).toBe(true);
    expect(sells.rows.length).toBeGreaterThan(0);
  });

  it("nor that a draft exists", async () => {
    for (const list of lists.filter(
      (one) => filtersOf(one).includes("status") && !one.path.includes("/admin"),
    ))
      for (const person of ["visitor", "premium", "private", "key"]) {
        if (/get-users|getAllAdmin/.test(list.path)) continue;
        const answer = await ask(addressOf(list), person, { status: "draft" });
        if (answer.status === 403) continue;
        expect([list.path, person, answer.rows, answer.headers.get("X-Total-Count")]).toEqual([
          list.path,
          person,
          [],
          "0",
        ]);
      }
  });
});
