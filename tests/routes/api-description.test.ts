import { startTestApp, type TestApp } from "tests/support/app";
import { sent, smallPicture } from "tests/support/bodies";
import { type Database, openDatabase } from "tests/support/database";
import {
  type Described,
  type Description,
  describedBy,
  type Method,
  patternOf,
} from "tests/support/description";
import { CALLERS, type Caller, callers, type Headers } from "tests/support/people";
import { record } from "tests/support/records";
import { addresses, fill } from "tests/support/routes";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MATRIX } from "./matrix";

const METHODS: readonly Method[] = ["GET", "POST", "PUT", "DELETE"];

/** The addresses that programs call; `/api/*` is what is none of them. */
const API = addresses().filter(({ pattern, page }) => /^\/api\/[^*]/.test(pattern) && !page);

/** A parameter that may be missing is there in the documented form. */
const documented = (pattern: string) => pattern.replace("?", "");

let app: TestApp;
let database: Database;
let people: Record<Caller, Headers>;
let description: Description;

beforeAll(async () => {
  app = await startTestApp();
  database = openDatabase(app.databaseUrl);
  people = await callers(app, database);
  description = await describedBy(app);
});
afterAll(async () => {
  await database?.close();
  await app?.stop();
});

const rowOf = (path: string) => {
  const address = API.find(({ pattern }) => documented(pattern) === patternOf(path));
  const row = address && MATRIX[address.pattern];
  if (!row) throw new Error(`${path} is described and is no address`);
  return row;
};

describe("the description", () => {
  it("names every address of the API, and none that is not there", () => {
    const described = new Set(description.operations.map(({ path }) => patternOf(path)));
    expect([...described].toSorted()).toEqual(API.map(({ pattern }) => documented(pattern)).toSorted());
  });

  it("names every method that an address answers: any other is a 405 that allows those", async () => {
    const surprises: string[] = [];
    for (const { pattern } of API) {
      const known = description.operations.filter(({ path }) => patternOf(path) === documented(pattern));
      const methods = known.map(({ method }) => method);
      const allowed = [...methods, ...(methods.includes("GET") ? ["HEAD"] : [])].toSorted();
      const path = fill(pattern, { id: "none", token: "none", category: "square" });
      for (const method of METHODS) {
        const response = await app.request(path, { method, headers: people.superadmin });
        if (methods.includes(method) !== (response.status !== 405)) {
          surprises.push(`${method} ${pattern}: ${response.status}`);
        }
        if (response.status !== 405) continue;
        expect(response.headers.get("Allow")?.split(", ").toSorted(), `${method} ${pattern}`).toEqual(
          allowed,
        );
        expect(await response.json()).toEqual({ message: expect.any(String) });
      }
    }
    expect(surprises).toEqual([]);
  });

  it("names whom each operation lets in as the role matrix does", () => {
    const surprises: string[] = [];
    for (const { method, path, security, operationId } of description.operations) {
      const row = rowOf(path);
      const outcomes = method === "GET" ? row.GET : row[method]?.who;
      for (const caller of CALLERS) {
        const refused = [401, 403].includes(outcomes?.[caller] as number);
        if (refused === letsIn(security, caller)) surprises.push(`${operationId} as ${caller}`);
      }
    }
    expect(surprises).toEqual([]);
  });

  it("gives every operation a name of its own and describes every part of its path", () => {
    const names = description.operations.map(({ operationId }) => operationId);
    expect(new Set(names).size).toBe(names.length);
    for (const { path, parameters } of description.operations) {
      const parts = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(parameters.filter((one) => one.in === "path").map(({ name }) => name)).toEqual(parts);
    }
  });

  it("has samples that are what their schemas ask for", () => {
    let seen = 0;
    for (const { operationId, body, responses } of description.operations) {
      const contents = [body, ...Object.values(responses).map(({ content = {} }) => content)];
      for (const { schema, example, examples = {} } of contents.flatMap((content) =>
        Object.values(content),
      )) {
        const values = [
          ...(example === undefined ? [] : [example]),
          ...Object.values(examples).map((one) => one.value),
        ];
        for (const value of values) {
          expect(
            description.faults(schema, value),
            `${operationId} ${JSON.stringify(value)}`,
          ).toBeUndefined();
          seen += 1;
        }
      }
    }
    expect(seen).toBeGreaterThan(100);
  });

  it("is one document with references that lead somewhere, at the site's own address", () => {
    const { document } = description;
    expect(document).toMatchObject({ openapi: "3.1.1", servers: [{ url: "http://localhost:3000" }] });
    const text = JSON.stringify(document);
    for (const [, kind = "", name = ""] of text.matchAll(/"#\/components\/(\w+)\/([\w-]+)"/g)) {
      const components = document.components as Record<string, Record<string, unknown>>;
      expect(Object.keys(components[kind] ?? {}), `${kind} ${name}`).toContain(name);
    }
    expect(text).not.toContain("#/$defs/");
  });
});

/** Whether one of the described ways in is open to somebody. */
function letsIn(security: Described["security"], caller: Caller): boolean {
  if (security.length === 0) return true;
  const isMember = ["basic", "premium", "member bearer"].includes(caller);
  const role = caller === "staff bearer" ? "admin" : caller;
  return security.some((way) => {
    if (Object.keys(way).length === 0) return true;
    if (way.memberToken) return isMember;
    return way.staffToken?.includes(role) ?? false;
  });
}

