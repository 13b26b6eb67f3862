import { hashOfKey } from "tests/support/api-keys";
import { insertRecord } from "tests/support/record-factories";
import { app, database } from "tests/support/running-app";
import { followRedirect, get, html, post, setUpStaffApp } from "tests/support/staff-app";
import { beforeEach, describe, expect, it } from "vitest";

setUpStaffApp();

const KEYS = "/admin/settings/keys";
const NEW = `${KEYS}/new`;
const SUPERADMIN = "superadmin";
const GOOD = {
  name: "Terminal",
  reads: "content:read:premium",
  scopes: "quotes:write",
  expires: "90",
};

beforeEach(async () => {
  for (const table of ["api_keys", "changes"]) await database.rows(`delete from ${table}`);
});

type Row = {
  id: string;
  name: string;
  prefix: string;
  token_hash: string;
  scopes: string[];
  created_by_name: string;
  days: number | null;
};

const rows = () =>
  database.rows<Row>(
    `select id, name, prefix, token_hash, scopes, created_by_name,
            extract(epoch from expires_at - created_at)::int / 86400 as days from api_keys order by created_at`,
  );

const secretIn = (page: string) => /obk_[A-Za-z0-9_-]{40}/.exec(page)?.[0] ?? "";

/** @returns its id and its secret */
async function make(values: Partial<typeof GOOD> = {}): Promise<{ id: string; secret: string }> {
  const answer = await post(NEW, { ...GOOD, ...values }, SUPERADMIN);
  expect(answer.status).toBe(200);
  const secret = secretIn(await answer.text());
  const found = (await rows()).find(({ token_hash: hash }) => hash === hashOfKey(secret));
  return { id: found?.id ?? "", secret };
}

async function rotate(id: string, overlap: string): Promise<string> {
  const answer = await post(`${KEYS}/${id}`, { overlap }, SUPERADMIN);
  expect(answer.status).toBe(200);
  return secretIn(await answer.text());
}

const statusFor = async (secret: string, path = "/api/markets/admin?limit=1") =>
  (await app.request(path, { headers: { Authorization: `Bearer ${secret}` } })).status;

const logged = () =>
  database.rows(
    "select staff_name, action, resource, record_title, differences from changes order by created_at, id",
  );

describe("making a key", () => {
  it("shows the secret in the answer only, and stores its hash", async () => {
    const { id, secret } = await make();
    const [stored] = await rows();
    expect(stored).toEqual({
      ...{ id, name: "Terminal", prefix: secret.slice(0, 10), token_hash: hashOfKey(secret) },
      ...{ scopes: ["content:read:premium", "quotes:write"], created_by_name: "superadmin tester", days: 90 },
    });
    expect(await statusFor(secret)).toBe(200);
    for (const path of [KEYS, `${KEYS}/${id}`, NEW]) {
      const page = await html(path, SUPERADMIN);
      expect(secretIn(page)).toBe("");
      if (path !== NEW) expect(page).toContain(secret.slice(0, 10));
    }
    for (const table of ["api_keys", "changes", "held_submissions"])
      expect(JSON.stringify(await database.rows(`select * from ${table}`))).not.toContain(secret);
    expect(await logged()).toEqual([
      {
        ...{ staff_name: "superadmin tester", action: "added", resource: "keys", record_title: "Terminal" },
        differences: { scopes: { from: "", to: "content:read:premium, quotes:write" } },
      },
    ]);
  });

  it("never expires if they choose so, and keeps its maker's name after their account", async () => {
    const { id } = await make({ expires: "never" });
    expect((await rows())[0]?.days).toBeNull();
    const maker = await insertRecord(database, "staff", { fullname: "Gone Person" });
    await database.rows("update api_keys set created_by_id = ?, created_by_name = 'Gone Person'", [maker]);
    await database.rows("delete from staff where id = ?", [maker]);
    expect(await html(`${KEYS}/${id}`, SUPERADMIN)).toContain("Gone Person");
  });

  it.each([
    ["no name", { name: "  " }, "Enter a name."],
    ["a long name", { name: "n".repeat(61) }, "At most 60 characters."],
    ["an unknown tier", { reads: "content:read:all" }, "Choose what it reads."],
    ["an unknown end", { expires: "100000" }, "Choose when it expires."],
  ])("is refused with %s, and keeps what was typed", async (_, wrong, message) => {
    const answer = await post(NEW, { ...GOOD, ...wrong }, SUPERADMIN);
    const page = await answer.text();
    expect([answer.status, page.includes(message)]).toEqual([422, true]);
    expect(/value="quotes:write"[^>]*checked|checked[^>]*value="quotes:write"/.test(page)).toBe(true);
    expect(await rows()).toEqual([]);
    expect(await logged()).toEqual([]);
  });

  it("is refused for a name that another key has, revoked ones too: the log names keys by it", async () => {
    const { id } = await make();
    await post(`${KEYS}/${id}/revocation`, {}, SUPERADMIN);
    const again = await post(NEW, GOOD, SUPERADMIN);
    expect([again.status, await again.text()]).toEqual([
      422,
      expect.stringContaining("Another key has this name."),
    ]);
    expect(await rows()).toHaveLength(1);
  });

  it("grants nothing that asks people for their password, whatever the form sends", async () => {
    for (const scopes of ["packages:write", "members:write", "keys:write", "admins:read", "*"]) {
      await database.rows("delete from api_keys");
      await make({ scopes });
      expect((await rows())[0]?.scopes).toEqual(["content:read:premium"]);
    }
    const page = await html(NEW, SUPERADMIN);
    expect(page).toContain('value="packages:read"');
    for (const scope of ["packages:write", "members:write", "coupons:write", "admins:read", "settings:read"])
      expect(page).not.toContain(`value="${scope}"`);
  });

  it("is for the superadmin", async () => {
    const { id } = await make();
    for (const path of [KEYS, NEW, `${KEYS}/${id}`, `${KEYS}/${id}/revocation`]) {
      expect([path, (await get(path, "admin")).status]).toEqual([path, 403]);
      if (path !== KEYS) expect([path, (await post(path, GOOD, "admin")).status]).toEqual([path, 403]);
    }
    expect(await rows()).toHaveLength(1);
  });
});

