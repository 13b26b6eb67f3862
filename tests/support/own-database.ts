import { startOrm, stopOrm } from "db/orm.server";
import { afterAll, beforeAll } from "vitest";
import { readConfig, setConfig } from "~/platform/config.server";
import { type Database, openDatabase } from "./database";
import { type TestDatabase, testDatabase } from "./postgres";

/** Set before the first test of a file with `setUpDatabase` or `setUpOrm`. */
export let database: Database;
export let databaseUrl: string;

/** Gives the tests of one file a migrated database without rows, and a connection to it. */
export function setUpDatabase(): void {
  let own: TestDatabase;
  beforeAll(async () => {
    own = await testDatabase();
    databaseUrl = own.url;
    database = openDatabase(own.url);
  });
  afterAll(async () => {
    await database?.close();
    await own?.drop();
  });
}

/**
 * The same with the ORM started on it and default settings. @param options further ones of `startOrm`
 */
export function setUpOrm(options: Omit<Parameters<typeof startOrm>[0], "url"> = {}): void {
  setUpDatabase();
  beforeAll(async () => {
    await startOrm({ url: databaseUrl, ...options });
    const read = readConfig({ NODE_ENV: "test", DATABASE_URL: databaseUrl });
    if ("config" in read) setConfig(read.config);
  });
  afterAll(() => stopOrm());
}