describe("what the server answers", () => {
  /** Records that lack all they may lack, and records with everything, published and drafts. */
  const ids = new Map<string, string[]>();

  beforeAll(async () => {
    for (const { of } of Object.values(MATRIX)) {
      if (of && !ids.has(of)) ids.set(of, [await record(database, of)]);
    }
    await record(database, "payments", { expires_at: new Date(), refunded_at: new Date() });
  });

  const bodyOf = async ({ body }: Described, more: Record<string, unknown>) => {
    const json = body["application/json"];
    if (json) return sent({ json: { ...(json.example as object), ...more } });
    const { properties = {} } = body["multipart/form-data"]?.schema ?? {};
    const sample: Record<string, string> = {
      ...{
        name: "https://a.test/",
        category: "square",
        position: "3",
        title: "A note",
        url: "https://a.test/",
      },
      ...(more as Record<string, string>),
    };
    const known = Object.entries(sample).filter(([name]) => name in properties);
    return sent({ multipart: { ...Object.fromEntries(known), image: await smallPicture() } });
  };

  const jsonOf = async (response: Response) => JSON.parse(await response.text()) as unknown;

  async function expectDescribed(
    { operationId, responses }: Described,
    response: Response,
  ): Promise<unknown> {
    const described = responses[response.status];
    const said = await jsonOf(response);
    expect(described, `${operationId} answered ${response.status} ${JSON.stringify(said)}`).toBeDefined();
    const { content = {}, headers = {} } = described ?? { content: {} };
    const schema = content["application/json"]?.schema ?? { type: "null" };
    const wrong = description.faults(schema, said);
    expect(wrong, `${operationId}: ${JSON.stringify(said).slice(0, 600)}`).toBeUndefined();
    expect(response.headers.get("Content-Type")).toMatch(/^application\/json/);
    for (const name of Object.keys(headers).filter((header) => header !== "Link")) {
      expect(response.headers.has(name), `${operationId} ${name}`).toBe(true);
    }
    return said;
  }

  it("to somebody who adds the samples of the description: what it says", async () => {
    let added = 0;
    const records = description.operations.filter(
      ({ operationId }) => operationId.startsWith("add") && operationId !== "addAdmin",
    );
    for (const operation of records) {
      for (const status of ["published", "draft"]) {
        const { headers, body } = await bodyOf(operation, { status });
        const { path, method } = operation;
        const asked = { method, body, headers: { ...people.superadmin, ...headers } };
        const response = await app.request(path, asked);
        const saved = await expectDescribed(operation, response);
        expect(response.status, JSON.stringify(saved)).toBe(201);
        const table = rowOf(`${path}/{id}`).of ?? "";
        ids.get(table)?.push((saved as { id: string }).id);
        added += 1;
      }
    }
    expect(added).toBe(20);
  });

  it("to every caller of every GET: what it says, and nothing more", async () => {
    const seen = new Set<string>();
    for (const operation of description.operations.filter(({ method }) => method === "GET")) {
      const { path, operationId } = operation;
      const { of = "", parameters } = rowOf(path);
      const known = path.includes("{id}") ? [...(ids.get(of) ?? []), "none"] : [""];
      for (const id of known) {
        const asked = [...CALLERS, "a bad token"].map(async (caller) => {
          const headers = people[caller as Caller] ?? { Authorization: "Bearer of-nobody" };
          const address = fill(patternOf(path), { id, ...parameters });
          const said = await expectDescribed(operation, await app.request(address, { headers }));
          for (const one of [said].flat()) {
            if (typeof one === "object" && one && "locked" in one) seen.add(`${operationId} ${one.locked}`);
          }
        });
        await Promise.all(asked);
      }
    }
    for (const noun of ["DailyBrief", "StockPick", "TradeAlert", "Video"]) {
      for (const locked of [true, false]) expect([...seen]).toContain(`get${noun} ${locked}`);
    }
  });

  it("to a change and a delete: what it says", async () => {
    for (const { method, path, body, ...rest } of description.operations) {
      if (!/^(change|delete|switch)/.test(rest.operationId) || !path.includes("{id}")) continue;
      const operation = { method, path, body, ...rest };
      const { of = "" } = rowOf(path);
      const id = ids.get(of)?.[1] ?? (await record(database, of));
      const json = body["application/json"]?.example ?? {};
      for (const caller of ["visitor", "premium", "superadmin", "superadmin"] as const) {
        const { headers, body: bytes } = method === "PUT" ? sent({ json }) : sent(undefined);
        const asked = { method, body: bytes, headers: { ...people[caller], ...headers } };
        await expectDescribed(operation, await app.request(path.replace("{id}", id), asked));
      }
    }
  });

  it("to members and staff about themselves: what it says", async () => {
    const find = (name: string) => {
      const found = description.operations.find(({ operationId }) => operationId === name);
      if (!found) throw new Error(`${name} is not described`);
      return found;
    };
    const post = async (name: string, json: unknown, headers: Headers = {}) => {
      const { path, method } = find(name);
      const { headers: type, body } = sent({ json });
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
