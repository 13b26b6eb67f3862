import { processValues } from "db/per-process";
import { allRoutes, dataUrl, fillParams } from "tests/support/routes";
import { app, setUpApp } from "tests/support/running-app";
import { drawn, SEED_NOTE } from "tests/support/sample";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createLog, log } from "~/platform/log.server";

const before = log();
const written: string[] = [];

setUpApp();
beforeAll(() => {
  processValues.set("log", createLog("debug", { write: (line: string) => void written.push(line) }));
});
afterAll(() => {
  processValues.set("log", before);
});
beforeEach(() => {
  written.length = 0;
});

const WRONG = { Authorization: `Bearer ${"x".repeat(43)}` };
const NOBODY = "00000000-0000-4000-8000-000000000001";
const addressOf = (pattern: string) =>
  fillParams(pattern, new Proxy({}, { get: (_none, name) => (name === "*" ? "x" : NOBODY) }));

/** Log lines above debug level. */
const loggedAboveDebug = () => written.filter((line) => !line.includes('"level":"debug"'));

async function expectQuietRefusal(url: string, init: Parameters<typeof app.request>[1]): Promise<Response> {
  const answer = await app.request(url, init);
  const text = await answer.text();
  expect([url, answer.status < 500, loggedAboveDebug()], SEED_NOTE).toEqual([url, true, []]);
  expect(text).not.toMatch(/SanitizedError|Unexpected Server Error/);
  const challenge = answer.headers.get("WWW-Authenticate");
  expect([url, challenge]).toEqual([
    url,
    answer.status === 401 ? expect.stringMatching(/^Bearer realm="api"/) : null,
  ]);
  return answer;
}

describe("an invalid token", () => {
  const ROUTES = allRoutes();

  it.each(
    ROUTES.filter(({ reads }) => reads),
  )("at $pattern is refused without a logged error, as page, data or single route", async ({
    pattern,
    id,
    chain,
  }) => {
    const address = addressOf(pattern);
    const data = await expectQuietRefusal(dataUrl(address), { headers: WRONG });
    const others = [
      async () => {
        const page = await expectQuietRefusal(address, { headers: WRONG });
        if (page.status === 401) expect(data.status).toBe(401);
      },
      ...[id, chain.join(",")].map(
        (routes) => () => expectQuietRefusal(dataUrl(address, routes), { headers: WRONG }),
      ),
      () => expectQuietRefusal(dataUrl(address), { method: "HEAD", headers: WRONG }),
    ];
    for (const other of drawn(others, 1, `forms of ${pattern} by a wrong token`)) await other();
  });

  it.each(ROUTES.filter(({ writes }) => writes))("at $pattern is refused for writes, too", async ({
    pattern,
  }) => {
    const address = addressOf(pattern);
    for (const url of [address, dataUrl(address)])
      await expectQuietRefusal(url, { method: "POST", headers: WRONG, body: { title: "x" } });
  });

  it("differs from a missing token in the WWW-Authenticate header", async () => {
    const challenged = async (headers: Record<string, string>) =>
      (await app.request("/api/user/profile", { headers })).headers.get("WWW-Authenticate");
    expect(await challenged({})).toBe('Bearer realm="api"');
    expect(await challenged(WRONG)).toBe('Bearer realm="api", error="invalid_token"');
    expect(await challenged({ Authorization: "Basic eDp5" })).toBe(
      'Bearer realm="api", error="invalid_token"',
    );
  });

  it.each([
    "/api/auth/user/login",
    "/api/auth/admin/login",
  ])("%s with a wrong password names the Bearer scheme", async (path) => {
    const json = { email: "premium@demo.test", password: "not the password" };
    const answer = await expectQuietRefusal(path, { method: "POST", json });
    expect(answer.status).toBe(401);
  });

  it("is reported by several loaders of one page: the bin requested by a program", async () => {
    const answer = await app.request("/admin/bin.data", { headers: WRONG });
    const text = await answer.text();
    expect([answer.status, loggedAboveDebug()]).toEqual([401, []]);
    expect(text.match(/ErrorResponse/g)?.length).toBeGreaterThan(1);
    expect(text).toContain("This token is not valid. Sign in again.");
  });
});

describe("an address without access", () => {
  it("is refused to an editor or a member without a log line", async () => {
    const people = [await app.cookiesOf("editor"), await app.cookiesOf("premium")];
    written.length = 0;
    for (const { pattern, reads } of allRoutes().filter(({ pattern: path }) => path.startsWith("/admin"))) {
      if (!reads) continue;
      for (const Cookie of drawn(people, 1, `${pattern} without access`))
        await expectQuietRefusal(dataUrl(addressOf(pattern)), { headers: { Cookie } });
    }
  });
});
