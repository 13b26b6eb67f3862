import { processValues } from "db/per-process";
import { rawRequest } from "tests/support/raw-request";
import { allRoutes, dataUrl, type RouteInfo } from "tests/support/routes";
import { coveringPairs, drawn, SEED_NOTE } from "tests/support/sample";
import { startTestApp, type TestApp } from "tests/support/test-app";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createLog } from "~/platform/log.server";
import { matrixPath } from "../security/matrix-records";

const written: { level: string; msg: string }[] = [];
let app: TestApp;
let cookies: string;

beforeAll(async () => {
  processValues.set(
    "log",
    createLog("debug", { write: (line: string) => void written.push(JSON.parse(line)) }),
  );
  app = await startTestApp();
  cookies = [await app.cookiesOf("superadmin"), await app.cookiesOf("premium")].join("; ");
});
afterAll(() => app?.stop());
beforeEach(() => {
  written.length = 0;
});

const READS = ["GET", "HEAD"];
const OTHER_METHODS = ["POST", "PUT", "DELETE", "OPTIONS"];

/** Internal messages of Remix, React Router and their parts. */
const INTERNAL =
  /did not provide|so there is no way|Invalid request method|No route matches|turbo-stream|\bat \S+\.js:\d|`(loader|action)`/;

const ROUTES = allRoutes();

const pathOf = (pattern: string) => matrixPath(pattern, "00000000-0000-4000-8000-000000000000");

const formsOf = (path: string) => [path, dataUrl(path), `${path}?index`];

const allowed = ({ writes }: { writes: boolean }) => (writes ? "GET, HEAD, POST" : "GET, HEAD");

function send(path: string, method: string) {
  const headers = { Host: "localhost:3000", Cookie: cookies, "Content-Type": "text/plain" };
  const body = ["POST", "PUT"].includes(method) ? "not a form" : undefined;
  return rawRequest(app.url, { path, method, headers, body });
}

/** Demo pages do not exist outside the demo, for any method: the role matrix covers them. */
const takesSomeOnly = ({ page, pattern }: RouteInfo) =>
  page && pattern !== "/*" && !pattern.startsWith("/demo/");

describe("an HTTP method", () => {
  it.each(
    ROUTES,
  )("on $pattern gets 405 with the allowed methods if it is not one, and never an internal message", async (route) => {
    const { pattern, page, writes } = route;
    const path = pathOf(pattern);
    const refusedMethods = takesSomeOnly(route) ? ["PUT", "DELETE", ...(writes ? [] : ["POST"])] : [];
    const methods = [...drawn(READS, 1, `reads at ${path}`), ...OTHER_METHODS];
    const sent = coveringPairs(formsOf(path), methods, `methods at ${path}`);
    const refused = sent.filter(([, method]) => refusedMethods.includes(method));
    for (const [address, method] of refused) {
      const { status, headers, body } = await send(address, method);
      const label = `${method} ${address}, ${SEED_NOTE}`;
      expect([status, headers.allow], label).toEqual([405, allowed(route)]);
      expect(body, label).toContain(
        "This address does not accept what your browser sent. Nothing was changed.",
      );
      expect(body, label).not.toMatch(INTERNAL);
    }
    expect(written.filter(({ level }) => level !== "debug")).toEqual([]);
    for (const [address, method] of sent.filter((pair) => !refused.includes(pair))) {
      const { status, body } = await send(address, method);
      const label = `${method} ${address} ${status}, ${SEED_NOTE}`;
      expect(status, label).toBeLessThan(504);
      if (status >= 400) expect(body, label).not.toMatch(INTERNAL);
      // Without payments, members get an error there.
      if (page && pattern !== "/subscription") expect(status, label).toBeLessThan(500);
    }
    expect(written.filter(({ level, msg }) => level === "error" || INTERNAL.test(msg))).toEqual([]);
  });

  it("gets 405 as JSON if the client accepts JSON", async () => {
    const headers = { Accept: "application/json" };
    const answer = await app.request("/about", { method: "POST", headers });
    expect([answer.status, await answer.json()]).toEqual([
      405,
      { message: "This address accepts only GET, HEAD." },
    ]);
  });

  it("OPTIONS lists the allowed methods of a page", async () => {
    for (const [path, allow] of [
      ["/about", "GET, HEAD"],
      ["/login", "GET, HEAD, POST"],
    ] as const) {
      const answer = await app.request(path, { method: "OPTIONS" });
      expect([answer.status, answer.headers.get("Allow")]).toEqual([204, allow]);
    }
  });
});
