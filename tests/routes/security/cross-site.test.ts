import { rawRequest } from "tests/support/raw-request";
import { requestInit } from "tests/support/request-bodies";
import { dataUrl } from "tests/support/routes";
import { app, database, setUpApp } from "tests/support/running-app";
import { coveringPairs, SEED_NOTE } from "tests/support/sample";
import { PASSWORD } from "tests/support/test-app";
import { beforeAll, describe, expect, it } from "vitest";
import { isApiPath } from "~/web/api-path";
import { MATRIX } from "./matrix";
import { insertMatrixRecords, matrixPath } from "./matrix-records";
import type { MatrixRow } from "./outcomes";

const PUBLIC_URL = "https://openbell.test";
const HOST = { Host: "openbell.test" };
/** Another site of the owner, whose scripts may use the API. */
const LISTED = "https://sibling.openbell.test";

let cookies: string;
let ids: Map<string, string>;

setUpApp({ PUBLIC_URL, CORS_ORIGINS: LISTED });

beforeAll(async () => {
  cookies = [await app.cookiesOf("superadmin"), await app.cookiesOf("premium")].join("; ");
  ids = await insertMatrixRecords(database);
});

/** Headers that a browser adds to a request of another page, and headers that an attacker's program adds. */
const FOREIGN: Record<string, string>[] = [
  { Origin: "https://evil.test" },
  { Origin: "null" },
  { Origin: "http://openbell.test" },
  { Origin: "https://openbell.test.evil.test" },
  { Origin: "https://openbell.test:8443" },
  { Origin: "" },
  { "Sec-Fetch-Site": "cross-site" },
  { "Sec-Fetch-Site": "same-site" },
  { "Sec-Fetch-Site": "unheard-of" },
  { "Sec-Fetch-Site": "cross-site", Origin: PUBLIC_URL },
  { "Sec-Fetch-Site": "same-origin", Origin: "https://evil.test" },
  { "Sec-Fetch-Site": "none", Origin: "https://evil.test" },
  { Origin: "https://evil.test", "X-Forwarded-Host": "evil.test" },
  { Origin: "https://evil.test", "X-Forwarded-Host": "evil.test", "X-Forwarded-Proto": "https" },
];

/** These take the one-click requests of email programs: tests/routes/newsletters/choices.test.ts. */
const FROM_ANYWHERE = "/unsubscribe/";

const WRITES = Object.entries(MATRIX)
  .filter(([pattern]) => !pattern.startsWith(FROM_ANYWHERE))
  .flatMap(([pattern, row]) =>
    (["POST", "PUT", "DELETE"] as const).flatMap((verb) => {
      const write = row[verb];
      return write ? [{ pattern, row, verb, write }] : [];
    }),
  );

/** Sessions count as rows here: another page must not sign anybody in or out. */
async function everything() {
  const sessions = await database.rows("select id from sessions order by id");
  return { ...(await database.digest()), sessions: JSON.stringify(sessions) };
}

type Asker = Record<string, string>;
type Address = { pattern: string; row: MatrixRow };

const areaOf = ({ pattern }: Address) => pattern.split("/", 3).join("/");

/**
 * Each address as a page and as Remix's script requests it, by one asker drawn for each form; each asker several
 * times. In a deep run each form by everybody.
 * @returns the requests below each path, such as `/admin/news`
 */
function sharedAmong<Sent extends Address>(addresses: Sent[], askers: Asker[], use: string) {
  const forms = addresses.flatMap((sent) => [
    { ...sent, formOf: (address: string) => address },
    { ...sent, formOf: dataUrl },
  ]);
  const pairs = coveringPairs(forms, askers, use);
  return [...new Set(addresses.map(areaOf))].map((area) => ({
    area,
    requests: pairs.filter(([sent]) => areaOf(sent) === area).map(([sent, asker]) => ({ ...sent, asker })),
  }));
}

/** The database after the last refused write: nothing is written between two of them. */
let lastSeen: Awaited<ReturnType<typeof everything>> | undefined;

