import { database, setUpOrm } from "tests/support/own-database";
import { expect, it } from "vitest";
import { startJobs, stopJobs } from "~/platform/jobs/queue.server";
import { QUEUES } from "~/platform/jobs/queue-names";

setUpOrm();

it("four simultaneous first starts create each queue once, without an error", async () => {
  await database.rows("drop schema jobs cascade");
  await Promise.all([1, 2, 3, 4].map(() => startJobs(QUEUES, () => undefined, false)));
  const made = await database.rows<{ name: string }>(
    "select name from jobs.queue where name not like '\\_\\_%'",
  );
  expect(made.map(({ name }) => name).sort()).toEqual([...QUEUES].sort());
  await stopJobs();
});