describe("a new secret", () => {
  it("works beside the old one until the chosen end", async () => {
    const { id, secret: old } = await make();
    const secret = await rotate(id, "24");
    expect(secret).not.toBe(old);
    expect([await statusFor(old), await statusFor(secret)]).toEqual([200, 200]);
    const [left] = await database.rows<{ hours: number }>(
      "select round(extract(epoch from previous_until - now()) / 3600)::int as hours from api_keys",
    );
    expect(left?.hours).toBe(24);
    expect(await html(`${KEYS}/${id}`, SUPERADMIN)).toContain("The old secret works until");
    await database.rows("update api_keys set previous_until = now() - interval '1 second'");
    expect([await statusFor(old), await statusFor(secret)]).toEqual([401, 200]);
    expect((await logged()).at(-1)).toMatchObject({ action: "rotated", record_title: "Terminal" });
  });

  it("ends the old one at once if they choose so, and an earlier one in any case", async () => {
    const { id, secret: first } = await make();
    const second = await rotate(id, "168");
    const third = await rotate(id, "1");
    expect(await Promise.all([first, second, third].map((each) => statusFor(each)))).toEqual([401, 200, 200]);
    const last = await rotate(id, "0");
    expect(await Promise.all([second, third, last].map((each) => statusFor(each)))).toEqual([401, 401, 200]);
  });

  it.each(["revoked_at", "expires_at"])("is not made for a key that has ended: %s", async (column) => {
    const { id, secret } = await make();
    await database.rows(`update api_keys set ${column} = now() - interval '1 minute'`);
    const answer = await post(`${KEYS}/${id}`, { overlap: "24" }, SUPERADMIN);
    const page = await answer.text();
    expect([answer.status, secretIn(page)]).toEqual([409, ""]);
    expect((await rows())[0]?.token_hash).toBe(hashOfKey(secret));
  });

  it("is refused with an unknown end", async () => {
    const { id, secret } = await make();
    expect((await post(`${KEYS}/${id}`, { overlap: "9999" }, SUPERADMIN)).status).toBe(422);
    expect((await rows())[0]?.token_hash).toBe(hashOfKey(secret));
  });
});

describe("revoking", () => {
  it("asks first, and ends both secrets", async () => {
    const { id, secret: old } = await make();
    const secret = await rotate(id, "24");
    const question = await html(`${KEYS}/${id}/revocation`, SUPERADMIN);
    expect(question).toContain("Are you sure you want to revoke this API key?");
    expect(await statusFor(secret)).toBe(200);
    const done = await post(`${KEYS}/${id}/revocation`, {}, SUPERADMIN);
    const list = await followRedirect(done, SUPERADMIN);
    expect(list).toContain("The key was revoked.");
    expect(list).toContain("Revoked");
    expect([await statusFor(old), await statusFor(secret)]).toEqual([401, 401]);
    await post(`${KEYS}/${id}/revocation`, {}, SUPERADMIN);
    expect((await logged()).map((line) => (line as { action: string }).action)).toEqual([
      ...["added", "rotated", "revoked"],
    ]);
  });

  it("knows no key of another address", async () => {
    for (const id of ["none", "11111111-1111-4111-8111-111111111111"]) {
      expect((await get(`${KEYS}/${id}`, SUPERADMIN)).status).toBe(404);
      expect((await post(`${KEYS}/${id}/revocation`, {}, SUPERADMIN)).status).toBe(404);
    }
  });
});

describe("the change log", () => {
  it("names the key with what it changed, and keys themselves", async () => {
    const { secret } = await make({ scopes: "news:write" });
    const article = { title: "From a terminal", category: "Tech", content: "Its text.", status: "draft" };
    const saved = await app.request("/api/news", {
      method: "POST",
      json: article,
      headers: { Authorization: `Bearer ${secret}` },
    });
    expect(saved.status).toBe(201);
    const page = await html("/admin/changes", SUPERADMIN);
    expect(page).toContain("API key Terminal");
    expect(page).toContain("From a terminal");
    expect(await html("/admin/changes?kind=keys", SUPERADMIN)).toContain("Terminal");
    expect(await html("/admin/changes", "admin")).not.toContain(`href="${KEYS}/`);
  });
});
