import { createHash, randomUUID } from "node:crypto";
import { insertRecord } from "tests/support/record-factories";
import { requestInit } from "tests/support/request-bodies";
import { allRoutes } from "tests/support/routes";
import { app, database, setUpApp } from "tests/support/running-app";
import { spec } from "tests/support/spec";
import { PASSWORD, type Person } from "tests/support/test-app";
import { cookiesFrom, sendPassword } from "tests/support/two-step";
import { beforeEach, describe, expect, it } from "vitest";
import { MATRIX } from "./matrix";
import { insertMatrixRecords, matrixPath } from "./matrix-records";

setUpApp();

type Headers = Record<string, string>;

/** Result of one sign-in: the cookie's value, and the token of an API sign-in. */
type SignIn = { cookie: string; token: string };

const stale = () =>
  database.rows("update sessions set password_confirmed_at = now() - interval '11 minutes'");
const fresh = () => database.rows("update sessions set password_confirmed_at = now()");

beforeEach(() => database.rows("delete from rate_limits"));

const valueIn = (cookies: string) => /openbell_(?:staff|member)=([^;]*)/.exec(cookies)?.[1] ?? "";

async function byForm(person: Person): Promise<SignIn> {
  return { cookie: valueIn(cookiesFrom(await sendPassword(`${person}@demo.test`))), token: "" };
}

async function byApi(person: Person, headers: Headers = {}): Promise<SignIn> {
  const json = { email: `${person}@demo.test`, password: PASSWORD };
  const answer = await app.request("/api/auth/admin/login", { method: "POST", json, headers });
  const { token } = (await answer.json()) as { token: string };
  return { cookie: valueIn(cookiesFrom(answer)), token };
}

/** The hash in the database. */
const hashOf = (secret: string) => createHash("sha256").update(secret).digest("hex");

const asCookie = (secret: string): Headers => ({ Cookie: `openbell_staff=${secret}` });
const asBearer = (secret: string): Headers => ({ Authorization: `Bearer ${secret}` });

/** Adds an admin, sets a price and reads the members over the API. @returns the common answer */
async function tryDeeds(headers: Headers): Promise<"asked" | "done" | number> {
  const admin = {
    fullname: "Sol Ada",
    email: `${randomUUID()}@demo.test`,
    role: "editor",
    password: PASSWORD,
  };
  const price = { name: `Plan ${randomUUID()}`, price: 0.02, expiresIn: 7 };
  const answers = [
    await app.request("/api/auth/admin/addAdmin", { method: "POST", json: admin, headers }),
    await app.request("/api/packages", { method: "POST", json: price, headers }),
    await app.request("/api/admin/get-users", { headers }),
  ];
  const found = new Set<"asked" | "done" | number>();
  for (const answer of answers) {
    const text = await answer.text();
    const isAsked = answer.status === 403 && text.includes("Enter your password again at");
    found.add(isAsked ? "asked" : answer.ok ? "done" : answer.status);
  }
  expect([...found]).toHaveLength(1);
  const [outcome = 0] = found;
  return outcome;
}

const written = async () => {
  const [counted] = await database.rows<{ n: number }>(
    "select (select count(*) from staff)::int + (select count(*) from packages)::int as n",
  );
  return counted?.n;
};

