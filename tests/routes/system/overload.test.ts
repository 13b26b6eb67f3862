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

/** The limit is at its most only while nothing else keeps the machine busy. */
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

/** Requests that go on until their connection ends: their body never comes whole. */
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

/** Turned away without a number, which stands on every page about something that the log knows of. */
async function isShed(answer: Response): Promise<boolean> {
  return answer.status === 503 && !(await answer.text()).includes(answer.headers.get("X-Request-Id") ?? "");
}

/**
 * With all places taken. They are free again at the end, whatever becomes of it. On a busy machine there are fewer places for a
 * while, so the crowd comes again until there are no more to be had.
 *
 * @param asked is asked for until then, as by readers, so that it is kept
 */
async function whileFull(check: () => Promise<void>, asked?: string): Promise<void> {
  const sockets: Socket[] = [];
  try {
    await waitUntil(async () => {
      if (asked) await statusOf(asked);
      // A limit that rises meanwhile has places again for those who come next.
      const hasAll = await isLimitMost();
      const full = await isShed(await app.request("/search?q=copper"));
      // Only while there is a place: those who are turned away are work, and keep a slow machine from ever having them all.
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

/** The site is as calm as it was in the beginning. */
const calm = () =>
  waitUntil(
    async () => (await isLimitMost()) && (await metric("openbell_http_requests_in_flight")) === 0,
    UNTIL_IDLE_MS,
  );

describe("a server that has no place left", () => {
  it("says so at once: a page to people, JSON to programs", async () => {
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
      expect(await reply.json()).toEqual({ message: "The site is taking a short break. Please try again." });
    });
  });

  it("still sends what is kept, files and its pulse", async () => {
    await calm();
    expect(await statusOf("/about")).toBe(200);
    await whileFull(async () => {
      // So long that its successor would be drawn.
      await new Promise((resolve) => setTimeout(resolve, 4_000));
      for (const path of ["/healthz", "/readyz", "/about", `/assets/${STYLESHEET}`, "/favicon.ico"]) {
        expect([path, await statusOf(path)]).toEqual([path, 200]);
      }
    }, "/about");
  });

  it("lets in who is in the middle of paying, until their own places are taken, too", async () => {
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

  it("is as before soon after, for as many as before", async () => {
    await whileFull(async () => {});
    await calm();
    const crowd = Array.from({ length: 60 }, (_, n) => statusOf(`/news?page=${n + 2}`));
    expect(new Set(await Promise.all(crowd))).toEqual(new Set([200]));
  });
});