/** Sends the writes of an area, and expects no change. */
async function expectNothingWritten(
  { requests }: ReturnType<typeof sharedAmong<(typeof WRITES)[number]>>[number],
  surprisesIn: (response: Response, sent: (typeof WRITES)[number]) => Promise<string[]>,
): Promise<void> {
  const before = lastSeen ?? (await everything());
  const surprises: string[] = [];
  for (const { asker, formOf, ...sent } of requests) {
    const { pattern, row, verb, write } = sent;
    const id = ids.get(row.table ?? "") ?? "";
    const path = formOf(matrixPath(pattern, id) + (write.search ?? "").replace("{id}", id));
    const { headers, body } = requestInit(write.body);
    const response = await app.request(path, {
      method: verb,
      body,
      cookies,
      headers: { ...HOST, ...headers, ...asker },
    });
    const found = await surprisesIn(response, sent);
    surprises.push(...found.map((surprise) => `${verb} ${path} ${JSON.stringify(asker)}: ${surprise}`));
  }
  expect(surprises, SEED_NOTE).toEqual([]);
  lastSeen = await everything();
  expect(lastSeen, SEED_NOTE).toEqual(before);
}

describe("a write from another site", () => {
  it.each(
    sharedAmong(WRITES, FOREIGN, "writes from other sites"),
  )("below $area is refused and changes nothing", (writes) =>
    expectNothingWritten(writes, async (response) => {
      await response.arrayBuffer();
      return response.status === 403 ? [] : [String(response.status)];
    }));

  it("is accepted from our own pages and from programs", async () => {
    const own: Record<string, string>[] = [
      { Origin: PUBLIC_URL, "Sec-Fetch-Site": "same-origin" },
      { Origin: PUBLIC_URL },
      { "Sec-Fetch-Site": "none" },
      {},
    ];
    for (const headers of own) {
      const body = { title: "Ours", content: "Text.", category: "Tech", status: "draft" };
      const saved = await app.request("/admin/news/new", {
        method: "POST",
        cookies,
        body,
        headers: { ...HOST, ...headers },
      });
      expect(saved.status, JSON.stringify(headers)).toBe(303);
    }
    lastSeen = undefined;
  });

  it("reads from another site stay open, without the reader's identity", async () => {
    const response = await app.request("/api/news", { headers: { Origin: "https://evil.test" }, cookies });
    expect(response.status).toBe(200);
    expect(response.headers.get("Access-Control-Allow-Origin")).toBeNull();
    const preflight = await app.request("/api/news", {
      method: "OPTIONS",
      headers: { Origin: "https://evil.test", "Access-Control-Request-Method": "PUT" },
    });
    expect(preflight.status).toBe(403);
  });
});

