import { type ApiOperation, loadApiDescription, patternOf } from "tests/support/api-description";
import { requestInit, smallPicture } from "tests/support/request-bodies";
import { fillParams } from "tests/support/routes";
import { app, database, setUpApp } from "tests/support/running-app";
import { beforeAll, describe, expect, it } from "vitest";
import { matrixRowOf } from "../security/matrix-api";
import { insertMatrixRecords } from "../security/matrix-records";

let operations: ApiOperation[];
let cookies: string;
let ids: Map<string, string>;

setUpApp();

beforeAll(async () => {
  cookies = [await app.cookiesOf("superadmin"), await app.cookiesOf("premium")].join("; ");
  ({ operations } = await loadApiDescription(app));
  ids = await insertMatrixRecords(database);
});

type Answer = { message: string; errors?: Record<string, string> };

const pathOf = ({ path }: ApiOperation) => {
  const { table = "", parameters } = matrixRowOf(path);
  return fillParams(patternOf(path), { id: ids.get(table) ?? "", ...parameters });
};

async function call(operation: ApiOperation, search = "", body?: Parameters<typeof requestInit>[0]) {
  const { method } = operation;
  const init = { method, cookies, ...requestInit(body) };
  const response = await app.request(pathOf(operation) + search, init);
  return { status: response.status, said: (await response.json()) as Answer };
}

const withBody = () => operations.filter(({ body }) => Object.keys(body).length > 0);

/** The properties and a sample body, as JSON or as a form with a picture. */
async function sampleOf({ body }: ApiOperation) {
  const json = body["application/json"];
  const { schema, example } = json ?? body["multipart/form-data"] ?? { schema: {} };
  const names = Object.keys(schema.properties ?? {});
  const send = (values: Record<string, unknown>) =>
    json ? { json: values } : { multipart: values as Record<string, string> };
  return { names, example: (example ?? { image: await smallPicture() }) as object, send };
}

/** Rows of all tables that the API writes. */
const rowCounts = () =>
  database.rows(
    `select 'news' as name, count(*)::int as rows, max(version)::int as version from news
     union all select 'markets', count(*)::int, max(version)::int from quotes
     union all select 'members', count(*)::int, max(version)::int from members
     union all select 'staff', count(*)::int, max(version)::int from staff
     union all select 'orders', count(*)::int, 0 from orders`,
  );

describe("an unknown query parameter", () => {
  it("is 422 at every described operation, for everybody", async () => {
    for (const operation of operations) {
      const { method } = operation;
      const mine = await app.request(`${pathOf(operation)}?nonsuch=1`, { method });
      expect(mine.status, operation.operationId).toBe(422);
      const message = "There is no parameter 'nonsuch'.";
      expect(await mine.json()).toEqual({ message, errors: { nonsuch: message } });
    }
    expect(operations.length).toBeGreaterThan(50);
  });

  it("is answered with the nearest parameter", async () => {
    const meant = { limt: "limit", Page: "page", afer: "after", sicne: "since", postion: "position" };
    for (const [sent, name] of Object.entries(meant)) {
      const path = name === "position" ? "/api/ads/category/square" : "/api/news";
      const response = await app.request(`${path}?${sent}=1`);
      const { message } = (await response.json()) as Answer;
      expect([response.status, message]).toEqual([
        422,
        `There is no parameter '${sent}'. Did you mean '${name}'?`,
      ]);
    }
  });

  it("is refused although the address without it is cached, and is not cached itself", async () => {
    const status = async (path: string) => (await app.request(path)).status;
    expect([await status("/api/videos?limt=2"), await status("/api/videos?limit=2")]).toEqual([422, 200]);
    expect([await status("/api/videos?limit=2"), await status("/api/videos?limit=2&x=1")]).toEqual([
      200, 422,
    ]);
    expect([await status("/api/videos"), await status("/api/videos?utm_source=x")]).toEqual([200, 422]);
    expect(await status("/api/videos")).toBe(200);
  });

  it("changes nothing at a write", async () => {
    const [change] = operations.filter(({ operationId }) => operationId === "changeNewsItem");
    const before = await rowCounts();
    const { status } = await call(change as ApiOperation, "?force=1", { json: { title: "Overwritten" } });
    expect([status, await rowCounts()]).toEqual([422, before]);
  });

  it("is dropped on pages for people", async () => {
    for (const path of ["/news", "/market", "/api/docs"])
      expect((await app.request(`${path}?utm_source=mail&fbclid=1`)).status, path).toBe(200);
  });

  it("does not change the answer of an address or a method that does not exist", async () => {
    expect((await app.request("/api/nonsuch?x=1")).status).toBe(404);
    expect((await app.request("/api/news?x=1", { method: "DELETE", cookies })).status).toBe(405);
  });
});

