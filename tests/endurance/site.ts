import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Balancer, startBalancer } from "tests/support/balancer";
import { type FakePayPal, startFakePayPal } from "tests/support/fake-paypal";
import { emptyDatabase, openQueries, type Queries, testDatabase } from "tests/support/postgres";
import { type Instance, startInstance } from "tests/support/server-process";
import { type SmtpSink, startSmtpSink } from "tests/support/smtp-sink";
import { NODE_FLAGS } from "~/server/launch/node-flags.mjs";
import type { Cleanup } from "./cleanup";
import { timeRequest, timeUntil } from "./load";
import type { Options } from "./options";

/** The context of every scenario. */
export type Run = {
  options: Options;
  cleanup: Cleanup;
  /** Uploads of the demo and of all instances. */
  dataDir: string;
  /** Prints a line of progress. */
  say(line: string): void;
};

/** Instances on one database with all their services. Ended with the scenario. */
export type Site = {
  /** The database itself, without any proxy in front of it. */
  databaseUrl: string;
  queries: Queries;
  instances: readonly [Instance, Instance];
  /** In front of the instances. */
  front: Balancer;
  sink: SmtpSink;
  paypal: FakePayPal;
  /** Starts one more instance, ready and known to the balancer. */
  add(env?: Record<string, string>): Promise<Instance>;
};

type Environment = Record<string, string>;

/** As `npm start` starts it. */
export const NODE = [process.execPath, ...NODE_FLAGS] as const;

/** The demo adds people, articles and a simulated provider; production mode keeps the rest as for readers. */
const ENVIRONMENT: Environment = {
  NODE_ENV: "production",
  DEMO: "1",
  PUBLIC_URL: "http://localhost:3000",
  MAIL_FROM: "Openbell <no-reply@example.com>",
  TRUST_PROXY: "1",
  DATABASE_PATIENCE: "1",
  DRAIN_SECONDS: "2",
};

const READY_WITHIN_MS = 60_000;

/** Resolves once the instance is ready. */
export async function startReady(
  { cleanup, dataDir }: Run,
  databaseUrl: string,
  env: Environment = {},
  command: readonly [string, ...string[]] = NODE,
): Promise<Instance> {
  const instance = await startInstance(databaseUrl, { ...ENVIRONMENT, DATA_DIR: dataDir, ...env }, command);
  cleanup.defer(() => instance.process.kill("SIGKILL"));
  const ready = async () => (await timeRequest(`${instance.url}/readyz`)).status === 200;
  if ((await timeUntil(ready, { within: READY_WITHIN_MS })) === undefined)
    throw new Error(`${instance.url} does not become ready`);
  return instance;
}

/**
 * Two instances on a new database with the demo's content.
 * @param env settings beyond those of every scenario
 * @param wrapDatabase starts a proxy for the database; returns the address for the instances
 */
export async function openSite(
  run: Run,
  env: Environment = {},
  wrapDatabase: (url: string) => Promise<string> = async (url) => url,
): Promise<Site> {
  const { cleanup } = run;
  const database = await testDatabase();
  cleanup.defer(() => database.drop());
  const queries = openQueries(database.url);
  cleanup.defer(() => queries.close());
  const [front, sink, paypal] = await Promise.all([startBalancer(), startSmtpSink(), startFakePayPal()]);
  cleanup.defer(() => Promise.all([front.close(), sink.stop(), paypal.close()]));
  const url = await wrapDatabase(database.url);
  const settings = { SMTP_URL: sink.url, ...paypal.env, PAYPAL_RECONCILE_SECONDS: "30", ...env };
  const add = async (more: Environment = {}) => {
    const instance = await startReady(run, url, { ...settings, ...more });
    front.add(instance.url);
    return instance;
  };
  const instances = [await add(), await add()] as const;
  return { databaseUrl: database.url, queries, instances, front, sink, paypal, add };
}

/** Creates the database that every site copies: migrated, with the demo's content. Dropped with the run. */
export async function prepare(run: Omit<Run, "dataDir">): Promise<Run> {
  const { cleanup } = run;
  const dataDir = await mkdtemp(join(tmpdir(), "openbell-endurance-"));
  cleanup.defer(() => rm(dataDir, { recursive: true, force: true }));
  const template = await emptyDatabase();
  cleanup.defer(() => template.drop());
  const prepared = { ...run, dataDir };
  const instance = await startReady(prepared, template.url);
  await instance.stop();
  process.env.TEST_DATABASE_TEMPLATE = new URL(template.url).pathname.slice(1);
  return prepared;
}
