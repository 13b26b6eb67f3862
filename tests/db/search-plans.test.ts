import { cacheBypassCookies } from "tests/support/cached-pages";
import { listenToPlans, logPlans, type PlanLog } from "tests/support/plan-log";
import type { RunNode } from "tests/support/plan-offences";
import { startTestApp, type TestApp } from "tests/support/test-app";
import { afterAll, beforeAll, expect, it } from "vitest";

/** With this many rows the planner prefers a table scan until it has counted a thousand matches. */
const ROWS_TOLD = 5_000_000;

let app: TestApp;
let plans: PlanLog;
beforeAll(async () => {
  app = await startTestApp({}, { wrapDatabase: logPlans });
  plans = listenToPlans();
  await app.sql("alter table news set (autovacuum_enabled = false)");
  // New entries wait in the index's pending list, which makes the index costlier: this is the longest list
  // allowed.
  await app.sql("alter index news_content_trgm set (gin_pending_list_limit = 4096)");
  await app.sql(
    `insert into news (title, content, category, status)
       select 'Copper ' || n, (select string_agg(md5(n || '-' || m), ' ') from generate_series(1, 40) as m),
              'Tech', 'published'
         from generate_series(1, 90) as n`,
  );
  await app.sql("analyze news");
  // The planner trusts the stored statistics, so it plans for millions of rows.
  await app.sql(
    `select pg_restore_relation_stats('schemaname', 'public', 'relname', 'news', 'reltuples', ${ROWS_TOLD}::real)`,
  );
});
afterAll(() => app.stop());

const nodesOf = (node: RunNode): RunNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

it.each(["zqxjkv", "copper 77"])("a back-office search does not scan a large table: %s", async (words) => {
  plans.take();
  const cookies = cacheBypassCookies(await app.cookiesOf("superadmin"));
  const response = await app.request(`/admin/news?q=${encodeURIComponent(words)}`, { cookies });
  expect(response.status).toBe(200);
  await response.text();
  const ran = plans.take().flatMap(({ root }) => nodesOf(root));
  expect(ran.filter((node) => node["Index Name"] === "news_content_trgm")).not.toEqual([]);
  const read = ran.filter((node) => node["Node Type"] === "Seq Scan" && node["Relation Name"] === "news");
  expect(read).toEqual([]);
});
