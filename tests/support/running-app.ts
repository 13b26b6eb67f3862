import { afterAll, beforeAll } from "vitest";
import { type Database, openDatabase } from "./database";
import { startTestApp, type TestApp } from "./test-app";

/** Set before the first test of a file with `setUpApp`. */
export let app: TestApp;
export let database: Database;

/**
 * Runs the server for the tests of one file, with a connection to its database.
 * @param start the options of `startTestApp`
 */
export function setUpApp(...start: Parameters<typeof startTestApp>): void {
  beforeAll(async () => {
    app = await startTestApp(...start);
    database = openDatabase(app.databaseUrl);
  });
  afterAll(async () => {
    await database?.close();
    await app?.stop();
  });
}
