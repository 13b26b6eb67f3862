import { CALLERS, type Caller, type Headers, headersByCaller, signInHeaders } from "tests/support/callers";
import type { Database } from "tests/support/database";
import { insertRecord } from "tests/support/record-factories";
import { refreshTrackRecord } from "tests/support/refresh-track-record";
import { requestInit } from "tests/support/request-bodies";
import { allRoutes, dataUrl, fillParams, type RouteInfo } from "tests/support/routes";
import { app, database, setUpApp } from "tests/support/running-app";
import { coveringPairs } from "tests/support/sample";
import { spec } from "tests/support/spec";
import { beforeAll, describe, expect, it } from "vitest";
import { vapidKeys } from "~/features/newsletters/push/vapid-keys.queries.server";
import { LAYOUTS, MATRIX } from "./matrix";
import { insertMatrixRecords } from "./matrix-records";
import {
  type MatrixRow,
  type MatrixWrite,
  METHOD_NOT_ALLOWED,
  NOT_FOUND,
  type Outcome,
  type OutcomeByCaller,
} from "./outcomes";

const ROUTES = allRoutes();
const VERBS = ["POST", "PUT", "DELETE"] as const;
type Verb = (typeof VERBS)[number];

let people: Record<Caller, Headers>;
/** One record of each table, which no test may change. */
let sharedRecords: Map<string, string>;

// Without the site's jobs: a job writes the email or prices of a write later, during the next writes.
setUpApp();

beforeAll(async () => {
  people = await headersByCaller(app, database);
  // The password check is skipped for a moment after the password; this waits longer.
  await database.rows("update sessions set password_confirmed_at = now() + interval '1 day'");
  await database.rows("update members set remind_by_mail = false");
  await database.rows(`insert into newsletter_choices (member_id, newsletter, is_on)
    select id, newsletter, false from members cross join newsletters`);
  // A page makes these keys when it is first opened.
  await vapidKeys();
  sharedRecords = await insertMatrixRecords(database);
  await refreshTrackRecord();
});

describe("the role matrix", () => {
  it("has a row for every route, and a route for every row", () => {
    const patterns = ROUTES.map(({ pattern }) => pattern);
    expect(Object.keys(MATRIX).toSorted()).toEqual(patterns.toSorted());
    const frames = ROUTES.flatMap(({ chain }) => chain).filter((id) => !ROUTES.some((own) => own.id === id));
    expect(Object.keys(LAYOUTS).toSorted()).toEqual([...new Set(frames)].toSorted());
  });

  it("has no write for a route without an action; an undeclared write must be refused", () => {
    for (const route of ROUTES) {
      const written = VERBS.filter((verb) => MATRIX[route.pattern]?.[verb]);
      if (!route.writes) expect(written, route.pattern).toEqual([]);
    }
  });

  for (const route of ROUTES) {
    const row = MATRIX[route.pattern];
    if (!row) continue;
    it(
      `GET ${route.pattern}`,
      spec(
        "2.3 guard protected screens",
        "2.4-7 manage users only superadmin",
        "2.4-7 settings only superadmin can",
      ),
      async () => expect(await readSurprises(route, row)).toEqual([]),
    );
    it(`writes to ${route.pattern}`, spec("2.3 guard protected screens"), async () =>
      expect(await writeSurprises(route, row)).toEqual([]),
    );
  }
});

const addressOf = (
  pattern: string,
  { table: of, parameters }: MatrixRow,
  id = sharedRecords.get(of ?? "") ?? "",
) => fillParams(pattern, { id, ...parameters });

/** Every form of an address: page, data, and the data of one route. */
async function readSurprises(route: RouteInfo, row: MatrixRow): Promise<string[]> {
  const address = addressOf(route.pattern, row);
  const forms = [address, dataUrl(address), ...(route.page ? [dataUrl(address, route.id)] : [])];
  const layouts = route.page ? route.chain.filter((id) => firstPageUnder(id) === route) : [];
  const sent = [
    ...shared(CALLERS, (caller) => row.GET[caller], forms, route.pattern).map(
      ([caller, path]) => [caller, path, row.GET] as const,
    ),
    ...layouts.flatMap((id) => {
      const [path, who] = [dataUrl(address, id), outcomesOf(id)];
      return shared(CALLERS, (caller) => who[caller], [path], id).map(
        ([caller]) => [caller, path, who] as const,
      );
    }),
  ];
  const requests = sent.map(async ([caller, path, who]) => {
    const got = await outcome(await app.request(path, { headers: people[caller] }));
    return got === who[caller] ? [] : [`${path} as ${caller}: ${who[caller]} expected, got ${got}`];
  });
  return (await Promise.all(requests)).flat();
}

