import { openDatabase } from "tests/support/database";
import { database, databaseUrl, setUpDatabase } from "tests/support/own-database";
import { insertRecord } from "tests/support/record-factories";
import { expect, it } from "vitest";

setUpDatabase();

it("a test's truncation does not deadlock with a reader of the same tables in the other order", async () => {
  await insertRecord(database, "ads");
  const reader = openDatabase(databaseUrl);
  await reader.rows("begin");
  await reader.rows("select from trade_alerts");
  const emptied = database.rows("truncate ads, trade_alerts cascade");
  const waits =
    "select from pg_locks l join pg_database d on d.oid = l.database where datname = current_database() and not granted";
  while ((await reader.rows(waits)).length === 0);
  expect(await reader.rows("select id from ads")).toHaveLength(1);
  await reader.rows("commit");
  await emptied;
  expect(await database.rows("select id from ads")).toEqual([]);
  await reader.close();
});
