import { randomUUID } from "node:crypto";
import { hashOfKey, insertKey, type TestKey } from "tests/support/api-keys";
import { insertRecord } from "tests/support/record-factories";
import { app, database, setUpApp } from "tests/support/running-app";
import { beforeEach, describe, expect, it } from "vitest";
import { SCOPES } from "~/auth/keys/key-scopes.server";

// People need a second step; programs cannot have one.
setUpApp({ TWO_STEP_FOR: "staff" });
beforeEach(() => database.rows("delete from rate_limits"));

const ARTICLE = { title: "From a terminal", category: "Tech", content: "Its text.", status: "published" };

async function send(key: Pick<TestKey, "headers">, method: string, path: string, json?: unknown) {
  const answer = await app.request(path, { method, headers: key.headers, json });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: text ? JSON.parse(text) : undefined };
}

const scopeMissing = (scope: string) => ({ message: `This API key does not have the scope ${scope}.` });
const CANNOT = { message: "API keys cannot do this." };

const changesOf = (recordId: string) =>
  database.rows(
    "select staff_id, staff_name, action, origin from changes where record_id = ? order by created_at, id",
    [recordId],
  );

const lastUse = async ({ id }: TestKey) => {
  const [row] = await database.rows<{ at: Date | null }>(
    "select last_used_at as at from api_keys where id = ?",
    [id],
  );
  return row?.at ?? null;
};

describe("a key that reads content", () => {
  it("reads what members of its tier read, and no more", async () => {
    const insert = (audience: string) =>
      insertRecord(database, "daily_briefs", { audience, analysis: `For ${audience}`, status: "published" });
    const [members, priv] = [await insert("members"), await insert("private")];
    const analyses = async (scopes: string[]) => {
      const key = await insertKey(database, scopes);
      const items = await Promise.all(
        [members, priv].map(async (id) => (await send(key, "GET", `/api/daily-brief/${id}`)).body.analysis),
      );
      const list = (await send(key, "GET", "/api/daily-brief")).body as {
        id: string;
        analysis: string | null;
      }[];
      expect([members, priv].map((id) => list.find((row) => row.id === id)?.analysis)).toEqual(items);
      return items;
    };
    expect(await analyses(["news:read"])).toEqual([null, null]);
    expect(await analyses(["content:read:basic", "quotes:write"])).toEqual([null, null]);
    expect(await analyses(["content:read:premium"])).toEqual(["For members", null]);
    expect(await analyses(["content:read:basic", "content:read:private"])).toEqual([
      "For members",
      "For private",
    ]);
    expect(await analyses(["briefs:read"])).toEqual(["For members", "For private"]);
  });

  it("sees drafts only with the scope of their kind, for reading, writing or deleting", async () => {
    const id = await insertRecord(database, "news", { status: "draft" });
    const without = await insertKey(
      database,
      SCOPES.filter((scope) => !scope.startsWith("news:")),
    );
    expect((await send(without, "GET", `/api/news/${id}`)).status).toBe(404);
    expect(await send(without, "GET", "/api/news/admin")).toMatchObject({
      status: 403,
      body: scopeMissing("news:read"),
    });
    for (const scope of ["news:read", "news:write", "news:delete"]) {
      const key = await insertKey(database, [scope]);
      expect((await send(key, "GET", `/api/news/${id}`)).status).toBe(200);
      const list = await send(key, "GET", "/api/news/admin?limit=1");
      expect([list.status, list.body.length]).toEqual([200, 1]);
    }
  });

  it("reads one member, never the list of all", async () => {
    const [member] = await database.rows<{ id: string }>(
      "select id from members where email = 'premium@demo.test'",
    );
    const path = `/api/admin/get-users/${member?.id}`;
    const key = await insertKey(database, ["members:read"]);
    expect((await send(key, "GET", path)).body).toMatchObject({ email: "premium@demo.test" });
    expect(await send(key, "GET", "/api/admin/get-users")).toMatchObject({ status: 403, body: CANNOT });
    const other = await insertKey(database, ["news:read"]);
    expect(await send(other, "GET", path)).toMatchObject({ status: 403, body: scopeMissing("members:read") });
  });
});

