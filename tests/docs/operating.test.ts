import { readFileSync } from "node:fs";
import { AggregatorRegistry } from "prom-client";
import { describe, expect, it } from "vitest";
import "~/auth/hashing-queue.server";
import { NODE_FLAGS } from "~/server/launch/node-flags.mjs";
import { collectMetrics } from "~/server/metrics/collect-metrics";
import "~/server/metrics/request-metrics";
import "~/web/optional-parts.server";
import { metricsRegistry } from "~/platform/metrics.server";

const read = (path: string) => readFileSync(new URL(`../../docs/${path}`, import.meta.url), "utf8");

const DASHBOARD = "operating/grafana-dashboard.json";
const ALERTS = "operating/prometheus-alerts.yaml";

type Panel = { type: string; title: string; targets?: { expr: string }[] };

const panels = (): Panel[] => (JSON.parse(read(DASHBOARD)) as { panels: Panel[] }).panels;

/** Expressions of the rules; a folded one continues in lines that are indented further. */
const ruleExpressions = (): string[] =>
  [...read(ALERTS).matchAll(/^ {8}expr: (?:>-\n((?: {10}.*\n)+)|(.*)$)/gm)].map(
    ([, folded, plain]) => folded ?? plain ?? "",
  );

/** What an expression reads: all names but those of labels, functions and the language. */
function metricsIn(expression: string): string[] {
  const bare = expression.replace(/\{[^}]*\}|"[^"]*"|\b(by|without) \([^)]*\)|\[\w+\]/g, " ");
  return [...bare.matchAll(/\b([a-z]\w*_\w+|up)\b(?!\s*\()/g)].map(([, name = ""]) => name);
}

/** What Patroni 3.0.2 answers at /metrics, as far as the rules read it. */
const PATRONI_NAMES = [
  "patroni_dcs_last_seen",
  "patroni_is_paused",
  "patroni_postgres_running",
  "patroni_primary",
  "patroni_replica",
  "patroni_sync_standby",
  "patroni_xlog_location",
  "patroni_xlog_replayed_location",
];

/** Every name under which Prometheus keeps something of ours or of Patroni, and its own of whether we answer. */
async function knownNames(): Promise<Set<string>> {
  await collectMetrics();
  const names = metricsRegistry
    .getMetricsAsArray()
    .flatMap(({ name, type }) =>
      String(type) === "histogram" ? ["_bucket", "_sum", "_count"].map((part) => name + part) : [name],
    );
  return new Set([...names, ...PATRONI_NAMES, "up"]);
}

describe("the alert rules", () => {
  const expressions = {
    [DASHBOARD]: () => panels().flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
    [ALERTS]: ruleExpressions,
  };

  it.each(Object.entries(expressions))("%s reads nothing but what there is", async (_file, all) => {
    const names = all().map(metricsIn);
    expect(names.length).toBeGreaterThan(10);
    for (const [index, found] of names.entries()) expect(found, all()[index]).not.toEqual([]);
    const known = await knownNames();
    expect(names.flat().filter((name) => !known.has(name))).toEqual([]);
  });

  it("the rule about the primary also fires if no node answers", () => {
    const noPrimary = ruleExpressions().filter((expression) => expression.includes("patroni_primary"));
    expect(noPrimary).toEqual(['sum(patroni_primary) == 0 or (sum(up{job="patroni"}) == 0)']);
  });

  it("shows every metric of ours", async () => {
    const read = new Set(Object.values(expressions).flatMap((all) => all().flatMap(metricsIn)));
    const isRead = (name: string) => [name, `${name}_bucket`, `${name}_count`].some((one) => read.has(one));
    const ours = metricsRegistry.getMetricsAsArray().map(({ name }) => name);
    expect(ours.filter((name) => name.startsWith("openbell_") && !isRead(name))).toEqual([]);
  });

  it("the monitoring page has a line for every alert", () => {
    const rules = [...read(ALERTS).matchAll(/- alert: (\w+)/g)].map(([, name = ""]) => name);
    expect(rules.length).toBeGreaterThan(10);
    expect(rules.filter((name) => !read("operating/monitoring.md").includes(`\`${name}\``))).toEqual([]);
  });

  it("can be put together for several processes: what is in the database counts once", async () => {
    await collectMetrics();
    const [one, other] = [await metricsRegistry.getMetricsAsJSON(), await metricsRegistry.getMetricsAsJSON()];
    for (const json of [one, other]) {
      const waiting = json.find(({ name }) => name === "openbell_mails_waiting");
      if (waiting) waiting.values = [{ value: 7, labels: {} }];
      const shed = json.find(({ name }) => name === "openbell_http_requests_shed_total");
      if (shed) shed.values = [{ value: 7, labels: { work: "page" } }];
    }
    const text = await AggregatorRegistry.aggregate([one, other]).metrics();
    expect(text).toMatch(/^openbell_mails_waiting 7$/m);
    expect(text).toMatch(/^openbell_http_requests_shed_total\{work="page"\} 14$/m);
  });
});

it("runs the server with the same memory in the image and in the manual as npm start does", () => {
  const dockerfile = readFileSync(new URL("../../Dockerfile", import.meta.url), "utf8");
  expect(dockerfile).toContain(NODE_FLAGS.map((flag) => `"${flag}"`).join(", "));
  expect(read("operating/install.md")).toContain(`node ${NODE_FLAGS.join(" ")} build`);
});
