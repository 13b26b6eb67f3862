import { em } from "db/orm.server";
import { query } from "db/query.server";
import { saveSample } from "tests/db/samples";
import { databaseUrl, setUpOrm } from "tests/support/own-database";
import { beforeAll, expect, it } from "vitest";
import { startSession } from "~/auth/sessions.server";
import { readConfig, setConfig } from "~/platform/config.server";

setUpOrm();

beforeAll(() => {
  const read = readConfig({ NODE_ENV: "test", DATABASE_URL: databaseUrl });
  if ("config" in read) setConfig(read.config);
});

const asking = {
  request: new Request("http://localhost/login", { headers: { "User-Agent": "a test" } }),
  context: { method: "GET", requestId: "", ip: "127.0.0.1", address: "/", nonce: "", pattern: () => "/" },
};

async function member() {
  await saveSample(em(), "members");
  const [found] = await query<{ id: string; passwordHash: string }>(
    `select id, password_hash as "passwordHash" from members order by created_at desc limit 1`,
  );
  if (!found) throw new Error("no member");
  return found;
}

it("a session starts for the password that was checked", async () => {
  const person = await member();
  expect(await startSession(asking, "member", person, "cookie")).toMatchObject({ token: expect.any(String) });
  expect(await query("select 1 from sessions where member_id = ?", [person.id])).toHaveLength(1);
});

it("a session does not start if the password has changed since", async () => {
  const person = await member();
  await query("update members set password_hash = ? where id = ?", [
    "another hash of twenty letters",
    person.id,
  ]);
  expect(await startSession(asking, "member", person, "cookie")).toBeUndefined();
  expect(await query("select 1 from sessions where member_id = ?", [person.id])).toHaveLength(0);
});
