import { randomUUID } from "node:crypto";
import { connect } from "node:net";
import { proxy, setUpProxiedApp } from "tests/support/proxied-app";
import { rawRequest } from "tests/support/raw-request";
import { app, database } from "tests/support/running-app";
import { waitUntil } from "tests/support/server-process";
import { startTestApp } from "tests/support/test-app";
import { describe, expect, it } from "vitest";

const TOKEN = "a token for tests of metrics";

setUpProxiedApp({ METRICS_TOKEN: TOKEN });

const read = async () => {
  const answer = await app.request("/metrics", { headers: { Authorization: `Bearer ${TOKEN}` } });
  return { answer, text: await answer.text() };
};

/** The value of a metric with these labels; undefined if absent. */
async function figureOf(name: string, labels: Record<string, string> = {}): Promise<number | undefined> {
  const { text } = await read();
  const lines = text.split("\n").filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
  const line = lines.find((one) =>
    Object.entries(labels).every(([key, value]) => one.includes(`${key}="${value}"`)),
  );
  return line === undefined ? undefined : Number(line.split(" ").at(-1));
}

/** An error page without the parts that vary. */
const pageOf = async (answer: Response) =>
  (await answer.text()).replace(/nonce="[^"]*"|[0-9a-f]{8}-[0-9a-f-]{27}|value="\/[^"]*"/g, "");

describe("/metrics", () => {
  it("is available with the token, under any host name", async () => {
    const { answer, text } = await read();
    expect([answer.status, answer.headers.get("Cache-Control")]).toEqual([200, "no-store"]);
    expect(answer.headers.get("Content-Type")).toContain("text/plain; version=0.0.4");
    expect(text).toContain("# TYPE openbell_http_request_duration_seconds histogram");
    expect(text).toContain("process_resident_memory_bytes");
    const headers = { Host: "10.1.2.3", Authorization: `Bearer ${TOKEN}` };
    expect((await rawRequest(app.url, { path: "/metrics", headers })).status).toBe(200);
  });

  it.each([
    {},
    { Authorization: "Bearer another token of metrics" },
    { Authorization: `Bearer ${TOKEN} `.concat("x") },
    { Authorization: TOKEN },
    { Authorization: "" },
  ])("is not found for a stranger: %o", async (headers: { Authorization?: string }) => {
    const ask = (path: string) => app.request(path, { headers: { ...headers } as Record<string, string> });
    const [stranger, nowhere] = [await ask("/metrics"), await ask("/nothing-here")];
    expect(stranger.status).toBe(404);
    const [theirs, other] = [await pageOf(stranger), await pageOf(nowhere)];
    expect(theirs.replaceAll("/metrics", "")).toBe(other.replaceAll("/nothing-here", ""));
    expect(theirs).not.toContain("openbell_");
  });

  it("refuses writes", async () => {
    const headers = { Authorization: `Bearer ${TOKEN}` };
    expect((await app.request("/metrics", { method: "POST", headers })).status).not.toBe(200);
  });

  it("measures a rendered page by its route pattern", async () => {
    const drawn = () =>
      figureOf("openbell_http_request_duration_seconds_count", {
        route: "/news/:id",
        method: "GET",
        status: "4xx",
      });
    const before = (await drawn()) ?? 0;
    const id = randomUUID();
    await (await app.request(`/news/${id}`)).text();
    await waitUntil(async () => (await drawn()) === before + 1);
    expect((await read()).text).not.toContain(id);
  });

  it("counts aborted requests separately from answered ones", async () => {
    const aborted = { route: "/login", method: "POST", status: "aborted" };
    const { hostname, port } = new URL(app.url);
    const reader = connect(Number(port), hostname);
    reader.write("POST /login HTTP/1.1\r\nHost: localhost:3000\r\nContent-Length: 9\r\n\r\n");
    await waitUntil(async () => (await figureOf("openbell_http_requests_in_flight")) === 1);
    reader.destroy();
    await waitUntil(async () => (await figureOf("openbell_http_requests_in_flight")) === 0);
    expect(await figureOf("openbell_http_request_duration_seconds_count", aborted)).toBe(1);
  });

  it("counts page cache hits", async () => {
    await (await app.request("/about")).text();
    const before = (await figureOf("openbell_page_cache_lookups_total", { result: "hit" })) ?? 0;
    await (await app.request("/about")).text();
    expect(await figureOf("openbell_page_cache_lookups_total", { result: "hit" })).toBe(before + 1);
    expect(await figureOf("openbell_page_cache_pages")).toBeGreaterThan(0);
    expect(await figureOf("openbell_page_cache_bytes")).toBeGreaterThan(1000);
  });

  it("reports waiting jobs and their age", async () => {
    await database.rows(`insert into mails (id, to_address, subject, template, cause, html, text, state, created_at)
      select gen_random_uuid(), 'a@b.test', 's', 't', 'metrics ' || state || n, 'h', 't', state, now() - interval '1 hour'
        from generate_series(1, 3) n, (values ('queued'), ('failed')) states (state)`);
    const basic = "(select id from members where email = 'basic@demo.test')";
    await database.rows(`insert into orders (id, member_id, plan_name, tier, amount, currency, days, status, created_at)
      values (gen_random_uuid(), ${basic}, 'Plan', 'Premium', 10, 'USD', 30, 'approved', now() - interval '2 hours'),
             (gen_random_uuid(), ${basic}, 'Plan', 'Premium', 10, 'USD', 30, 'capturing', now()),
             (gen_random_uuid(), ${basic}, 'Plan', 'Premium', 10, 'USD', 30, 'created', now() - interval '3 hours')`);
    expect(await figureOf("openbell_mails_waiting")).toBe(3);
    expect(await figureOf("openbell_mails_failed")).toBe(3);
    expect(await figureOf("openbell_orders_unfinished")).toBe(2);
    const [mail = 0, order = 0] = [
      await figureOf("openbell_mails_oldest_waiting_seconds"),
      await figureOf("openbell_orders_oldest_unfinished_seconds"),
    ];
    expect([Math.floor(mail / 3600), Math.floor(order / 3600)]).toEqual([1, 2]);
    expect(await figureOf("openbell_jobs_waiting", { queue: "mail" })).toBeGreaterThanOrEqual(0);
    expect(await figureOf("openbell_database_up")).toBe(1);
  });

  it("is available without database figures while the database is down", async () => {
    proxy.freeze();
    expect(await figureOf("openbell_database_up")).toBe(0);
    expect(await figureOf("openbell_mails_waiting")).toBeUndefined();
    expect(await figureOf("openbell_jobs_waiting")).toBeUndefined();
    expect(await figureOf("openbell_http_requests_limit")).toBeGreaterThan(0);
    proxy.thaw();
    await waitUntil(async () => (await figureOf("openbell_mails_waiting")) === 3);
  });
});

