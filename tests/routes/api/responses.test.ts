import {
  type ApiDescription,
  type ApiOperation,
  loadApiDescription,
  patternOf,
} from "tests/support/api-description";
import { CALLERS, type Caller, type Headers, headersByCaller } from "tests/support/callers";
import { insertRecord } from "tests/support/record-factories";
import { requestInit, smallPicture } from "tests/support/request-bodies";
import { fillParams } from "tests/support/routes";
import { app, database, setUpApp } from "tests/support/running-app";
import { coveringPairs } from "tests/support/sample";
import { beforeAll, describe, expect, it } from "vitest";
import { matrixRowOf } from "../security/matrix-api";
import { insertMatrixRecords } from "../security/matrix-records";

let people: Record<Caller, Headers>;
let description: ApiDescription;

/** Records with the fewest fields, and records with all of them, published and drafts. */
const ids = new Map<string, string[]>();

setUpApp();

beforeAll(async () => {
  people = await headersByCaller(app, database);
  description = await loadApiDescription(app);
  for (const [table, id] of await insertMatrixRecords(database)) ids.set(table, [id]);
  await insertRecord(database, "payments", { expires_at: new Date(), refunded_at: new Date() });
});

const bodyOf = async ({ body }: ApiOperation, more: Record<string, unknown>) => {
  const json = body["application/json"];
  if (json) return requestInit({ json: { ...(json.example as object), ...more } });
  const { properties = {} } = body["multipart/form-data"]?.schema ?? {};
  const sample: Record<string, string> = {
    name: "https://a.test/",
    category: "square",
    position: "3",
    title: "A note",
    url: "https://a.test/",
    ...(more as Record<string, string>),
  };
  const known = Object.entries(sample).filter(([name]) => name in properties);
  return requestInit({ multipart: { ...Object.fromEntries(known), image: await smallPicture() } });
};

const jsonOf = async (response: Response) => JSON.parse(await response.text()) as unknown;

async function expectDescribed(
  { operationId, responses }: ApiOperation,
  response: Response,
): Promise<unknown> {
  const described = responses[response.status];
  const body = await jsonOf(response);
  expect(described, `${operationId} answered ${response.status} ${JSON.stringify(body)}`).toBeDefined();
  const { content = {}, headers = {} } = described ?? { content: {} };
  const schema = content["application/json"]?.schema ?? { type: "null" };
  const wrong = description.schemaErrors(schema, body);
  expect(wrong, `${operationId}: ${JSON.stringify(body).slice(0, 600)}`).toBeUndefined();
  expect(response.headers.get("Content-Type")).toMatch(/^application\/json/);
  // The last page has no next one, a first answer is no replay, and staff are not limited as visitors are.
  const always = Object.keys(headers).filter(
    (name) => !/^(Link|Idempotency-Replayed|RateLimit.*)$/.test(name),
  );
  for (const name of always) {
    expect(response.headers.has(name), `${operationId} ${name}`).toBe(true);
  }
  return body;
}

/** Reads whose answer depends on the caller: every caller sends each of them for every record. */
const LOCKABLE = ["getDailyBrief", "getStockPick", "getTradeAlert", "getVideo"];