/** Every way to send a staff secret. `form` and `api` are sign-ins of the same person. */
const WAYS: readonly [string, (form: SignIn, api: SignIn) => Headers, "asked" | "done" | 401][] = [
  ["a form's cookie as a cookie", (form) => asCookie(form.cookie), "asked"],
  ["a form's cookie as Bearer", (form) => asBearer(form.cookie), "asked"],
  ["the cookie of the API's login as a cookie", (_, api) => asCookie(api.cookie), "asked"],
  ["the cookie of the API's login as Bearer", (_, api) => asBearer(api.cookie), "asked"],
  ["a token as Bearer", (_, api) => asBearer(api.token), "done"],
  ["a token as a cookie", (_, api) => asCookie(api.token), 401],
  [
    "a form's cookie in both places",
    (form) => ({ ...asCookie(form.cookie), ...asBearer(form.cookie) }),
    "asked",
  ],
  [
    "a cookie of the API's login in both places",
    (_, api) => ({ ...asCookie(api.cookie), ...asBearer(api.cookie) }),
    "asked",
  ],
  [
    "a token as Bearer beside a form's cookie",
    (form, api) => ({ ...asCookie(form.cookie), ...asBearer(api.token) }),
    "done",
  ],
  [
    "a token as a cookie beside a form's cookie as Bearer",
    (form, api) => ({ ...asCookie(api.token), ...asBearer(form.cookie) }),
    "asked",
  ],
  [
    "a form's cookie beside a Bearer token of nobody",
    (form) => ({ ...asCookie(form.cookie), ...asBearer("A".repeat(43)) }),
    401,
  ],
  ["the hash of a cookie as Bearer", (form) => asBearer(hashOf(form.cookie)), 401],
  ["what the database keeps as Bearer", (_, api) => asBearer(hashOf(api.cookie)), 401],
];

describe("a secret of a staff session", () => {
  it.each(WAYS)(
    "needs the password depending on how its session started: %s",
    spec("2.4-7 trust belongs session"),
    async (_, headersOf, outcome) => {
      const headers = headersOf(await byForm("superadmin"), await byApi("superadmin"));
      await stale();
      const before = await written();
      expect(await tryDeeds(headers)).toBe(outcome);
      expect(await written()).toBe((before ?? 0) + (outcome === "done" ? 2 : 0));
      await fresh();
      expect(await tryDeeds(headers)).toBe(outcome === "asked" ? "done" : outcome);
    },
  );

  it("accepts a password given in the browser with each header, and for no other session", async () => {
    const [one, other] = [await byForm("superadmin"), await byForm("superadmin")];
    await stale();
    const body = { currentPassword: PASSWORD };
    await app.request("/admin/password-check", { method: "POST", headers: asCookie(one.cookie), body });
    expect([
      await tryDeeds(asCookie(one.cookie)),
      await tryDeeds(asBearer(one.cookie)),
      await tryDeeds(asCookie(other.cookie)),
      await tryDeeds(asBearer(other.cookie)),
    ]).toEqual(["done", "done", "asked", "asked"]);
  });

  it("needs the password on pages, also as a token", async () => {
    const { token } = await byApi("superadmin");
    await stale();
    const body = { name: "A package of the tests", price: "0.02", expiresIn: "7" };
    const headers = asBearer(token);
    const refused = await app.request("/admin/packages/new", { method: "POST", headers, body });
    expect(refused.headers.get("Location")).toContain("/admin/password-check?held=");
    const file = await app.request("/admin/manage-users/export.csv", { headers });
    expect(file.headers.get("Location")).toContain("/admin/password-check?next=");
  });

  it("from before separate tokens needs the password with each header", async () => {
    const secret = "B".repeat(43);
    await database.rows(
      `insert into sessions (token_hash, kind, staff_id, via, expires_at)
       select ?, 'staff', id, 'bearer', now() + interval '1 hour' from staff where email = 'superadmin@demo.test'`,
      [hashOf(secret)],
    );
    await stale();
    expect([await tryDeeds(asCookie(secret)), await tryDeeds(asBearer(secret))]).toEqual(["asked", "asked"]);
  });
});

