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

/** A value of a field, or of a part of one, which `name` says with its dot. */
type Try = { name: string; field: string; value: unknown };

/** Adds a record with the least fields, and changes one, with the values of some fields. */
async function attempts(noun: string, tries: readonly Try[]) {
  const add = operationNamed(`add${noun}`);
  const change = operationNamed(`change${noun}`);
  const required = tries.map(({ field, value }) => REQUIRED_TOGETHER[`${noun}.${field}`]?.(value));
  const before = tries.map(({ field }) => BEFORE[`${noun}.${field}`]);
  const tried = Object.fromEntries(tries.map(({ field, value }) => [field, value]));
  const values = Object.assign({}, ...required, tried) as Record<string, unknown>;
  const { table: of = "" } = MATRIX[patternOf(change.path)] ?? {};
  const results = [];
  const json = add.body["application/json"];
  if (json) {
    const example = json.example as Record<string, unknown>;
    const { required = [] } = json.schema;
    const minimum = Object.fromEntries(required.map((name) => [name, example[name]]));
    results.push(await send(add, { ...minimum, ...values }));
    // It is unique, and the change sends the same one.
    if ("externalId" in tried)
      await database.rows(`update ${of} set external_id = null where external_id = ?`, [
        String(tried.externalId),
      ]);
  }
  const id = await insertRecord(database, of, Object.assign({}, ...before));
  results.push(await send({ ...change, path: change.path.replace("{id}", id) }, values));
  return results;
}

const fieldsOf = (noun: string) =>
  Object.entries(
    (operationNamed(`change${noun}`).body["application/json"]?.schema.properties ?? {}) as Record<
      string,
      BodySchema
    >,
  ).filter(([field]) => field !== "version");

/** The first value of each field, then the second of each that has one, and so on. */
function inRounds(tries: readonly Try[]): Try[][] {
  const rounds: Try[][] = [];
  const counts = new Map<string, number>();
  for (const each of tries) {
    const nth = counts.get(each.field) ?? 0;
    counts.set(each.field, nth + 1);
    rounds[nth] = [...(rounds[nth] ?? []), each];
  }
  return rounds;
}

/** Rules over several fields. */
const needsOthers = (noun: string, { field }: Try) =>
  `${noun}.${field}` in REQUIRED_TOGETHER || `${noun}.${field}` in BEFORE;

/**
 * The unexpected results for values of fields. One request has a value of each field; those with an unexpected result are
 * sent again, each alone.
 */
async function surprises(
  noun: string,
  tries: readonly Try[],
  expected: (status: number, errors: string[], name: string) => boolean,
): Promise<string[]> {
  const found: string[] = [];
  const unexpected = async (some: readonly Try[]) => {
    const results = some.length > 0 ? await attempts(noun, some) : [];
    return some.flatMap((each) => {
      const wrong = results.find(
        ({ status, said }) => !expected(status, Object.keys(said.errors ?? {}), each.name),
      );
      return wrong ? [{ each, wrong }] : [];
    });
  };
  for (const round of inRounds(tries)) {
    const together = await unexpected(round.filter((each) => !needsOthers(noun, each)));
    const alone = [...together.map(({ each }) => each), ...round.filter((each) => needsOthers(noun, each))];
    for (const one of alone)
      for (const { each, wrong } of await unexpected([one]))
        found.push(`${each.name} ${short(each.value)}: ${wrong.status} ${short(wrong.said)}`);
  }
  return found;
}

describe.each(RECORDS)("the described body of %s", (noun) => {
  it("accepts values at every limit", async () => {
    const tries = fieldsOf(noun).flatMap(([field, schema]) => {
      const values = validValues(schema);
      expect(values.length, field).toBeGreaterThan(1);
      return values.map((value): Try => ({ name: field, field, value }));
    });
    expect(await surprises(noun, tries, (status) => status < 300)).toEqual([]);
  });

  it("names the field of every broken rule", async () => {
    const tries = fieldsOf(noun).flatMap(([field, schema]) => {
      const parts = Object.entries(schema.properties ?? {});
      const broken = [
        ...invalidValues(schema).map((value): Try => ({ name: field, field, value })),
        ...parts.flatMap(([part, inner]) =>
          invalidValues(inner).map(
            (value): Try => ({ name: `${field}.${part}`, field, value: { [part]: value } }),
          ),
        ),
      ];
      expect(broken.length, field).toBeGreaterThan(1);
      return broken;
    });
    const refused = (status: number, errors: string[], name: string) =>
      status === 422 && errors.some((key) => key === name || key.startsWith(`${name}.`));
    expect(await surprises(noun, tries, refused)).toEqual([]);
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