describe("metrics at their own port", () => {
  it.each<Record<string, string>>([
    { METRICS_PORT: "0" },
    { METRICS_PORT: "0", METRICS_TOKEN: TOKEN },
  ])("are available there and not at the site's port: %o", async (env) => {
    const own = await startTestApp(env);
    try {
      const { metricsUrl = "" } = own;
      const headers = { Authorization: `Bearer ${TOKEN}` };
      const status = async (path: string, init: RequestInit = {}) => {
        const answer = await fetch(new URL(path, metricsUrl), init);
        await answer.text();
        return answer.status;
      };
      expect(await status("/metrics", { headers })).toBe(200);
      expect(await status("/metrics")).toBe("METRICS_TOKEN" in env ? 404 : 200);
      expect(await status("/", { headers })).toBe(404);
      expect(await status("/metrics", { method: "POST", headers })).toBe(404);
      const site = await own.request("/metrics", { headers });
      expect([site.status, (await site.text()).includes("openbell_")]).toEqual([404, false]);
    } finally {
      await own.stop();
    }
    await expect(fetch(own.metricsUrl ?? "")).rejects.toThrow();
  });

  it("are not available if neither is set", async () => {
    const own = await startTestApp();
    const answer = await own.request("/metrics", { headers: { Authorization: "Bearer " } });
    expect([answer.status, (await answer.text()).includes("openbell_")]).toEqual([404, false]);
    expect(own.metricsUrl).toBeUndefined();
    await own.stop();
  });
});
