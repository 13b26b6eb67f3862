import { type ApiOperation, loadApiDescription, patternOf } from "tests/support/api-description";
import { insertRecord } from "tests/support/record-factories";
import { requestInit, smallPicture } from "tests/support/request-bodies";
import { app, database, setUpApp } from "tests/support/running-app";
import { type BodySchema, invalidValues, validValues } from "tests/support/schema-values";
import { beforeAll, describe, expect, it } from "vitest";
import { MATRIX } from "../security/matrix";

let cookies: string;
let operations: ApiOperation[];

setUpApp();

beforeAll(async () => {
  cookies = await app.cookiesOf("superadmin");
  ({ operations } = await loadApiDescription(app));
});

/** The managed records whose bodies consist of the kit's fields. */
const RECORDS = [
  "NewsItem",
  "DailyBrief",
  "StockPick",
  "TradeAlert",
  "Video",
  "Market",
  "MarketMover",
  "Ad",
  "Banner",
  "Package",
];

/** Fields that must be sent together because of rules over several fields, which no schema contains. */
const REQUIRED_TOGETHER: Record<string, (value: unknown) => Record<string, unknown>> = {
  "TradeAlert.stopLoss": () => ({ tag: "buy", targetPrice: 999_999_999_999_999 }),
  "Package.price": () => ({ name: "Plan", tier: null, expiresIn: 30 }),
  "Package.tier": (tier) => (tier === "Basic" ? { price: 0 } : { price: 29, expiresIn: 30 }),
  // A published record cannot get a later time.
  "NewsItem.publishAt": () => ({ status: "draft" }),
  "DailyBrief.publishAt": () => ({ status: "draft" }),
  "Video.publishAt": () => ({ status: "Draft" }),
  "Package.trialDays": () => ({ tier: "Premium", price: 29, expiresIn: 30 }),
  "Package.expiresIn": () => ({ tier: "Basic", price: 0 }),
};

/** For kinds without drafts: the record is scheduled. */
const BEFORE: Record<string, Record<string, unknown>> = {
  "TradeAlert.publishAt": { publish_at: "2149-01-01T09:30:00Z" },
};

const operationNamed = (name: string): ApiOperation => {
  const found = operations.find(({ operationId }) => operationId === name);
  if (!found) throw new Error(`${name} is not described`);
  return found;
};

type ApiCall = { path: string; method: string; multipart?: boolean };

async function send({ path, method, multipart }: ApiCall, values: Record<string, unknown>) {
  const picture = multipart ? await smallPicture() : undefined;
  const texts = () =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
  const { headers, body } = requestInit(
    picture ? { multipart: { ...texts(), image: picture } } : { json: values },
  );
  const response = await app.request(path, { method, cookies, headers, body });
  return { status: response.status, said: (await response.json()) as { errors?: Record<string, string> } };
}

const short = (value: unknown) => JSON.stringify(value)?.slice(0, 60);

/** Adds a record with the least fields, and changes one field of it. */
async function attempts(noun: string, field: string, value: unknown) {
  const add = operationNamed(`add${noun}`);
  const change = operationNamed(`change${noun}`);
  const others = REQUIRED_TOGETHER[`${noun}.${field}`]?.(value) ?? {};
  const { table: of = "" } = MATRIX[patternOf(change.path)] ?? {};
  const results = [];
  const json = add.body["application/json"];
  if (json) {
    const example = json.example as Record<string, unknown>;
    const { required = [] } = json.schema;
    const minimum = Object.fromEntries(required.map((name) => [name, example[name]]));
    results.push(await send(add, { ...minimum, ...others, [field]: value }));
    // It is unique, and the change sends the same one.
    if (field === "externalId")
      await database.rows(`update ${of} set external_id = null where external_id = ?`, [String(value)]);
  }
  const path = change.path.replace("{id}", await insertRecord(database, of, BEFORE[`${noun}.${field}`]));
  results.push(await send({ ...change, path }, { ...others, [field]: value }));
  return results;
}

const fieldsOf = (noun: string) =>
  Object.entries(
    (operationNamed(`change${noun}`).body["application/json"]?.schema.properties ?? {}) as Record<
      string,
      BodySchema
    >,
  ).filter(([field]) => field !== "version");

/** The unexpected results for the values of one field. */
async function surprises(
  noun: string,
  tries: { name: string; field: string; value: unknown }[],
  expected: (status: number, errors: string[], name: string) => boolean,
): Promise<string[]> {
  const found: string[] = [];
  const tried = tries.map(async ({ name, field, value }) => {
    for (const { status, said } of await attempts(noun, field, value)) {
      const errors = Object.keys(said.errors ?? {});
      if (!expected(status, errors, name)) found.push(`${name} ${short(value)}: ${status} ${short(said)}`);
    }
  });
  await Promise.all(tried);
  return found;
}

describe.each(RECORDS)("the described body of %s", (noun) => {
  it("accepts values at every limit", async () => {
    for (const [field, schema] of fieldsOf(noun)) {
      const tries = validValues(schema).map((value) => ({ name: field, field, value }));
      expect(tries.length, field).toBeGreaterThan(1);
      expect(await surprises(noun, tries, (status) => status < 300)).toEqual([]);
    }
  });

  it("names the field of every broken rule", async () => {
    for (const [field, schema] of fieldsOf(noun)) {
      const parts = Object.entries(schema.properties ?? {});
      const tries = [
        ...invalidValues(schema).map((value) => ({ name: field, field, value })),
        ...parts.flatMap(([part, inner]) =>
          invalidValues(inner).map((value) => ({
            name: `${field}.${part}`,
            field,
            value: { [part]: value },
          })),
        ),
      ];
      const refused = (status: number, errors: string[], name: string) =>
        status === 422 && errors.some((key) => key === name || key.startsWith(`${name}.`));
      expect(tries.length, field).toBeGreaterThan(1);
      expect(await surprises(noun, tries, refused)).toEqual([]);
    }
  });

  it("requires exactly its required fields", async () => {
    const { method, path, body } = operationNamed(`add${noun}`);
    const json = body["application/json"];
    const multipart = json === undefined;
    const { required = [], properties = {} } = (json ?? body["multipart/form-data"])?.schema ?? {};
    const example = (json?.example ?? { name: "https://a.test/", title: "A note" }) as Record<
      string,
      unknown
    >;
    const least = Object.fromEntries(
      required.filter((name) => name !== "image").map((name) => [name, example[name]]),
    );
    expect(required.length).toBeGreaterThan(0);
    expect(Object.keys(properties)).toEqual(expect.arrayContaining(required));
    expect((await send({ method, path, multipart }, least)).status).toBe(201);
    for (const name of required) {
      const { [name]: _, ...rest } = least;
      const { status, said } = await send({ method, path, multipart: multipart && name !== "image" }, rest);
      expect([status, Object.keys(said.errors ?? {})], name).toEqual([422, [name]]);
    }
  });
});

it("has a version for changes that saves on top of it", async () => {
  const id = await insertRecord(database, "news");
  const put = (values: Record<string, unknown>) => send({ method: "PUT", path: `/api/news/${id}` }, values);
  expect((await put({ title: "One", version: 1 })).status).toBe(200);
  const late = await put({ title: "Two", version: 1 });
  expect([late.status, late.said]).toMatchObject([409, { current: { title: "One", version: 2 } }]);
});