describe("an unknown field", () => {
  it("is 422 with the nearest field at every operation with a body, and nothing is saved", async () => {
    const before = await rowCounts();
    let tried = 0;
    for (const operation of withBody()) {
      const { names, example, send } = await sampleOf(operation);
      for (const name of names) {
        const sent = `${name}_`;
        const { status, said } = await call(operation, "", send({ ...example, [sent]: "1" }));
        const message = `There is no field '${sent}'. Did you mean '${name}'?`;
        expect([operation.operationId, status, said]).toEqual([
          ...[operation.operationId, 422],
          { message, errors: { [sent]: message } },
        ]);
        tried += 1;
      }
    }
    expect(tried).toBeGreaterThan(150);
    expect(await rowCounts()).toEqual(before);
  });

  it("is found inside an object, too", async () => {
    const body = { companyName: "A", ticker: "ACME", analysis: "Why.", buyZone: { min: 1, mx: 2 } };
    const json = await app.request("/api/daily-brief", { method: "POST", cookies, json: body });
    const message = "There is no field 'buyZone.mx'. Did you mean 'buyZone.max'?";
    expect([json.status, await json.json()]).toEqual([422, { message, errors: { "buyZone.mx": message } }]);
    const form = { companyName: "A", ticker: "ACME", analysis: "Why.", "buyZone[mx]": "2" };
    const sent = await app.request("/api/daily-brief", { method: "POST", cookies, body: form });
    expect([sent.status, (await sent.json()).message]).toEqual([422, message]);
  });

  it("can be a file", async () => {
    const multipart = { title: "A", content: "B", category: "Tech", imge: await smallPicture() };
    const init = { method: "POST", cookies, ...requestInit({ multipart }) };
    const response = await app.request("/api/news", init);
    expect([response.status, (await response.json()).message]).toEqual([
      ...[422, "There is no field 'imge'. Did you mean 'image'?"],
    ]);
  });

  it("is listed for the first twenty names only, each shortened", async () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`${at}${"x".repeat(900)}`, 1]));
    const response = await app.request("/api/news", { method: "POST", cookies, json: many });
    const { errors } = (await response.json()) as Answer;
    expect([response.status, Object.keys(errors ?? {}).length]).toEqual([422, 20]);
    for (const name of Object.keys(errors ?? {})) expect(name.length).toBeLessThan(70);
  });
});

describe("a record that was read", () => {
  const changes = () =>
    operations.filter(
      ({ method, operationId }) =>
        method === "PUT" && /^change/.test(operationId) && !/Password/.test(operationId),
    );

  it("can be sent back by PUT as it is", async () => {
    const tried: string[] = [];
    for (const operation of changes()) {
      const path = pathOf(operation);
      const read = operations.some((other) => other.method === "GET" && other.path === operation.path);
      if (!read) continue;
      const record = (await (await app.request(path, { cookies })).json()) as Record<string, unknown>;
      const { status, said } = await call(operation, "", { json: record.user ?? record });
      expect([operation.operationId, status, said.errors]).toEqual([operation.operationId, 200, undefined]);
      tried.push(operation.operationId);
    }
    expect(tried.length).toBeGreaterThan(10);
  });

  it("can be sent back with the warnings of its save, and as a member or staff of a list", async () => {
    const quote = { category: "Stocks", name: "A quote", last: 10, symbol: "AQ" };
    const added = await (await app.request("/api/markets", { method: "POST", cookies, json: quote })).json();
    const again = { ...added, warnings: { last: "A warning" } };
    const saved = await app.request(`/api/markets/${added.id}`, { method: "PUT", cookies, json: again });
    expect(saved.status).toBe(200);
    const [member] = await (await app.request("/api/admin/get-users?limit=1", { cookies })).json();
    const tier = `/api/admin/subscription/${member.id}`;
    expect((await app.request(tier, { method: "PUT", cookies, json: member })).status).toBe(200);
    const staff = await (await app.request("/api/auth/admin/getAllAdmin", { cookies })).json();
    const editor = staff.find(({ role }: { role: string }) => role === "editor");
    const at = `/api/auth/admin/updateAdmin/${editor.id}`;
    expect((await app.request(at, { method: "PUT", cookies, json: editor })).status).toBe(200);
  });

  it("cannot set what the server computes", async () => {
    const quote = { category: "Stocks", name: "A quote", last: 10 };
    const added = await (await app.request("/api/markets", { method: "POST", cookies, json: quote })).json();
    const forged = {
      ...added,
      id: "10000000-0000-4000-8000-000000000009",
      createdAt: "2001-01-01T00:00:00.000Z",
    };
    await app.request(`/api/markets/${added.id}`, { method: "PUT", cookies, json: forged });
    const rows = await database.rows(
      "select id::text, extract(year from created_at) > 2001 as now from quotes where id = ?",
      [added.id],
    );
    expect(rows).toEqual([{ id: added.id, now: true }]);
  });
});

describe("a name that forms write with dots or brackets", () => {
  const brief = { companyName: "Forms", ticker: "FORM", analysis: "Why." };

  it.each([
    ["dots", { "buyZone.min": "1.5", "buyZone.max": "2" }],
    ["brackets", { "buyZone[min]": "1.5", "buyZone[max]": "2" }],
  ])("with %s is read", async (_kind, zone) => {
    const init = { method: "POST", cookies, body: { ...brief, ...zone } as Record<string, string> };
    const response = await app.request("/api/daily-brief", init);
    const { id } = await response.json();
    expect(response.status).toBe(201);
    const [row] = await database.rows(
      "select buy_zone_min::float, buy_zone_max::float from daily_briefs where id = ?",
      [id],
    );
    expect(row).toEqual({ buy_zone_min: 1.5, buy_zone_max: 2 });
  });

  it("makes a list if its brackets are empty", async () => {
    const body = new URLSearchParams([
      ...Object.entries({ name: "Listed", price: "0", tier: "Basic" }),
      ...[
        ["benefits[]", "One"],
        ["benefits[]", "Two"],
      ],
    ] as [string, string][]);
    const response = await app.request("/api/packages", { method: "POST", cookies, body });
    expect([response.status, (await response.json()).benefits]).toEqual([201, ["One", "Two"]]);
  });
});

it("names that registration ignores by contract are accepted", async () => {
  const person = { firstname: "A", lastname: "B", email: "ignored@demo.test", password: "a password of 8" };
  const json = { ...person, role: "superadmin", subscription: "Private", status: "active" };
  expect((await app.request("/api/auth/user/register", { method: "POST", json })).status).toBe(201);
});