describe("the API's login", () => {
  it("starts one session with two secrets, and the database stores no plain token", async () => {
    await database.rows("delete from sessions");
    const { cookie, token } = await byApi("superadmin");
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(cookie).toMatch(/^[\w-]{43}$/);
    expect(token).not.toContain(cookie);
    const rows = await database.rows<{ token_hash: string; via: string }>("select * from sessions");
    expect(rows).toMatchObject([{ via: "bearer", token_hash: hashOf(cookie) }]);
    expect(JSON.stringify(rows)).not.toContain(hashOf(token));
  });

  it.each(["cookie", "token"] as const)("ends both with a sign-out by %s", async (by) => {
    const { cookie, token } = await byApi("editor");
    const headers = by === "cookie" ? asCookie(cookie) : asBearer(token);
    await app.request("/admin/logout", { method: "POST", headers });
    const open = (own: Headers) => app.request("/api/admin/profile", { headers: own });
    expect([(await open(asCookie(cookie))).status, (await open(asBearer(token))).status]).toEqual([401, 401]);
  });
});

describe("viewing the site as a member", () => {
  const openView = async () => {
    const id = await insertRecord(database, "members", {
      firstname: "Vera",
      email: `${randomUUID()}@demo.test`,
    });
    const staff = cookiesFrom(await sendPassword("superadmin@demo.test"));
    const opened = await app.request(`/admin/manage-users/${id}/view`, { method: "POST", cookies: staff });
    return { staff, secret: valueIn(cookiesFrom(opened)) };
  };

  /** Every way to send the secret of a view, also along with other sessions. */
  const VIEWS: readonly [string, (secret: string, others: { staff: string; member: string }) => Headers][] = [
    ["as a cookie", (secret, { staff }) => ({ Cookie: `${staff}; openbell_member=${secret}` })],
    ["as Bearer", (secret) => asBearer(secret)],
    ["as Bearer beside the staff's cookie", (secret, { staff }) => ({ ...asBearer(secret), Cookie: staff })],
    [
      "as Bearer beside another member's cookie",
      (secret, { member }) => ({ ...asBearer(secret), Cookie: member }),
    ],
  ];

  it.each(VIEWS)(
    "reads but changes nothing at any address, with the view's session in %s",
    spec("2.4-7 trust belongs session"),
    async (_, headersOf) => {
      const { staff, secret } = await openView();
      const headers = headersOf(secret, { staff, member: await app.cookiesOf("premium") });
      const dashboard = await (await app.request("/dashboard", { headers })).text();
      expect(dashboard).toContain("You see the site as");
      const records = await insertMatrixRecords(database);
      const sessions = () => database.rows("select id, seen_by_id from sessions order by id");
      const before = [await database.digest(), await sessions()];
      const surprises: string[] = [];
      for (const { pattern } of allRoutes()) {
        // The back-office has its own session, signing out ends the view, and there are no demo addresses here.
        if (/^\/(admin|logout|demo)(\/|$)/.test(pattern)) continue;
        const row = MATRIX[pattern];
        for (const verb of ["POST", "PUT", "DELETE"] as const) {
          const write = row?.[verb];
          if (!row || !write) continue;
          const path = matrixPath(pattern, records.get(row.table ?? ""));
          const { headers: type, body } = requestInit(write.body);
          const answer = await app.request(path, { method: verb, headers: { ...type, ...headers }, body });
          const text = await answer.text();
          const isRefused = answer.status === 403 && text.includes("cannot change anything");
          if (!isRefused) surprises.push(`${verb} ${path}: ${answer.status}`);
        }
      }
      expect(surprises).toEqual([]);
      expect([await database.digest(), await sessions()]).toEqual(before);
      const file = await app.request("/dashboard/export.json", { headers });
      const paid = await app.request("/subscription?token=T&userId=U&packageId=P", { headers });
      expect([file.status, paid.status]).toEqual([403, 403]);
    },
  );

  it("does not open the back-office with its session as Bearer, and ends with a sign-out by it", async () => {
    const { secret } = await openView();
    const headers = asBearer(secret);
    const refused = await app.request("/admin/settings/new", { method: "POST", headers, body: {} });
    expect(refused.headers.get("Location")).toContain("/admin/login");
    expect((await app.request("/api/admin/get-users", { headers })).status).toBe(403);
    await app.request("/logout", { method: "POST", headers });
    expect((await app.request("/api/user/profile", { headers })).status).toBe(401);
  });
});