/** How a browser names a listed site: its script's request, its form, and an older browser's request. */
const FROM_LISTED: Record<string, string>[] = [
  { Origin: LISTED },
  { Origin: LISTED, "Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "cors", "Sec-Fetch-Dest": "empty" },
  {
    Origin: LISTED,
    "Sec-Fetch-Site": "same-site",
    "Sec-Fetch-Mode": "navigate",
    "Sec-Fetch-Dest": "document",
  },
  { Origin: LISTED, "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "empty" },
];

/** Requests that a page of any other site can make a browser send without naming the page. */
const EMBEDDED: Record<string, string>[] = [
  { "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "image" },
  { "Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "script" },
  { "Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe" },
  { Origin: "https://evil.test", "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "cors" },
];

const SIGN_IN = /^\/(admin\/)?login(\?|$)/;

/** The matrix's outcomes that a visitor can get, and no cookie that signs anybody in or out. */
async function outcome(response: Response): Promise<string> {
  const body = await response.text();
  if (response.headers.getSetCookie().some((cookie) => cookie.startsWith("openbell_"))) return "a cookie";
  const { status } = response;
  if (status !== 202 && (status < 300 || status >= 400)) return status < 300 ? "in" : String(status);
  const single = /"(\/[^"]*)"/.exec(body)?.[1];
  return SIGN_IN.test((status === 202 ? single : response.headers.get("Location")) ?? "") ? "sign in" : "in";
}

describe("a write from a listed site", () => {
  it.each(
    sharedAmong(WRITES, FROM_LISTED, "writes from a listed site"),
  )("below $area ignores cookies", (writes) =>
    expectNothingWritten(writes, async (response, { pattern, write }) => {
      const expected = isApiPath(pattern) ? String(write.outcomes.visitor) : "403";
      const got = await outcome(response);
      const surprises = got === expected ? [] : [`${expected} expected, ${got}`];
      if (response.headers.has("Access-Control-Allow-Credentials")) surprises.push("credentials");
      return surprises;
    }));

  it("accepts its Bearer token, and signing in sets no cookie in the browser", async () => {
    const headers = { ...HOST, Origin: LISTED, "Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "cors" };
    for (const side of ["user", "admin"]) {
      const email = side === "user" ? "premium@demo.test" : "admin@demo.test";
      const path = `/api/auth/${side}/login`;
      const reply = await app.request(path, { method: "POST", json: { email, password: PASSWORD }, headers });
      expect([side, reply.status, reply.headers.getSetCookie()]).toEqual([side, 200, []]);
      const { token } = (await reply.json()) as { token: string };
      const bearer = { ...headers, Authorization: `Bearer ${token}` };
      if (side === "user") {
        const profile = await app.request("/api/user/profile", { headers: bearer });
        expect(await profile.json()).toMatchObject({ user: { email } });
      } else {
        const json = { title: "By token", content: "Text.", category: "Tech", status: "draft" };
        const saved = await app.request("/api/news", { method: "POST", json, headers: bearer, cookies });
        expect(saved.status).toBe(201);
        expect(saved.headers.get("Access-Control-Allow-Origin")).toBe(LISTED);
      }
    }
    lastSeen = undefined;
  });
});

describe("a read from another site", () => {
  const READS = Object.entries(MATRIX).map(([pattern, row]) => ({ pattern, row }));

  const ASKERS = [...FROM_LISTED.slice(0, 2), ...EMBEDDED];

  it.each(
    sharedAmong(READS, ASKERS, "reads from other sites"),
  )("gets the visitor's answers below $area", async ({ requests }) => {
    const surprises: string[] = [];
    for (const { pattern, row, formOf, asker } of requests) {
      const path = formOf(matrixPath(pattern, ids.get(row.table ?? "")));
      const response = await app.request(path, { cookies, headers: { ...HOST, ...asker } });
      const got = await outcome(response);
      const expected = String(row.GET.visitor);
      if (got !== expected) surprises.push(`${path} ${JSON.stringify(asker)}: ${expected} expected, ${got}`);
    }
    expect(surprises, SEED_NOTE).toEqual([]);
  });

  it("gets locked records locked", async () => {
    const path = `/api/daily-brief/${ids.get("daily_briefs")}`;
    const readRecord = async (headers: Record<string, string>) =>
      (await (await app.request(path, { cookies, headers: { ...HOST, ...headers } })).json()) as unknown;
    expect(await readRecord({})).toMatchObject({ locked: false });
    for (const foreign of ASKERS) {
      expect(await readRecord(foreign)).toMatchObject({ locked: true, analysis: null });
    }
  });

  it("has the member's session if it opens a page by a link, as an email or the payment provider does", async () => {
    // Not by fetch, which sets its own mode.
    const opens = { "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document" };
    const headers = { ...HOST, Cookie: cookies, "Sec-Fetch-Site": "cross-site", ...opens };
    for (const path of ["/dashboard", "/admin/news", "/dashboard/subscription"]) {
      expect([path, (await rawRequest(app.url, { path, headers })).status]).toEqual([path, 200]);
      const framed = await rawRequest(app.url, { path, headers: { ...headers, "Sec-Fetch-Dest": "iframe" } });
      expect([path, framed.status]).toEqual([path, 302]);
    }
  });
});