/**
 * Shares the forms of an address among its callers: each caller sends one at least, and each form is sent by one
 * caller at least of those who get the same answer. In a deep run everybody sends every form.
 */
function shared<Form>(
  callers: readonly Caller[],
  answerTo: (caller: Caller) => unknown,
  forms: readonly Form[],
  use: string,
): [Caller, Form][] {
  return [...new Set(callers.map(answerTo))].flatMap((answer) =>
    coveringPairs(
      callers.filter((caller) => answerTo(caller) === answer),
      forms,
      `${use}, ${answer}`,
    ),
  );
}

/** A layout route is requested alone at the first of its pages. */
const firstPageUnder = (id: string) =>
  ROUTES.find(({ chain, page, id: own }) => page && own !== id && chain.includes(id));

function outcomesOf(id: string): OutcomeByCaller {
  const own = ROUTES.find((route) => route.id === id);
  const who = LAYOUTS[id] ?? (own && MATRIX[own.pattern]?.GET);
  if (!who) throw new Error(`Nobody says who may read ${id}`);
  return who;
}

/** One write by one caller, in one of its two forms. */
type Attempt = { verb: Verb; write: MatrixWrite; caller: Caller; asData: boolean };

/** A webhook notes each change that another write makes. */
async function disableWebhooks(): Promise<void> {
  const disabled = await database.rows(
    "update webhooks set enabled = false, disabled_at = now(), disabled_reason = 'By hand.' where enabled returning id",
  );
  if (disabled.length > 0) lastDigest = undefined;
}

async function writeSurprises(route: RouteInfo, row: MatrixRow): Promise<string[]> {
  await disableWebhooks();
  const declared = VERBS.flatMap((verb) => {
    const write = row[verb];
    if (!write) return [];
    const answerTo = (caller: Caller) =>
      `${write.outcomes[caller]}, ${(write.asData ?? write.outcomes)[caller]}`;
    return shared(CALLERS, answerTo, [false, true], `${verb} ${route.pattern}`).map(
      ([caller, asData]): Attempt => ({ verb, write, caller, asData }),
    );
  });
  const attempts = [...declared, ...undeclaredAttempts(route, row)];
  const alone = attempts.filter((attempt) => attempt.write.session || mayChange(attempt));
  const together = attempts.filter((attempt) => !alone.includes(attempt));
  const surprises = await tryAll(route, row, together);
  for (const attempt of alone) surprises.push(...(await tryWrite(route, row, attempt)));
  return surprises;
}

const expectedOf = ({ write, caller, asData }: Attempt) =>
  (asData && write.asData ? write.asData : write.outcomes)[caller];

const mayChange = (attempt: Attempt) => expectedOf(attempt) === "in" && !attempt.write.readOnly;

/**
 * Writes that must not change the database run together, followed by one comparison. After a change
 * each is repeated alone, to name the one that caused it.
 */
async function tryAll(route: RouteInfo, row: MatrixRow, attempts: Attempt[]): Promise<string[]> {
  const before = lastDigest ?? (await database.digest());
  const surprises = await Promise.all(
    attempts.map((attempt) => send(route, row, attempt, sharedRecords.get(row.table ?? ""))),
  );
  lastDigest = await database.digest();
  if (changedTables(before, lastDigest).length === 0) return surprises.flat();
  const named: string[] = [];
  for (const attempt of attempts) named.push(...(await tryWrite(route, row, attempt)));
  const tables = changedTables(before, lastDigest).join(", ");
  return [
    ...surprises.flat(),
    ...named,
    `writes to ${route.pattern} that must change nothing changed ${tables}`,
  ];
}

/** Enough to show that an undeclared method is refused. */
const UNDECLARED_CALLERS = ["visitor", "editor", "superadmin"] as const;

