import { insertRecord } from "tests/support/record-factories";
import { app, database, setUpApp } from "tests/support/running-app";
import { waitUntil } from "tests/support/server-process";
import { expect, it } from "vitest";

setUpApp({}, { doesJobs: true });

it("a server that runs jobs numbers each change by itself", async () => {
  const ask = async (query = "") => (await app.request(`/api/changes${query}`)).json();
  const waiting = "select from record_changes where number is null";
  await waitUntil(async () => (await database.rows(waiting)).length === 0);
  const { next } = await ask();
  const id = await insertRecord(database, "news");
  await waitUntil(async () => (await database.rows(waiting)).length === 0);
  expect((await ask(`?after=${next}`)).changes).toMatchObject([{ kind: "news", id, change: "saved" }]);
});