describe("a key that writes", () => {
  it("adds, changes and deletes records with the scope of each, and the log names it", async () => {
    const writer = await insertKey(database, ["news:write"]);
    const added = await send(writer, "POST", "/api/news", ARTICLE);
    expect(added.status).toBe(201);
    const { id } = added.body;
    expect((await send(writer, "PUT", `/api/news/${id}`, { title: "Corrected" })).status).toBe(200);
    expect(await send(writer, "DELETE", `/api/news/${id}`)).toMatchObject({
      status: 403,
      body: scopeMissing("news:delete"),
    });
    expect(await database.rows("select title from news where id = ?", [id])).toEqual([
      { title: "Corrected" },
    ]);
    const remover = await insertKey(database, ["news:delete"]);
    expect(await send(remover, "PUT", `/api/news/${id}`, { title: "No" })).toMatchObject({
      status: 403,
      body: scopeMissing("news:write"),
    });
    expect((await send(remover, "DELETE", `/api/news/${id}`)).status).toBe(200);
    const by = ({ name }: TestKey, action: string) => ({
      ...{ staff_id: null, staff_name: `API key ${name}`, action, origin: "api" },
    });
    expect(await changesOf(id)).toEqual([by(writer, "added"), by(writer, "edited"), by(remover, "deleted")]);
    expect(
      await database.rows("select staff_id, staff_name from binned_records where record_id = ?", [id]),
    ).toEqual([{ staff_id: null, staff_name: `API key ${remover.name}` }]);
  });

  it("writes nothing without the scope, whatever else it has", async () => {
    const before = await database.rows("select count(*)::int as n from news");
    const key = await insertKey(database, ["news:read", "quotes:write", "content:read:private"]);
    expect(await send(key, "POST", "/api/news", ARTICLE)).toMatchObject({
      status: 403,
      body: scopeMissing("news:write"),
    });
    expect(await database.rows("select count(*)::int as n from news")).toEqual(before);
  });

  it("signs no call with its name", async () => {
    const key = await insertKey(database, ["alerts:write"]);
    const alert = {
      ...{ ticker: "KEYS", name: "Keys Inc", tag: "buy", targetPrice: "64", analysis: "Why." },
      ...{ status: "draft", audience: "members" },
    };
    const { status, body } = await send(key, "POST", "/api/trade-alert", alert);
    expect([status, body.author]).toEqual([201, null]);
  });

  it("sends its records by email only with the scope of newsletters", async () => {
    const article = { ...ARTICLE, sendByEmail: true };
    const plain = await insertKey(database, ["news:write"]);
    expect((await send(plain, "POST", "/api/news", article)).status).toBe(403);
    const key = await insertKey(database, ["news:write", "newsletters:write"]);
    const { status, body } = await send(key, "POST", "/api/news", article);
    expect(status).toBe(201);
    expect(await database.rows("select staff_name from editions where record_id = ?", [body.id])).toEqual([
      { staff_name: `API key ${key.name}` },
    ]);
  });
});

