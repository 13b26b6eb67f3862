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
  await app.sql("alter table suppressed_addresses set (autovacuum_enabled = false)");
  await app.sql(
    `insert into suppressed_addresses (email, reason, evidence)
       select 'copper-' || n || '@example.com', 'hard', 'No such user' from generate_series(1, 90) as n`,
  );
  await app.sql("analyze news, suppressed_addresses");
  // The planner trusts the stored statistics, so it plans for millions of rows.
  for (const table of ["news", "suppressed_addresses"])
    await app.sql(
      `select pg_restore_relation_stats('schemaname', 'public', 'relname', '${table}', 'reltuples', ${ROWS_TOLD}::real)`,
    );
});
afterAll(() => app.stop());

const nodesOf = (node: RunNode): RunNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

it.each([
  ["zqxjkv", "/admin/news", "news", "news_content_trgm"],
  ["copper 77", "/admin/news", "news", "news_content_trgm"],
  ["zqxjkv", "/admin/newsletters/suppressed", "suppressed_addresses", "suppressed_addresses_email_trgm"],
  ["zq", "/admin/newsletters/suppressed", "suppressed_addresses", "suppressed_addresses_newest_index"],
])("a back-office search does not scan a large table: %s in %s", async (words, path, table, index) => {
  plans.take();
  const cookies = cacheBypassCookies(await app.cookiesOf("superadmin"));
  const response = await app.request(`${path}?q=${encodeURIComponent(words)}`, { cookies });
  expect(response.status).toBe(200);
  await response.text();
  const ran = plans.take().flatMap(({ root }) => nodesOf(root));
  expect(ran.filter((node) => node["Index Name"] === index)).not.toEqual([]);
  const scans = ran.filter(
    (node) =>
      node["Relation Name"] === table &&
      (node["Node Type"] === "Seq Scan" || (node["Rows Removed by Filter"] ?? 0) > 0),
  );
  expect(scans).toEqual([]);
});
