import { array, constantFrom, sample, tuple } from "fast-check";
import { loadApiDescription, patternOf } from "tests/support/api-description";
import { allRoutes } from "tests/support/routes";
import { app, database, setUpApp } from "tests/support/running-app";
import { dealt, isDeep, SEED, SEED_NOTE } from "tests/support/sample";
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
  "",
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
 * The parameters that the server reads while something runs. It runs in this process, so the test can observe it.
 */
async function readDuring(run: () => Promise<unknown>): Promise<string[]> {
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
    await run();
  } finally {
    Object.assign(URLSearchParams.prototype, { get, getAll, has });
  }
  return [...names].filter((name) => !name.startsWith("_"));
}

type Sent = { path: string; headers?: Record<string, string> | undefined; method?: string };

/** The requests that the server fails to answer. */
async function broken(requests: readonly Sent[]): Promise<string[]> {
  const found: string[] = [];
  const waiting = [...requests];
  const worker = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { path, headers = {}, method = "GET" } = next;
      const response = await app.request(path, { headers, method });
      await response.arrayBuffer();
      if (response.status >= 500) found.push(`${response.status} ${method} ${path}`);
    }
  };
  await Promise.all(Array.from({ length: 6 }, worker));
  return found.slice(0, 20);
}

/** As a person who may read everything, and every fourth time as a visitor. */
const asPeople = (paths: readonly string[]): Sent[] =>
  paths.map((path, nth) => ({ path, headers: people[nth % 4 === 3 ? 1 : 0] }));

/** Writes parameters, each with the value of the same index that it has at this address; other addresses have others. */
const hostile = (names: readonly string[], { to, index }: { to: number; index: 0 | 1 }) =>
  names.map((name) => written(name, dealt(VALUES, { count: 2, to, use: name })[index] ?? ""));

/** Texts that no form sends. */
const RAW = "%&%ff=%ff&=&&&page=%E0%A4%A&q[]=1&q[$ne]=2";

/**
 * The parameters that an address reads, and the requests that broke it while they were looked for. Some are read only if
 * another one was sent, and the API reads none of a request that it refuses: the last request finds these. On pages, some
 * parameters of it follow once more with a hostile value.
 */
async function readBy(
  pattern: string,
  path: string,
  to: number,
): Promise<{ names: string[]; found: string[] }> {
  const [reader, visitor] = people;
  const found: string[] = [];
  const names = new Set<string>();
  const ask = async (search: string, headers: Sent["headers"]) => {
    const read = await readDuring(async () => {
      found.push(...(await broken([{ path: `${path}?${search}`, headers }])));
    });
    for (const name of read) names.add(name);
  };
  await ask(RAW, reader);
  await ask(hostile([...names], { to, index: 0 }).join("&"), visitor);
  const again = isApiPath(pattern) || names.size === 0 ? [] : together([...names], 1);
  await ask([...[...names].map((name) => written(name, "1")), ...again].join("&"), reader);
  return { names: [...names], found };
}

/**
 * Parameter values. A page gets one for each parameter at once. The API may refuse the first one, so it gets one at a
 * time. In a deep run each parameter gets each value.
 */
function queriesFor(pattern: string, names: readonly string[], to: number): string[] {
  if (isDeep) return [...allQueries(pattern, names), ...together(names, 6)];
  const queries = hostile(names, { to, index: 1 });
  return isApiPath(pattern) ? [...queries, ...together(names, 1)] : [queries.join("&")];
}

function allQueries(pattern: string, names: readonly string[]): string[] {
  if (isApiPath(pattern)) return names.flatMap((name) => VALUES.map((value) => written(name, value)));
  return VALUES.map((_, turn) =>
    names.map((name, at) => written(name, VALUES[(turn + 7 * at) % VALUES.length] ?? "")).join("&"),
  );
}

/** Some parameters twice in one request. */
const together = (names: readonly string[], numRuns: number) =>
  sample(array(tuple(constantFrom(...names), constantFrom(...VALUES)), { minLength: 2, maxLength: 8 }), {
    numRuns,
    seed: SEED,
  }).map((pairs) => pairs.map(([name, value]) => written(name, value)).join("&"));

it.each(
  ROUTES.map(({ pattern }, to) => ({ pattern, to })),
)("$pattern answers below 500 whatever its query says", async ({ pattern, to }) => {
  const path = pathOf(pattern);
  const documented = described.filter((one) => one.method === "GET" && patternOf(one.path) === pattern);
  const read = await readBy(pattern, path, to);
  const names = [...new Set([...read.names, ...documented.flatMap(({ names }) => names)])];
  const queries = names.length > 0 ? queriesFor(pattern, names, to) : [];
  const found = await broken(asPeople(queries.map((search) => `${path}?${search}`)));
  expect([...read.found, ...found], SEED_NOTE).toEqual([]);
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
  const requests = writing.flatMap(({ method, path, names }) =>
    (isDeep ? allQueries(path, names) : hostile(names, { to: 0, index: 0 })).map(
      (search): Sent => ({ path: `${pathOf(patternOf(path))}?${search}`, method, headers: people[0] }),
    ),
  );
  expect(await broken(requests), SEED_NOTE).toEqual([]);
});