describe("a key that does not work", () => {
  const over = new Date(Date.now() - 60_000);
  let refused = 0;

  it.each([
    ["is revoked", (_: string) => ({ revoked_at: over })],
    ["has expired", (_: string) => ({ expires_at: over })],
    [
      "was replaced and its overlap is over",
      (hash: string) => ({
        ...{ token_hash: hashOfKey(randomUUID()), previous_token_hash: hash, previous_until: over },
      }),
    ],
  ])("is refused everywhere, open addresses too, if it %s", async (_, change) => {
    const secret = `obk_${"k".repeat(39)}${refused}`;
    refused += 1;
    const key = {
      ...(await insertKey(database, SCOPES, { token_hash: hashOfKey(secret), ...change(hashOfKey(secret)) })),
    };
    const made = { ...key, headers: { Authorization: `Bearer ${secret}` } };
    for (const path of ["/api/news", "/api/news/admin", "/api/user/profile"]) {
      const { status, headers, body } = await send(made, "GET", path);
      expect([path, status, body]).toEqual([
        path,
        401,
        { message: "This API key is unknown, expired or revoked." },
      ]);
      expect(headers.get("WWW-Authenticate")).toBe('Bearer realm="api", error="invalid_token"');
    }
    expect(await lastUse(made)).toBeNull();
  });

  it("is refused if nobody knows it", async () => {
    const unknown = { headers: { Authorization: `Bearer obk_${"x".repeat(40)}` } };
    expect((await send(unknown, "GET", "/api/news")).status).toBe(401);
  });

  it("ends at once: with the request after the revocation", async () => {
    const key = await insertKey(database, ["news:read"]);
    expect((await send(key, "GET", "/api/news/admin?limit=1")).status).toBe(200);
    await database.rows("update api_keys set revoked_at = now() where id = ?", [key.id]);
    expect((await send(key, "GET", "/api/news/admin?limit=1")).status).toBe(401);
  });
});

describe("addresses of one person", () => {
  it.each([
    ["GET", "/api/user/profile"],
    ["PUT", "/api/user/profile"],
    ["GET", "/api/admin/profile"],
    ["POST", "/api/auth/user/register"],
    ["PUT", "/api/auth/admin/changeSuperAdminPassword"],
    ["POST", "/api/subscription/upgrade"],
    ["POST", "/api/subscription/captureOrder"],
    ["PUT", `/api/admin/subscription/${randomUUID()}`],
    ["POST", "/api/auth/admin/addAdmin"],
  ])("is closed to keys of every scope: %s %s", async (method, path) => {
    const key = await insertKey(database, SCOPES);
    const before = await database.digest();
    const { status, body } = await send(key, method, path, method === "GET" ? undefined : {});
    expect([status, body]).toEqual([403, CANNOT]);
    const { api_keys: _, ...after } = await database.digest();
    expect(after).toEqual(
      Object.fromEntries(Object.entries(before).filter(([table]) => table !== "api_keys")),
    );
  });

  it("has no session to end", async () => {
    const key = await insertKey(database, SCOPES);
    expect(await send(key, "DELETE", "/api/auth/session")).toMatchObject({
      status: 403,
      body: { message: "API keys have no session. Revoke the key instead." },
    });
  });
});

describe("outside the API", () => {
  it("a key is nobody: not on pages, not in the back-office, and never as a cookie", async () => {
    const key = await insertKey(database, SCOPES);
    for (const path of ["/admin", "/admin/news", "/admin/settings/keys", "/dashboard", "/news"])
      expect([path, (await app.request(path, { headers: key.headers })).status]).toEqual([path, 401]);
    for (const name of ["openbell_staff", "openbell_member"]) {
      const cookies = `${name}=${key.secret}`;
      const admin = await app.request("/admin/news", { cookies });
      expect([admin.status, admin.headers.get("Location")]).toEqual([
        302,
        "/admin/login?next=%2Fadmin%2Fnews",
      ]);
      expect((await app.request("/api/news/admin", { cookies })).status).toBe(401);
    }
    expect(await lastUse(key)).toBeNull();
  });
});

describe("the last use of a key", () => {
  it("is noted at most every five minutes", async () => {
    const key = await insertKey(database, ["news:read"]);
    const use = async (secondsAgo: number | null) => {
      const at = secondsAgo === null ? "null" : `now() - interval '${secondsAgo} seconds'`;
      await database.rows(`update api_keys set last_used_at = ${at} where id = ?`, [key.id]);
      const before = await lastUse(key);
      expect((await send(key, "GET", "/api/news?limit=1")).status).toBe(200);
      return String(await lastUse(key)) !== String(before);
    };
    expect(await use(null)).toBe(true);
    expect(await use(240)).toBe(false);
    expect(await use(310)).toBe(true);
  });
});