/** Each undeclared method, each form and each of these callers. */
function undeclaredAttempts(route: RouteInfo, row: MatrixRow): Attempt[] {
  const write = undeclaredWrite(route, row);
  const verbs = VERBS.filter((verb) => !row[verb]);
  const sent = coveringPairs(verbs, [false, true], `undeclared at ${route.pattern}`);
  return shared(UNDECLARED_CALLERS, (caller) => write.outcomes[caller], sent, route.pattern).map(
    ([caller, [verb, asData]]): Attempt => ({ verb, write, caller, asData }),
  );
}

/**
 * Remix sends every method to a route's single action: an undeclared one must get no further than a POST. A
 * page accepts no other method; routes without a page and demo routes outside the demo have nothing to
 * refuse.
 */
function undeclaredWrite(route: RouteInfo, row: MatrixRow): MatrixWrite {
  const takesAny = !route.page || route.pattern === "/*";
  if (row.POST && route.writes && takesAny && !route.pattern.startsWith("/api/")) return row.POST;
  return { outcomes: route.pattern.startsWith("/demo/") ? NOT_FOUND : METHOD_NOT_ALLOWED };
}

/** The fingerprint after the last write, while nothing else is written. */
let lastDigest: Digest | undefined;

type Digest = Awaited<ReturnType<Database["digest"]>>;

const changedTables = (before: Digest, after: Digest) =>
  Object.keys(after).filter((table) => after[table] !== before[table]);

async function tryWrite(route: RouteInfo, row: MatrixRow, attempt: Attempt): Promise<string[]> {
  const { verb, write, caller } = attempt;
  const changes = mayChange(attempt) && !write.session;
  if (changes) await endLedgerChecks();
  const id =
    changes && row.table ? await insertRecord(database, row.table) : sharedRecords.get(row.table ?? "");
  if (write.session) await database.rows("delete from rate_limits");
  const asker = write.session ? await signInHeaders(app, database, caller) : people[caller];
  const before = (!changes && !write.session && lastDigest) || (await database.digest());
  const surprises = await send(route, row, attempt, id, asker);
  const after = await database.digest();
  lastDigest = await withoutMarks(after);
  const touched = changedTables(before, after);
  const label = `${verb} ${route.pattern} as ${caller}`;
  if (!changes && touched.length > 0) surprises.push(`${label}: changed ${touched.join(", ")}`);
  if (changes && surprises.length === 0 && touched.length === 0) surprises.push(`${label}: changed nothing`);
  return surprises;
}

/** No job ends the check that a write has started, and a second one would not start. */
const endLedgerChecks = () =>
  database.rows("update ledger_checks set finished_at = clock_timestamp() where finished_at is null");

/** A later reader of the track record would work off the days that a write has marked. */
async function withoutMarks(digest: Digest): Promise<Digest> {
  if (digest.track_record_marks?.startsWith("0 ")) return digest;
  await refreshTrackRecord();
  return database.digest();
}

/** @returns the answers that differ from the row */
async function send(
  route: RouteInfo,
  row: MatrixRow,
  attempt: Attempt,
  id = "",
  asker: Headers = people[attempt.caller],
): Promise<string[]> {
  const { verb, write, caller, asData } = attempt;
  const address = addressOf(route.pattern, row, id) + (write.search ?? "").replace("{id}", id);
  const path = asData ? dataUrl(address) : address;
  const { headers, body } = requestInit(write.body);
  const response = await app.request(path, { method: verb, headers: { ...headers, ...asker }, body });
  const [got, expected] = [await outcome(response), expectedOf(attempt)];
  return got === expected ? [] : [`${verb} ${path} as ${caller}: ${expected} expected, got ${got}`];
}

/** Single fetch writes a redirect into the body of a 202. */
const SIGN_IN = /^\/(admin\/)?login(\?|$)/;

async function outcome(response: Response): Promise<Outcome | number | string> {
  const { status } = response;
  const text = await response.text();
  if (status === 202 || (status >= 300 && status < 400)) {
    const to =
      status === 202 ? (/"(\/[^"]*)"/.exec(text)?.[1] ?? "") : (response.headers.get("Location") ?? "");
    return SIGN_IN.test(to) ? "sign in" : "in";
  }
  return status < 300 ? "in" : status;
}
