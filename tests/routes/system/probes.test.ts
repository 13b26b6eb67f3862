import { setTimeout as sleep } from "node:timers/promises";
import { proxy, setUpProxiedApp } from "tests/support/proxied-app";
import { rawRequest } from "tests/support/raw-request";
import { recordStatements } from "tests/support/record-statements";
import { app } from "tests/support/running-app";
import { waitUntil } from "tests/support/server-process";
import { beforeAll, describe, expect, it } from "vitest";

setUpProxiedApp();

let cookies: string;
beforeAll(async () => {
  cookies = [await app.cookiesOf("superadmin"), await app.cookiesOf("premium")].join("; ");
});

const ask = (path: string) => rawRequest(app.url, { path, headers: { Host: "10.1.2.3", Cookie: cookies } });

describe("GET /healthz", () => {
  it("sends no statement to the database", async () => {
    // The server's start-up tasks may still run for a moment.
    await waitUntil(async () => (await recordStatements(() => sleep(100))).length === 0);
    const read = async () => expect((await ask("/healthz")).status).toBe(200);
    expect(await recordStatements(read)).toEqual([]);
  });

  it.each(["/healthz", "/readyz"])("%s neither reads nor sets a cookie", async (path) => {
    const toasted = `${cookies}; openbell_toast=anything`;
    const headers = { Host: "10.1.2.3", Cookie: toasted };
    const { status, headers: answer } = await rawRequest(app.url, { path: `${path}?ref=ABCD2345`, headers });
    expect([status, answer["set-cookie"]]).toEqual([200, undefined]);
  });

  it("answers while the database hangs and waiting pages take every place", async () => {
    proxy.freeze();
    const pages = Array.from({ length: 260 }, (_, n) =>
      app.request(`/news?page=${n + 2}`).then((page) => page.status),
    );
    const busy = await app.request("/news?page=1000");
    const { status, body } = await ask("/healthz");
    expect([busy.status, status, body]).toEqual([503, 200, "ok\n"]);
    expect(new Set(await Promise.all(pages))).toEqual(new Set([503]));
    proxy.thaw();
  });
});
