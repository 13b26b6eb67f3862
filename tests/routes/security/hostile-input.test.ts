import { insertRecord } from "tests/support/record-factories";
import type { RequestBody } from "tests/support/request-bodies";
import { fieldsOf as declaredFieldsOf, LISTS } from "tests/support/resources";
import { allRoutes } from "tests/support/routes";
import { app, database, setUpApp } from "tests/support/running-app";
import { coveringPairs, SEED_NOTE } from "tests/support/sample";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { MATRIX } from "./matrix";
import { insertMatrixRecords, matrixPath } from "./matrix-records";
import type { MatrixRow, MatrixWrite } from "./outcomes";

let cookies: string;
let ids: Map<string, string>;
/** Finds rows of all tables with values that no body may set. */
let forgedRows: string;
let tables: string[];

setUpApp({}, { doesJobs: true });

beforeAll(async () => {
  cookies = [await app.cookiesOf("superadmin"), await app.cookiesOf("premium")].join("; ");
  ids = await insertMatrixRecords(database);
  const named = await database.rows<{ name: string }>(
    `select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name in ('id', 'version', 'created_at', 'updated_at')
      group by table_name having count(*) = 4`,
  );
  tables = named.map(({ name }) => name);
  forgedRows = tables
    .map(
      (name) => `select '${name}' as name, id::text from "${name}"
        where id = ? or created_at < '2002-01-01' or updated_at < '2002-01-01' or version > 50`,
    )
    .join(" union all ");
});
beforeEach(async () => {
  await database.rows("delete from rate_limits");
  // A password counts for ten minutes, and a slow machine takes longer.
  await database.rows("update sessions set password_confirmed_at = now()");
  // There is room for a few only.
  await database.rows("delete from webhooks where id <> ?", [ids.get("webhooks")]);
});

type Endpoint = {
  name: string;
  pattern: string;
  verb: "POST" | "PUT";
  row: MatrixRow;
  write: MatrixWrite;
  body: RequestBody;
};

const ENDPOINTS = Object.entries(MATRIX).flatMap(([pattern, row]): Endpoint[] =>
  (["POST", "PUT"] as const).flatMap((verb) => {
    const write = row[verb];
    return write?.body ? [{ name: `${verb} ${pattern}`, pattern, verb, row, write, body: write.body }] : [];
  }),
);

/** The fields of an address: those of its resource and of the matrix's example. */
function fieldsOf({ pattern, body }: Endpoint): string[] {
  const [, , noun] = pattern.split("/");
  const declared = LISTS.filter(({ path }) => path === noun)
    .flatMap(declaredFieldsOf)
    .map(({ name }) => name);
  return [...new Set([...declared, ...Object.keys(valuesOf(body))])];
}

const valuesOf = (body: RequestBody): Record<string, unknown> =>
  "json" in body ? (body.json as Record<string, unknown>) : "form" in body ? body.form : body.multipart;

/*
 * Each run sends each hostile value to each address, and at least one to each of its fields, at random.
 * A deep run sends every value to every field.
 */

/** JSON text, because no object literal can express some of it. */
const HOSTILE: Record<string, string> = {
  "an object": '{"a":1}',
  "a list": '["a",{"b":2}]',
  "an operator": '{"$ne":null}',
  "an operator of the ORM": '{"$or":[{"id":{"$ne":null}}]}',
  null: "null",
  "a number": "12345678901234567890123",
  "a small number": "-1e-9",
  true: "true",
  "an empty text": '""',
  "600 kB": `"${"x".repeat(600_000)}"`,
  NUL: '"a\\u0000b"',
  "half a character": '"\\ud800"',
  "a prototype": '{"__proto__":{"admin":true},"constructor":{"prototype":{}}}',
  "a toString": '{"toString":"x","valueOf":1}',
  "deep nesting": `${"[".repeat(5_000)}${"]".repeat(5_000)}`,
};

type Pairs = [string, string][];

/** Hostile values for one field of a form. */
const HOSTILE_FIELDS: Record<string, (field: string) => Pairs> = {
  twice: (field) => twice(field),
  "with NUL": (field) => [[field, "a\0b"]],
  "as a number": (field) => [[field, "1e999"]],
};

/** Hostile values for all fields of a form at once. */
const HOSTILE_FORMS: Record<string, (fields: string[]) => Pairs> = {
  "all twice": (fields) => fields.flatMap(twice),
  "all with NUL": (fields) => fields.map((field) => [field, "a\0b"]),
  "all operators": (fields) => fields.map((field) => [`${field}[$ne]`, ""]),
  "all lists": (fields) => fields.map((field) => [`${field}[]`, "a"]),
  "all below a text": (fields) =>
    fields.flatMap(
      (field): Pairs => [
        [field, "a"],
        [`${field}.x`, "b"],
        [`${field}[0]`, "c"],
      ],
    ),
  "all prototypes": (fields) =>
    fields.flatMap(
      (field): Pairs => [
        ["__proto__", "a"],
        [`__proto__.${field}`, "a"],
        [`constructor[prototype].${field}`, "a"],
      ],
    ),
  "odd names": () => ["", ".", "[", "]", "a..b", "hasOwnProperty"].map((name) => [name, "a"]),
  "600 kB": ([first = "x"]) => [[first, "x".repeat(600_000)]],
  "a thousand names": () => Array.from({ length: 1000 }, (_, index) => [`n${index}`, "a"]),
};

