import { insertKey } from "tests/support/api-keys";
import { app, database } from "tests/support/running-app";
import { get, memberIdOf, setUpStaffApp } from "tests/support/staff-app";
import { expect, it } from "vitest";

setUpStaffApp();

it("a member of staff reads many members one by one, but not all, and others are not held up", async () => {
  const path = `/api/admin/get-users/${await memberIdOf("premium")}`;
  const first = await get(path, "admin");
  expect([first.status, first.headers.get("RateLimit-Policy")]).toEqual([
    200,
    '"member-read-staff";q=600;w=3600',
  ]);
  await database.rows("update rate_limits set points = 600 where key like 'member-read-staff:%'");
  const refused = await get(path, "admin");
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
  expect((await get(path, "superadmin")).status).toBe(200);
  // A key may read the list without a password, so that its reads need no limit.
  const { headers } = await insertKey(database, ["members:read"]);
  expect((await app.request(path, { headers })).status).toBe(200);
  expect(await database.rows("select 1 from rate_limits where key like 'member-read-staff:%'")).toHaveLength(
    2,
  );
});
