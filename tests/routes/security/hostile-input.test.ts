import { insertRecord } from "tests/support/record-factories";
import type { RequestBody } from "tests/support/request-bodies";
import { fieldsOf as declaredFieldsOf, LISTS } from "tests/support/resources";
import { allRoutes } from "tests/support/routes";
import { app, database, setUpApp } from "tests/support/running-app";
import { coveringPairs, dealt, drawn, isDeep, SEED_NOTE } from "tests/support/sample";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ENCODINGS, HOSTILE, HOSTILE_FIELDS, HOSTILE_FORMS, type Pairs } from "./hostile-values";
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
 * Each run sends a hostile value to each field of each address, and each value to many of them, at random. A deep run
 * sends every value to every field.
 */

/** The least number of JSON values, and the number of whole forms, that an address gets in a run that is not deep. */
const LEAST_VALUES = 4;
const WHOLE_FORMS = 3;

/** Each field with a value, at random. */
function hostileValues(endpoint: Endpoint): [string, [string, string]][] {
  const fields = fieldsOf(endpoint);
  const count = Math.max(LEAST_VALUES, fields.length);
  return coveringPairs(fields, drawn(Object.entries(HOSTILE), count, endpoint.name), endpoint.name);
}

type Form = { name: string; body: BodyInit; type?: string };

/** The address's valid form with some of its values replaced. */
function formOf({ body }: Endpoint, pairs: Pairs): URLSearchParams {
  const changed = new Set(pairs.map(([key]) => key));
  const others = Object.entries(valuesOf(body)).filter(([key]) => !changed.has(key));
  return new URLSearchParams([...(others as Pairs), ...pairs]);
}

/** Makes each hostile form, in each encoding. */
const WHOLE: ((endpoint: Endpoint) => Form)[] = [
  ...Object.entries(HOSTILE_FORMS).flatMap(([kind, pairsOf]) =>
    Object.entries(ENCODINGS).map(([encoding, encode]) => (endpoint: Endpoint) => ({
      name: `${kind}, ${encoding}`,
      body: encode(formOf(endpoint, pairsOf(fieldsOf(endpoint)))),
    })),
  ),
  (endpoint) => ({
    name: "broken",
    body: `${fieldsOf(endpoint)
      .map((field) => `${field}=%ED%A0%80%ff%`)
      .join("&")}&%=%&=&&;`,
    type: "application/x-www-form-urlencoded",
  }),
];

/**
 * The hostile forms for one address: some of all kinds, the next address gets others. Then each field in one kind, with
 * the fields of one kind in one form; a deep run has all, and each alone.
 */
function hostileForms(endpoint: Endpoint): Form[] {
  const whole = dealt(WHOLE, { count: WHOLE_FORMS, to: ENDPOINTS.indexOf(endpoint), use: "forms" });
  const kinds = Object.entries(HOSTILE_FIELDS);
  const fields = fieldsOf(endpoint);
  const mixed = drawn(fields, fields.length, endpoint.name);
  const groups = isDeep
    ? coveringPairs(
        fields.map((field) => [field]),
        kinds,
        endpoint.name,
      )
    : kinds.map((kind, nth) => [mixed.filter((_, at) => at % kinds.length === nth), kind] as const);
  // The API reads a form with the same code: all fields at once are enough.
  const single = isApi(endpoint) ? [] : groups.filter(([group]) => group.length > 0);
  return [
    ...whole.map((make) => make(endpoint)),
    ...single.map(([group, [kind, pairsOf]]) => ({
      name: `${group} ${kind}`,
      body: formOf(endpoint, group.flatMap(pairsOf)),
    })),
  ];
}

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
    for (const [field, [name, text]] of hostileValues(endpoint)) {
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
    for (const { name, body, type = "" } of hostileForms(endpoint)) {
      if (endpoint.write.session) await database.rows("delete from rate_limits");
      const { status } = await send(endpoint, type, body);
      if (isServerError(endpoint, status)) surprises.push(`${name}: ${status}`);
    }
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