const ENCODINGS = { urlencoded: (form: URLSearchParams) => form, multipart: asMultipart };

function asMultipart(form: URLSearchParams): FormData {
  const multipart = new FormData();
  for (const [key, value] of form) multipart.append(key, value);
  return multipart;
}

/** The hostile forms for one address: each kind in one encoding, each field in one kind; a deep run has all. */
function hostileForms(endpoint: Endpoint): [string, BodyInit][] {
  const { name } = endpoint;
  const fields = fieldsOf(endpoint);
  const formOf = (pairs: Pairs) => {
    const changed = new Set(pairs.map(([key]) => key));
    const others = Object.entries(valuesOf(endpoint.body)).filter(([key]) => !changed.has(key));
    return new URLSearchParams([...(others as Pairs), ...pairs]);
  };
  const whole = coveringPairs(Object.entries(HOSTILE_FORMS), Object.entries(ENCODINGS), `${name}, forms`);
  // The API reads a form with the same code: all fields at once are enough.
  const single = isApi(endpoint)
    ? []
    : coveringPairs(fields, Object.entries(HOSTILE_FIELDS), `${name}, fields`);
  return [
    ...whole.map(([[kind, pairsOf], [encoding, encode]]): [string, BodyInit] => [
      `${kind}, ${encoding}`,
      encode(formOf(pairsOf(fields))),
    ]),
    ...single.map(([field, [kind, pairsOf]]): [string, BodyInit] => [
      `${field} ${kind}`,
      formOf(pairsOf(field)),
    ]),
  ];
}

const twice = (field: string): [string, string][] => [
  [field, "a"],
  [field, "b"],
];

/** A form with an old version of its record is refused. */
async function versionOf(table: string, id: string | undefined): Promise<string> {
  const [row] = await database.rows<{ version: number }>(`select version from "${table}" where id = ?`, [id]);
  return String(row?.version);
}

/** Columns that no body may set, by each of their names. */
const PROTECTED = {
  id: "11111111-1111-4111-8111-111111111111",
  _id: "11111111-1111-4111-8111-111111111111",
  createdAt: "2001-01-01T00:00:00Z",
  created_at: "2001-01-01T00:00:00Z",
  updatedAt: "2001-01-01T00:00:00Z",
  updated_at: "2001-01-01T00:00:00Z",
};

function addressOf({ pattern, row, write }: Endpoint): string {
  const id = ids.get(row.table ?? "") ?? "";
  return matrixPath(pattern, id) + (write.search ?? "").replace("{id}", id);
}

async function send(
  endpoint: Endpoint,
  type: string,
  body: BodyInit,
): Promise<{ status: number; text: string }> {
  const response = await app.request(addressOf(endpoint), {
    method: endpoint.verb,
    cookies,
    body,
    headers: type ? { "Content-Type": type } : {},
  });
  return { status: response.status, text: await response.text() };
}

