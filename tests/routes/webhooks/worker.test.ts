import { insertRecord } from "tests/support/record-factories";
import { database, setUpApp } from "tests/support/running-app";
import { waitUntil } from "tests/support/server-process";
import { deliveries, insertWebhook } from "tests/support/webhooks";
import { expect, it } from "vitest";

setUpApp({}, { doesJobs: true });

it("a server that runs jobs plans and sends by itself, to public addresses only", async () => {
  await insertWebhook(["news"], { address: "https://127.0.0.1/hook" });
  const id = await insertRecord(database, "news");
  await waitUntil(
    async () => (await deliveries())[0]?.reason !== undefined && (await deliveries())[0]?.reason !== null,
  );
  expect(await deliveries()).toMatchObject([
    { kind: "news", record_id: id, state: "waiting", reason: "The host is not on the public internet." },
  ]);
});
