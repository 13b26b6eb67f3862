import { poolUsage } from "db/orm.server";
import { Counter, Gauge } from "prom-client";
import { bulkPushes } from "~/admin-kit/bulk/bulk.server";
import { quoteStream } from "~/features/markets/stream/quote-stream.server";
import { metricsRegistry } from "~/platform/metrics.server";
import { pageCache } from "~/platform/page-cache/page-cache.server";

const registers = [metricsRegistry];

new Gauge({
  name: "openbell_page_cache_pages",
  help: "Cached pages",
  registers,
  collect() {
    this.set(pageCache().size.pages);
  },
});

new Gauge({
  name: "openbell_page_cache_bytes",
  help: "Memory used by cached pages",
  registers,
  collect() {
    this.set(pageCache().size.bytes);
  },
});

new Counter({
  name: "openbell_page_cache_lookups_total",
  help: "Requests for cacheable pages: answered from the cache (hit) or not (miss)",
  labelNames: ["result"],
  registers,
  collect() {
    const { hits, misses } = pageCache().lookUps;
    this.reset();
    this.inc({ result: "hit" }, hits);
    this.inc({ result: "miss" }, misses);
  },
});

new Gauge({
  name: "openbell_stream_listeners",
  help: "Open streams of quotes",
  registers,
  collect() {
    this.set(quoteStream.size);
  },
});

new Gauge({
  name: "openbell_bulk_pushes",
  help: "Bulk requests that are being saved, or that wait for their turn with a connection",
  labelNames: ["state"],
  registers,
  collect() {
    const { underWay, waiting } = bulkPushes();
    this.set({ state: "saving" }, underWay - waiting);
    this.set({ state: "waiting" }, waiting);
  },
});

new Gauge({
  name: "openbell_database_connections",
  help: "Open connections to the database, used or free",
  labelNames: ["pool", "state"],
  registers,
  collect() {
    for (const [pool, { used, free }] of poolUsage()) {
      this.set({ pool, state: "used" }, used);
      this.set({ pool, state: "free" }, free);
    }
  },
});

new Gauge({
  name: "openbell_database_connections_awaited",
  help: "Statements waiting for a connection",
  labelNames: ["pool"],
  registers,
  collect() {
    for (const [pool, { waiting }] of poolUsage()) this.set({ pool }, waiting);
  },
});

new Gauge({
  name: "openbell_database_connection_wait_seconds",
  help: "How long the first statement has waited",
  labelNames: ["pool"],
  aggregator: "max",
  registers,
  collect() {
    for (const [pool, { longestWaitMs }] of poolUsage()) this.set({ pool }, longestWaitMs / 1000);
  },
});
