import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { queryOnce } from "tests/support/postgres";
import { runCommand } from "tests/support/server-process";
import { jsonPost, sleep, timeRequest } from "../load";
import { notMeasured, type Outcome, outcome, seconds } from "../outcome";
import { signIn } from "../people";
import { ArchivedCluster } from "../point-in-time/archived-cluster";
import { startObjectStore } from "../point-in-time/object-store";
import { findPrograms, INSTALL } from "../point-in-time/programs";
import { type Run, startReady } from "../site";

const PROMISE = "a bad deletion: the database of the moment before is restored from the archive";

// This scenario compares rows, so a slow machine may take its time.
const PATIENT = { DATABASE_PATIENCE: "10" };

/** An article after the backup is only in the archived changes; then all articles are deleted. */
export async function pointInTime(run: Run): Promise<Outcome[]> {
  const programs = findPrograms();
  if ("missing" in programs)
    return [notMeasured(PROMISE, `not installed: ${programs.missing.join(", ")} (${INSTALL})`)];
  const folder = await mkdtemp(join(tmpdir(), "openbell-point-in-time-"));
  await chmod(folder, 0o711);
  run.cleanup.defer(() => rm(folder, { recursive: true, force: true }));
  const store = await startObjectStore(run.cleanup, folder, programs.openssl);
  const cluster = await ArchivedCluster.create(run.cleanup, programs, store, folder);
  const instance = await startReady(run, cluster.url, PATIENT);
  await publish(instance.url, "Before the backup");
  await cluster.backrest("backup", "--type=full");
  await publish(instance.url, "After the backup");
  const before = await rowCounts(cluster.url);
  const moment = await currentTime(cluster.url);
  await sleep(1_000);
  await queryOnce(cluster.url, "delete from news");
  const damaged = await rowCounts(cluster.url);
  await instance.stop();
  await cluster.stop();
  const began = performance.now();
  const target = ["--type=time", `--target=${moment}`, "--target-action=promote"];
  await cluster.backrest("restore", "--delta", ...target);
  await cluster.start();
  const took = performance.now() - began;
  const after = await rowCounts(cluster.url);
  const { code, output } = await runCommand(cluster.url, "verify-ledger");
  const again = await startReady(run, cluster.url, PATIENT);
  const page = await timeRequest(`${again.url}/news`);
  const isBack = page.status === 200 && page.body.includes("After the backup");
  return [
    outcome(
      PROMISE,
      `${describe(before)}; ${describe(damaged)} after the deletion; ${describe(after)} restored in ${seconds(took)}, ` +
        `${isBack ? "with" : "without"} the article of after the backup; verify-ledger: ${output.split(":")[0]}`,
      isBack && code === 0 && JSON.stringify(after) === JSON.stringify(before),
    ),
  ];
}

async function publish(url: string, title: string): Promise<void> {
  const { token } = await signIn(url, "admin@demo.test", "staff");
  const article = { title, content: "Text.", category: "Tech", status: "published" };
  const reply = await timeRequest(`${url}/api/news`, jsonPost(article, { Authorization: `Bearer ${token}` }));
  if (reply.status !== 201) throw new Error(`The article was answered ${reply.status} ${reply.body}`);
}

type Counts = { articles: number; members: number; events: number };

async function rowCounts(url: string): Promise<Counts> {
  const [counts] = await queryOnce<Counts>(
    url,
    `select (select count(*) from news)::int as articles, (select count(*) from members)::int as members,
            (select count(*) from call_events)::int as events`,
  );
  if (!counts) throw new Error("no counts");
  return counts;
}

const describe = ({ articles, members, events }: Counts): string =>
  `${articles} articles, ${members} members, ${events} events of calls`;

async function currentTime(url: string): Promise<string> {
  const [row] = await queryOnce<{ now: string }>(
    url,
    "select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') || '+00' as now",
  );
  return row?.now ?? "";
}
