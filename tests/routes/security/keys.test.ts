import { loadApiDescription, patternOf } from "tests/support/api-description";
import { insertKey, type TestKey } from "tests/support/api-keys";
import { requestInit } from "tests/support/request-bodies";
import { allRoutes, dataUrl, fillParams } from "tests/support/routes";
import { app, database, setUpApp } from "tests/support/running-app";
import { drawn, SEED_NOTE } from "tests/support/sample";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { grantsOf, SCOPES, scopeOf } from "~/auth/keys/key-scopes.server";
import { GUARDED_ACTIONS, HOURLY_ACTIONS, type Permission } from "~/auth/permissions.server";
import { GUARDED_DOORS, HOURLY_DOORS, patternOf as patternOfDoor, verbOf } from "./guarded-entry-points";
import { MATRIX } from "./matrix";
import { insertMatrixRecords, matrixPath } from "./matrix-records";

setUpApp();
beforeEach(() => database.rows("delete from rate_limits"));

let every: TestKey;
let revoked: TestKey;
beforeAll(async () => {
  every = await insertKey(database, SCOPES);
  revoked = await insertKey(database, SCOPES, { revoked_at: new Date() });
});

const send = async (key: Pick<TestKey, "headers">, method: string, path: string) => {
  const answer = await app.request(path, {
    method,
    headers: key.headers,
    ...(method === "GET" ? {} : { json: {} }),
  });
  return { status: answer.status, text: await answer.text() };
};

/** Every scope but those that include it: writing and deleting include reading. */
const withoutScope = (scope: string) => {
  const [subject] = scope.split(":");
  return SCOPES.filter(
    (each) => each !== scope && !(scope.endsWith(":read") && each.startsWith(`${subject}:`)),
  );
};

describe("the scopes", () => {
  it("have no scope for what asks for the password, nor for keys", () => {
    const closed: Permission[] = [...Object.values(GUARDED_ACTIONS).flat(), ...HOURLY_ACTIONS, "keys.read"];
    expect(closed.map(scopeOf).filter((scope) => scope !== undefined)).toEqual([]);
    const { permissions } = grantsOf([
      ...SCOPES,
      "keys:write",
      "packages:write",
      "members.write",
      "keys.write",
    ]);
    expect(closed.filter((permission) => permissions.has(permission))).toEqual([]);
  });

  it("are the documented ones", () => {
    expect(SCOPES.join(" ")).toBe(
      "content:read:basic content:read:premium content:read:private news:read news:write news:delete videos:read videos:write videos:delete briefs:read briefs:write briefs:delete picks:read picks:write picks:delete alerts:read alerts:write alerts:delete quotes:read quotes:write quotes:delete movers:read movers:write movers:delete ads:read ads:write ads:delete banners:read banners:write banners:delete packages:read coupons:read members:read payments:read newsletters:write",
    );
  });
});

describe("every operation of the description", () => {
  it("is open to the keys that it says, and names the scope to others", async () => {
    const { operations } = await loadApiDescription(app);
    const surprises: string[] = [];
    const described = new Set<string>();
    for (const { method, path, security, operationId } of operations) {
      const { parameters } = MATRIX[patternOf(path)] ?? MATRIX[`${patternOf(path)}?`] ?? {};
      const address = fillParams(patternOf(path), {
        id: "none",
        token: "none",
        category: "square",
        ...parameters,
      });
      const ways = security.filter((way) => way.apiKey);
      const open = security.length === 0;
      const scope = ways[0]?.apiKey?.[0];
      if (scope) described.add(scope);
      const say = (who: string, found: { status: number; text: string }) =>
        surprises.push(`${operationId} as ${who}: ${found.status} ${found.text.slice(0, 100)}`);
      const all = await send(every, method, address);
      const refused = [401, 403].includes(all.status);
      // A sign-in without a password is refused, too.
      if (!open && refused !== (ways.length === 0)) say("every scope", all);
      const ended = await send(revoked, method, address);
      if (!open && ended.status !== (operationId === "endSession" ? 403 : 401)) say("revoked", ended);
      if (scope === undefined) continue;
      const only = await send(await insertKey(database, [scope]), method, address);
      if ([401, 403].includes(only.status)) say(scope, only);
      const others = await send(await insertKey(database, withoutScope(scope)), method, address);
      if (others.status !== 403 || !others.text.includes(`does not have the scope ${scope}.`))
        say(`not ${scope}`, others);
    }
    expect(surprises).toEqual([]);
    const unused = SCOPES.filter((scope) => !scope.startsWith("content:") && !described.has(scope));
    // Payments are for webhooks and the feed of changes.
    expect(unused).toEqual(["payments:read", "newsletters:write"]);
  });
});

describe("every address outside the API", () => {
  it("knows no key: it answers as to any token of nobody", async () => {
    const nobody = { headers: { Authorization: `Bearer ${"x".repeat(43)}` } };
    const surprises: string[] = [];
    for (const { pattern, reads, page } of allRoutes()) {
      if (!reads || pattern.startsWith("/api/")) continue;
      const path = matrixPath(pattern, "11111111-1111-4111-8111-111111111111");
      const [address = path] = drawn(page ? [path, dataUrl(path)] : [path], 1, `keys at ${pattern}`);
      const [mine, theirs] = [await send(every, "GET", address), await send(nobody, "GET", address)];
      if (mine.status !== theirs.status)
        surprises.push(`${address}: ${mine.status} instead of ${theirs.status}`);
      if (pattern.startsWith("/admin/") && mine.status === 200 && !/login|invitation/.test(pattern))
        surprises.push(`${address}: open`);
    }
    expect(surprises, SEED_NOTE).toEqual([]);
    const [used] = await database.rows("select 1 from api_keys where id = ? and last_used_at is null", [
      revoked.id,
    ]);
    expect(used).toBeDefined();
  });
});

describe("every action that asks for the password", () => {
  const doors = [...Object.values(GUARDED_DOORS).flat(), ...Object.values(HOURLY_DOORS).flat()];

  let ids: Map<string, string>;
  let before: Record<string, string>;
  beforeAll(async () => {
    ids = await insertMatrixRecords(database);
    await database.rows("update api_keys set last_used_at = now() + interval '1 day'");
    before = await database.digest();
  });

  it.each(doors)("is closed to a key of every scope: $at", async (door) => {
    const [pattern, verb] = [patternOfDoor(door), verbOf(door)];
    const { table = "", [verb as "POST"]: write } = MATRIX[pattern] ?? {};
    const id = ids.get(table) ?? "";
    const { headers, body } = requestInit(door.body ?? (verb === "GET" ? undefined : write?.body));
    const answer = await app.request(matrixPath(pattern, id) + (door.search ?? "").replace("{id}", id), {
      method: verb,
      headers: { ...headers, ...every.headers },
      body,
    });
    const isApi = pattern.startsWith("/api/");
    expect([answer.status, await answer.text()]).toEqual([
      isApi ? 403 : 401,
      expect.stringContaining(isApi ? "API keys cannot do this." : "This token is not valid."),
    ]);
    expect(await database.digest()).toEqual(before);
  });
});
