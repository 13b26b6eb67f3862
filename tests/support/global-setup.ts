import { startOrm, stopOrm } from "db/orm.server";
import { startJobs, stopJobs } from "~/platform/jobs/queue.server";
import { QUEUES } from "~/platform/jobs/queue-names";
import { startEphemeral } from "../../db/embedded/ephemeral.mjs";
import { createTemplate } from "./postgres";

/**
 * Before all tests: a PostgreSQL (started for this run unless TEST_DATABASE_URL names a server) and in it the
 * migrated template that `testDatabase` copies. Workers get both from the environment.
 * @returns a function that removes both after the last test
 */
export default async function setUp(): Promise<() => Promise<void>> {
  // Runs once per project of the tests.
  if (process.env.TEST_DATABASE_TEMPLATE) return async () => {};
  const own = process.env.TEST_DATABASE_URL ? undefined : await startEphemeral();
  if (own) process.env.TEST_DATABASE_URL = own.url;
  const template = await createTemplate();
  await createQueues(template.url);
  process.env.TEST_DATABASE_TEMPLATE = template.name;
  return async () => {
    if (own) await own.stop();
    else await template.drop();
  };
}

/** So that no server of a test has to create them. */
async function createQueues(databaseUrl: string): Promise<void> {
  await startOrm({ url: databaseUrl });
  await startJobs(QUEUES, () => undefined, false);
  await stopJobs();
  await stopOrm();
}
