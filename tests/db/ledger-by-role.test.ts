import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { migrateDatabase } from "db/migrate.server";
import { em } from "db/orm.server";
import { saveSample } from "tests/db/samples";
import { fillSmallSite, NOW, runAsServer, temporarySites, uploadsOf } from "tests/support/backups";
import { emptyDatabase, queryOnce, type TestDatabase } from "tests/support/postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { backUp } from "~/server/backup/back-up";
import { restore } from "~/server/backup/restore";

/* The setup of most hosts: one role that owns the tables and is no superuser. */

const server = process.env.TEST_DATABASE_URL ?? "";
const { folder, newSite, remove } = temporarySites();
const made: TestDatabase[] = [];

/** If the tests' own role is a superuser, another role owns the databases. */
let role: string | undefined;
beforeAll(async () => {
  if (!(await isSuperuser(server))) return;
  role = `openbell_owner_${randomBytes(6).toString("hex")}`;
  await queryOnce(server, `create role ${role} login password 'owner' nosuperuser`);
});
afterAll(async () => {
  for (const database of made) await database.drop();
  remove();
  if (role) await queryOnce(server, `drop role ${role}`);
});

async function isSuperuser(url: string): Promise<boolean | undefined> {
  const [found] = await queryOnce<{ is: boolean }>(
    url,
    "select rolsuper as is from pg_roles where rolname = current_user",
  );
  return found?.is;
}

/** Creates an empty database. @returns its address for the role that owns it */
async function ownDatabase(): Promise<string> {
  const database = await emptyDatabase();
  made.push(database);
  if (!role) return database.url;
  const url = new URL(database.url);
  await queryOnce(server, `alter database ${url.pathname.slice(1)} owner to ${role}`);
  url.username = role;
  url.password = "owner";
  return url.href;
}

const CHANGES = [
  "update call_events set body = '[]'",
  "delete from call_events",
  "truncate call_events",
] as const;

async function refuseAll(url: string) {
  for (const change of CHANGES)
    await expect(queryOnce(url, change)).rejects.toThrow("permission denied for table call_events");
}

describe("a ledger owner who is no superuser", () => {
  it("cannot change events, even with the trigger disabled, but can add some", async () => {
    const url = await ownDatabase();
    await migrateDatabase(url);
    expect(await isSuperuser(url)).toBe(false);
    await queryOnce(url, "alter table call_events disable trigger user");
    await runAsServer({ databaseUrl: url, dataDir: folder }, () => saveSample(em(), "call_events"));
    await refuseAll(url);
    expect(await queryOnce(url, "select body from call_events")).toEqual([{ body: "{}" }]);
    expect(await migrateDatabase(url)).toEqual([]);
  });

  it("can restore a backup into an empty database, and cannot change events there", async () => {
    const before = await newSite("before");
    await fillSmallSite(before);
    await runAsServer(before, () => saveSample(em(), "call_events"));
    const file = join(folder, "site.tar.gz");
    await backUp({ databaseUrl: before.databaseUrl, storage: uploadsOf(before), file, now: NOW });
    const url = await ownDatabase();
    await restore({ databaseUrl: url, storage: uploadsOf(before), file });
    const [kept] = await queryOnce<{ hash: string }>(before.databaseUrl, "select seq, hash from call_events");
    expect(await queryOnce(url, "select seq, hash from call_events")).toEqual([kept]);
    await refuseAll(url);
  });
});