/** The JSON body with one value replaced. */
const jsonWith = (body: RequestBody, field: string, text: string) => {
  const [first = "", second] = field.split(".");
  const others = Object.entries(valuesOf(body)).filter(([name]) => name !== first);
  const pairs = others.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`);
  const value = second ? `{${JSON.stringify(second)}:${text}}` : text;
  return `{${[...pairs, `${JSON.stringify(first)}:${value}`].join(",")}}`;
};

function multipartOf(values: Record<string, unknown>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) {
    form.append(name, value instanceof Blob ? value : String(value));
  }
  return form;
}

/** When a record was created; the table of calls has another column for it. */
const CREATED: Readonly<Record<string, string>> = { calls: "made_at", list_views: "id" };
const createdColumn = (table: string) => CREATED[table] ?? "created_at";

/**
 * Records that a write uses up: a call closes once, a revoked key stays so, a merge removes one, a restore works once. A
 * mover that another price was saved for asks whether its change is right.
 */
const USED_UP: readonly string[] = [
  "api_keys",
  "calls",
  "channels",
  "instruments",
  "list_views",
  "members",
  "movers",
  "binned_records",
  "webhooks",
];

/** Records leave the bin, and channels, views and webhooks have none. */
const leavesItsTable = ({ row, pattern }: Endpoint) =>
  row.table === "binned_records" || /\/(channels|views|webhooks)\/:id\/deletion$/.test(pattern);

/** The superadmin and the paying member have access, so their input is saved. Bulk addresses refuse unknown keys, and only its author changes a batch. */
const saves = ({ write, pattern }: Endpoint) =>
  !/\/bulk$|\/batches\/:id$/.test(pattern) &&
  !write.session &&
  (write.outcomes.superadmin === "in" || write.outcomes.premium === "in");

/** Without a payment provider, members always get a 503. */
const isServerError = ({ write }: Endpoint, status: number) =>
  status >= 500 && status !== write.outcomes.premium;

const isApi = ({ pattern }: Endpoint) => pattern.startsWith("/api/");

/** Answers with a record, whose names the API therefore accepts. */
const returnsRecord = ({ pattern }: Endpoint) =>
  !/login|password|subscription\/(upgrade|captureOrder)/i.test(pattern);

describe("every write address", () => {
  it("has all fields of its resource tested", () => {
    const tested = new Set(ENDPOINTS.flatMap(fieldsOf));
    for (const list of LISTS) {
      const { path } = list;
      const written = allRoutes().some(({ pattern, writes }) => writes && pattern.includes(`/${path}`));
      if (written)
        for (const { name } of declaredFieldsOf(list)) expect(tested, `${path}.${name}`).toContain(name);
    }
    expect(LISTS.length).toBeGreaterThan(1);
  });

  it.each(ENDPOINTS.filter(isApi))("$name rejects hostile JSON", async (endpoint) => {
    const surprises: string[] = [];
    for (const [field, [name, text]] of coveringPairs(
      fieldsOf(endpoint),
      Object.entries(HOSTILE),
      endpoint.name,
    )) {
      if (endpoint.write.session) await database.rows("delete from rate_limits");
      const body = jsonWith(endpoint.body, field, text);
      const { status, text: answer } = await send(endpoint, "application/json", body);
      if (isServerError(endpoint, status)) surprises.push(`${field} as ${name}: ${status}`);
      if (/argon2|password_hash|select |insert into|\bat .*\.js:\d/i.test(answer)) {
        surprises.push(`${field} as ${name}: tells about the inside`);
      }
    }
    expect(surprises, SEED_NOTE).toEqual([]);
  });

  it.each(ENDPOINTS)("$name rejects hostile forms", async (endpoint) => {
    const surprises: string[] = [];
    for (const [name, body] of hostileForms(endpoint)) {
      if (endpoint.write.session) await database.rows("delete from rate_limits");
      const { status } = await send(endpoint, "", body);
      if (isServerError(endpoint, status)) surprises.push(`${name}: ${status}`);
    }
    const broken = `${fieldsOf(endpoint)
      .map((field) => `${field}=%ED%A0%80%ff%`)
      .join("&")}&%=%&=&&;`;
    const { status } = await send(endpoint, "application/x-www-form-urlencoded", broken);
    if (isServerError(endpoint, status)) surprises.push(`broken: ${status}`);
    expect(surprises, SEED_NOTE).toEqual([]);
  });

  it.each(ENDPOINTS.filter(saves))("$name keeps protected columns", async (endpoint) => {
    const { row, verb, body, pattern } = endpoint;
    if (row.table && USED_UP.includes(row.table)) ids.set(row.table, await insertRecord(database, row.table));
    const id = ids.get(row.table ?? "");
    const values: Record<string, unknown> = { ...valuesOf(body), ...PROTECTED };
    if ("version" in values && row.table) values.version = await versionOf(row.table, id);
    const text = JSON.stringify(values).replace(/^\{/, '{"__proto__":{"version":99},"constructor":{"id":1},');
    const sent: [string, BodyInit][] = [];
    if ("multipart" in body) sent.push(["", multipartOf(values)]);
    else if (isApi(endpoint)) sent.push(["application/json", text]);
    else sent.push(["", new URLSearchParams(Object.entries(values).map(([k, v]) => [k, String(v)]))]);
    const [kept] = row.table
      ? await database.rows<{ at: string }>(
          `select ${createdColumn(row.table)}::text as at from ${row.table} where id = ?`,
          [id],
        )
      : [];
    for (const [type, sentBody] of sent) {
      const { status, text: answer } = await send(endpoint, type, sentBody);
      // The API refuses names that it does not have; without them it saves.
      if (isApi(endpoint))
        expect([status, answer]).toEqual([422, expect.stringContaining("There is no field")]);
      else expect(status, `${verb} ${pattern}`).toBeLessThan(400);
    }
    if (isApi(endpoint)) {
      const { id, _id, createdAt } = PROTECTED;
      const known = returnsRecord(endpoint) ? { id, _id, createdAt } : {};
      const plain = { ...valuesOf(body), ...known };
      const { status, text: answer } =
        "multipart" in body
          ? await send(endpoint, "", multipartOf(plain))
          : await send(endpoint, "application/json", JSON.stringify(plain));
      expect(status, `${verb} ${pattern} ${answer}`).toBeLessThan(400);
    }
    expect(await database.rows(forgedRows, Array(tables.length).fill(PROTECTED.id)), endpoint.name).toEqual(
      [],
    );
    if (row.table) {
      const [after] = await database.rows<{ at: string }>(
        `select ${createdColumn(row.table)}::text as at from ${row.table} where id = ?`,
        [id],
      );
      expect(after?.at).toBe(leavesItsTable(endpoint) ? undefined : kept?.at);
    }
  });

  it("does not change the server's own objects", () => {
    expect(({} as { admin?: unknown; version?: unknown }).admin).toBeUndefined();
    expect(({} as { version?: unknown }).version).toBeUndefined();
  });
});