describe("an API response", () => {
  it("to adding an example of the description matches its schema", async () => {
    let added = 0;
    const records = description.operations.filter(
      ({ operationId }) => operationId.startsWith("add") && operationId !== "addAdmin",
    );
    for (const operation of records) {
      for (const status of ["published", "draft"]) {
        // Coupon codes are unique.
        const more = operation.operationId === "addCoupon" ? { code: `SAMPLE-${status}` } : {};
        const { properties = {} } = Object.values(operation.body)[0]?.schema ?? {};
        const { headers, body } = await bodyOf(operation, {
          ...("status" in properties && { status }),
          ...more,
        });
        const { path, method } = operation;
        const init = { method, body, headers: { ...people.superadmin, ...headers } };
        const response = await app.request(path, init);
        const saved = await expectDescribed(operation, response);
        expect(response.status, JSON.stringify(saved)).toBe(201);
        const table = matrixRowOf(`${path}/{id}`).table ?? "";
        ids.get(table)?.push((saved as { id: string }).id);
        added += 1;
      }
    }
    expect(added).toBe(22);
  });

  it("to every GET by every caller, of each record, matches its schema exactly", async () => {
    const seen = new Set<string>();
    const isStream = ({ responses }: ApiOperation) => responses[200]?.content?.["text/event-stream"];
    const reads = description.operations.filter(({ method }) => method === "GET");
    for (const operation of reads.filter((read) => !isStream(read))) {
      const { path, operationId } = operation;
      const { table: of = "", parameters } = matrixRowOf(path);
      const known = path.includes("{id}") ? [...(ids.get(of) ?? []), "none"] : [""];
      const callers = [...CALLERS, "a bad token"];
      const pairs = LOCKABLE.includes(operationId)
        ? known.flatMap((id) => callers.map((caller): [string, string] => [id, caller]))
        : coveringPairs(known, callers, operationId);
      const requests = pairs.map(async ([id, caller]) => {
        const headers = people[caller as Caller] ?? { Authorization: "Bearer of-nobody" };
        const address = fillParams(patternOf(path), { id, ...parameters });
        const described = await expectDescribed(operation, await app.request(address, { headers }));
        for (const one of [described].flat()) {
          if (typeof one === "object" && one && "locked" in one) seen.add(`${operationId} ${one.locked}`);
        }
      });
      await Promise.all(requests);
    }
    for (const operationId of LOCKABLE) {
      for (const locked of [true, false]) expect([...seen]).toContain(`${operationId} ${locked}`);
    }
  });

  it("to a change and a delete matches its schema", async () => {
    for (const { method, path, body, ...rest } of description.operations) {
      if (!/^(change|delete|switch)/.test(rest.operationId) || !path.includes("{id}")) continue;
      const operation = { method, path, body, ...rest };
      const { table: of = "" } = matrixRowOf(path);
      const id = ids.get(of)?.[1] ?? (await insertRecord(database, of));
      const json = body["application/json"]?.example ?? {};
      for (const caller of ["visitor", "premium", "superadmin", "superadmin"] as const) {
        const { headers, body: bytes } = method === "PUT" ? requestInit({ json }) : requestInit(undefined);
        const init = { method, body: bytes, headers: { ...people[caller], ...headers } };
        await expectDescribed(operation, await app.request(path.replace("{id}", id), init));
      }
    }
  });

  it("to members and staff about themselves matches its schema", async () => {
    const find = (name: string) => {
      const found = description.operations.find(({ operationId }) => operationId === name);
      if (!found) throw new Error(`${name} is not described`);
      return found;
    };
    const post = async (name: string, json: unknown, headers: Headers = {}) => {
      const { path, method } = find(name);
      const { headers: type, body } = requestInit({ json });
      return app.request(path.replace("{token}", "none"), { method, body, headers: { ...headers, ...type } });
    };
    const person = { email: "premium@demo.test", password: "a password for tests" };
    const staff = { ...person, email: "admin@demo.test" };
    const names = { firstname: "Ada", lastname: "Test" };
    const newAdmin = { fullname: "Ada Test", email: "new-admin@example.com", role: "editor" };
    const calls: [string, unknown, Headers?][] = [
      ["signIn", person],
      ["signIn", { ...person, password: "wrong" }],
      ["signIn", { ...person, email: "pending@demo.test" }],
      ["signIn", {}],
      ["signInStaff", staff],
      ["signInStaff", { ...staff, password: "wrong" }],
      ["register", { ...person, ...names, email: "new@example.com" }],
      [
        "register",
        { ...person, ...names, email: "by-staff@example.com", registeredByAdmin: true },
        people.admin,
      ],
      [
        "register",
        { ...person, ...names, email: "by-staff@example.com", registeredByAdmin: true },
        people.admin,
      ],
      ["register", {}],
      ["forgetPassword", { email: "premium@demo.test" }],
      ["resetPassword", { password: "another password" }],
      ["changeProfile", names, people.premium],
      ["changeProfile", { firstname: "" }, people.premium],
      ["changeProfile", names],
      ["startPurchase", {}, people.premium],
      ["startPurchase", { userId: "another", packageId: "any" }, people.premium],
      ["capturePurchase", {}, people.premium],
      ["addAdmin", { ...newAdmin, password: "another password" }, people.superadmin],
      ["addAdmin", { ...newAdmin, password: "another password" }, people.superadmin],
      ["addAdmin", {}, people.superadmin],
      ["addAdmin", newAdmin, people.admin],
      [
        "changeSuperadminPassword",
        { currentPassword: "wrong", newPassword: "another password" },
        people.superadmin,
      ],
      ["changeSuperadminPassword", {}, people.superadmin],
      ["listPayments", {}, people.superadmin],
      ["listPayments", {}, people.admin],
    ];
    for (const [name, json, headers] of calls)
      await expectDescribed(find(name), await post(name, json, headers));
  });
});
