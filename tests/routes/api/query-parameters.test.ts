import { array, constantFrom, sample, tuple } from "fast-check";
import { loadApiDescription, patternOf } from "tests/support/api-description";
import { allRoutes } from "tests/support/routes";
import { app, database, setUpApp } from "tests/support/running-app";
import { drawn, isDeep, SEED, SEED_NOTE } from "tests/support/sample";
import { beforeAll, expect, it } from "vitest";
import { isApiPath } from "~/web/api-path";
import { MATRIX } from "../security/matrix";
import { insertMatrixRecords, matrixPath } from "../security/matrix-records";

/** An operation of the API's description, with its query parameters. */
type Described = { method: string; path: string; names: string[] };

let people: Record<string, string>[];
let ids: Map<string, string>;
let described: Described[];

setUpApp();

beforeAll(async () => {
  people = [{ Cookie: [await app.cookiesOf("superadmin"), await app.cookiesOf("premium")].join("; ") }, {}];
  ids = await insertMatrixRecords(database);
  const { operations } = await loadApiDescription(app);
  described = operations.map(({ method, path, parameters }) => ({
    method,
    path,
    names: parameters.filter((parameter) => parameter.in === "query").map(({ name }) => name),
  }));
});

const ROUTES = allRoutes().filter(({ reads, page }) => reads || page);

const pathOf = (pattern: string) => matrixPath(pattern, ids.get(MATRIX[pattern]?.table ?? ""));

/** Values that a client may send as a date, a number, a word, an id or an address. */
const VALUES = [
  "0",
  "-1",
  "1e9",
  "1.5",
  "99999999999999999999",
  "9223372036854775808",
  "NaN",
  "Infinity",
  "275760-09-13",
  "+275760-09-13T00:00:00Z",
  "-271821-04-20",
  "0000-01-01",
  "0001-01-01",
  "9999-12-31",
  "10000-01-01",
  "2026-02-30",
  "2026-01-01T24:00:00Z",
  "1",
  "-1 BC",
  "infinity",
  "a\0b",
  "\ud800",
  "%",
  "\\",
  "'; select 1",
  "$1 ? :x",
  "{}",
  "null",
  "__proto__",
  "constructor",
  "é".repeat(900),
  "00000000-0000-0000-0000-000000000000",
  "x".repeat(3_000),
  "created_at",
  "//evil.test",
];

const written = (name: string, value: string) => `${encodeURIComponent(name)}=${encoded(value)}`;
/** A lone surrogate has no encoding, but a client may send its bytes. */
const encoded = (value: string) => (value.isWellFormed() ? encodeURIComponent(value) : "%ED%A0%80");

/**
 * The parameters that the server reads during a request. It runs in this process, so the test can observe it.
 */
async function readParameters(path: string): Promise<string[]> {
  const names = new Set<string>();
  const { get, getAll, has } = URLSearchParams.prototype;
  URLSearchParams.prototype.get = function (name) {
    names.add(name);
    return get.call(this, name);
  };
  URLSearchParams.prototype.getAll = function (name) {
    names.add(name);
    return getAll.call(this, name);
  };
  URLSearchParams.prototype.has = function (name, value) {
    names.add(name);
    return value === undefined ? has.call(this, name) : has.call(this, name, value);
  };
  try {
    // Parameters read only if another one was sent are found in the second round, by a person who may read
    // everything.
    for (const headers of [...people, ...people.slice(0, 1)]) {
      const search = [...names].map((name) => written(name, "1")).join("&");
      await (await app.request(`${path}?${search}`, { headers })).arrayBuffer();
    }
  } finally {
    Object.assign(URLSearchParams.prototype, { get, getAll, has });
  }
  return [...names].filter((name) => !name.startsWith("_"));
}

/** Requests as a person who may read everything, and every fourth time as a visitor. */
async function broken(paths: string[], method = "GET"): Promise<string[]> {
  const found: string[] = [];
  const waiting = paths.map((path, nth) => ({ path, headers: people[nth % 4 === 3 ? 1 : 0] ?? {} }));
  const worker = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { path, headers } = next;
      const response = await app.request(path, { headers, method });
      await response.arrayBuffer();
      if (response.status >= 500) found.push(`${response.status} ${method} ${path}`);
    }
  };
  await Promise.all(Array.from({ length: 6 }, worker));
  return found.slice(0, 20);
}

/** Values per address in a run that is not deep. The next address gets the following values. */
const VALUES_EACH = 4;
const MIXED = drawn(VALUES, VALUES.length, "values");

/** @param from index in `MIXED` of the first value */
const valuesFrom = (from: number): string[] =>
  isDeep ? VALUES : [...MIXED, ...MIXED].slice(from, from + VALUES_EACH);

/**
 * Parameter values. A page gets one for each parameter at once. The API may refuse the first one, so it gets
 * one at a time: each parameter at least once, and each value. In a deep run each parameter gets each value.
 */
function queriesFor(pattern: string, names: string[], from: number): string[] {
  const values = valuesFrom(from);
  const valueAt = (at: number) => values[at % values.length] ?? "";
  if (isApiPath(pattern)) {
    if (isDeep) return names.flatMap((name) => VALUES.map((value) => written(name, value)));
    const most = Math.max(names.length, values.length);
    return Array.from({ length: most }, (_, turn) =>
      written(names[turn % names.length] ?? "", valueAt(turn)),
    );
  }
  const all = values.map((_, turn) => names.map((name, at) => written(name, valueAt(turn + 7 * at))));
  return [...all.map((pairs) => pairs.join("&")), names.map((name) => written(name, "")).join("&")];
}

/** Some parameters twice in one request. */
const together = (names: string[]) =>
  sample(array(tuple(constantFrom(...names), constantFrom(...VALUES)), { minLength: 2, maxLength: 8 }), {
    numRuns: isDeep ? 6 : 2,
    seed: SEED,
  }).map((pairs) => pairs.map(([name, value]) => written(name, value)).join("&"));

it.each(
  ROUTES.map(({ pattern }, nth) => ({ pattern, from: (nth * VALUES_EACH) % VALUES.length })),
)("no question breaks $pattern", async ({ pattern, from }) => {
  const path = pathOf(pattern);
  const documented = described.filter((one) => one.method === "GET" && patternOf(one.path) === pattern);
  const names = [...new Set([...(await readParameters(path)), ...documented.flatMap(({ names }) => names)])];
  const queries = names.length > 0 ? [...queriesFor(pattern, names, from), ...together(names)] : [];
  const raw = "%&%ff=%ff&=&&&page=%E0%A4%A&q[]=1&q[$ne]=2";
  expect(await broken([...queries, raw].map((search) => `${path}?${search}`)), SEED_NOTE).toEqual([]);
});

it("the list of pages includes every address with described query parameters", () => {
  const patterns = ROUTES.map(({ pattern }) => pattern);
  const reading = described.filter(({ method, names }) => method === "GET" && names.length > 0);
  expect(reading.map(({ path }) => patternOf(path)).filter((pattern) => !patterns.includes(pattern))).toEqual(
    [],
  );
  expect(reading.length).toBeGreaterThan(10);
});

it("described writes survive every query parameter", async () => {
  const writing = described.filter(({ method, path, names }) => {
    return method !== "GET" && names.length > 0 && MATRIX[patternOf(path)];
  });
  expect(writing.length).toBeGreaterThan(0);
  for (const { method, path, names } of writing) {
    const queries = names.flatMap((name) => VALUES.map((value) => written(name, value)));
    expect(
      await broken(
        queries.map((search) => `${pathOf(patternOf(path))}?${search}`),
        method,
      ),
    ).toEqual([]);
  }
});
