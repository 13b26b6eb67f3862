// alone: delay
import { readdirSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { memberId } from "tests/support/purchases";
import { app, setUpApp } from "tests/support/running-app";
import { waitUntil } from "tests/support/server-process";
import { beforeAll, describe, expect, it } from "vitest";
import { LIMIT } from "~/server/overload/concurrency-limit.rules";
import { ERROR_TEXTS } from "~/ui/error-page";

const METRICS_TOKEN = "a token for tests of overload";

setUpApp({ METRICS_TOKEN });

const STYLESHEET = readdirSync(new URL("../../../build/client/assets", import.meta.url)).find((name) =>
  name.endsWith(".css"),
);

const MORE_THAN_ALL = LIMIT.most + 60;

/** The concurrency limit reaches its maximum only on an idle machine. */
const UNTIL_IDLE_MS = 240_000;

let cookies: string;
let userId: string;
beforeAll(async () => {
  [cookies, userId] = [await app.cookiesOf("basic"), await memberId(app, "basic")];
});

const statusOf = async (path: string) => {
  const answer = await app.request(path);
  await answer.arrayBuffer();
  return answer.status;
};

/** Starts requests that last until their connection ends, because their body stays incomplete. */
function beginRequests(path: string, count: number, as = ""): Socket[] {
  const { hostname, port } = new URL(app.url);
  return Array.from({ length: count }, () => {
    const socket = connect(Number(port), hostname);
    socket.on("error", () => {});
    const more = `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 9\r\nCookie: ${as}`;
    return socket
      .setNoDelay()
      .resume()
      .on("connect", () => {
        socket.write(`POST ${path} HTTP/1.1\r\nHost: localhost:3000\r\n${more}\r\n\r\n`);
      });
  });
}

/** Rejected by the limit, so without a request id: only logged errors show one. */
async function isShed(answer: Response): Promise<boolean> {
  return answer.status === 503 && !(await answer.text()).includes(answer.headers.get("X-Request-Id") ?? "");
}

/**
 * Runs the check with all places taken, and then frees them in any case. A busy machine has fewer places for
 * a while, so more requests follow until no place is free.
 *
 * @param path a page to request until then, so that it stays cached
 */
async function whileFull(check: () => Promise<void>, path?: string): Promise<void> {
  const sockets: Socket[] = [];
  try {
    await waitUntil(async () => {
      if (path) await statusOf(path);
      // A limit that rises has new free places.
      const hasAll = await isLimitMost();
      const full = await isShed(await app.request("/search?q=copper"));
      // Only while a place is free: rejected requests cost time, and would keep a slow machine from admitting
      // all.
      if (!full) sockets.push(...beginRequests("/register", sockets.length === 0 ? MORE_THAN_ALL : 20));
      return hasAll && full && (await isLimitMost());
    }, UNTIL_IDLE_MS);
    await check();
  } finally {
    for (const socket of sockets) socket.destroy();
  }
}

async function metric(name: string): Promise<number> {
  const headers = { Authorization: `Bearer ${METRICS_TOKEN}` };
  const text = await (await app.request("/metrics", { headers })).text();
  return Number(new RegExp(`^${name} (.*)$`, "m").exec(text)?.[1]);
}

const isLimitMost = async () => (await metric("openbell_http_requests_limit")) === LIMIT.most;

/** Waits until the site is idle again. */
const calm = () =>
  waitUntil(
    async () => (await isLimitMost()) && (await metric("openbell_http_requests_in_flight")) === 0,
    UNTIL_IDLE_MS,
  );

describe("a server at its limit", () => {
  it("rejects new requests immediately: a page for people, JSON for clients", async () => {
    await whileFull(async () => {
      const page = await app.request("/admin/news");
      const html = await page.text();
      expect([page.status, page.headers.get("Retry-After")]).toEqual([503, "5"]);
      expect(page.headers.get("Cache-Control")).toBe("no-store");
      expect(page.headers.get("Content-Security-Policy")).toContain("default-src");
      for (const text of Object.values(ERROR_TEXTS[503] ?? {})) expect(html).toContain(text);
      expect(html).toMatch(/<link[^>]+rel="stylesheet"/);
      const reply = await app.request("/api/news", { method: "POST", json: { title: "Lost" } });
      expect([reply.status, reply.headers.get("Retry-After")]).toEqual([503, "5"]);
      expect(await reply.json()).toEqual({
        message: "The site is temporarily unavailable. Please try again.",
      });
    });
  });

  it("still sends cached pages, files and health checks", async () => {
    await calm();
    expect(await statusOf("/about")).toBe(200);
    await whileFull(async () => {
      // Long enough for a new render to be due.
      await new Promise((resolve) => setTimeout(resolve, 4_000));
      for (const path of ["/healthz", "/readyz", "/about", `/assets/${STYLESHEET}`, "/favicon.ico"]) {
        expect([path, await statusOf(path)]).toEqual([path, 200]);
      }
    }, "/about");
  });

  it("admits paying members until their reserved places are taken too", async () => {
    const path = `/subscription?token=5O190127TN364715T&userId=${userId}`;
    const isReturnShed = async () => isShed(await app.request(path, { cookies }));
    await calm();
    await whileFull(async () => {
      expect(await isReturnShed()).toBe(false);
      expect(await isShed(await app.request("/subscription"))).toBe(true);
      const paying = beginRequests("/api/subscription/captureOrder", MORE_THAN_ALL, cookies);
      await waitUntil(isReturnShed);
      for (const socket of paying) socket.destroy();
      await waitUntil(async () => !(await isReturnShed()));
    });
  });

  it("recovers soon, with its full limit", async () => {
    await whileFull(async () => {});
    await calm();
    const crowd = Array.from({ length: 60 }, (_, n) => statusOf(`/news?page=${n + 2}`));
    expect(new Set(await Promise.all(crowd))).toEqual(new Set([200]));
  });
});
