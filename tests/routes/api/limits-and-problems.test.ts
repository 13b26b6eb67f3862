import { app, database, setUpApp } from "tests/support/running-app";
import { PASSWORD } from "tests/support/test-app";
import { beforeEach, describe, expect, it } from "vitest";

setUpApp({
  PAYPAL_CLIENT_ID: "client",
  PAYPAL_CLIENT_SECRET: "secret",
  PAYPAL_WEBHOOK_ID: "WH-1",
  PAYPAL_API_URL: "http://127.0.0.1:9",
});
beforeEach(() => database.rows("delete from rate_limits"));

type Policy = { name: string; quota: number; window: number };
type Described = { operationId: string; "x-rate-limits"?: Policy[]; description?: string };

async function limited() {
  const { paths } = await (await app.request("/api/openapi.json")).json();
  return Object.entries<Record<string, Described>>(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const policies = operation["x-rate-limits"];
      return policies ? [{ path, method: method.toUpperCase(), operation, policies }] : [];
    }),
  );
}

const signIn = (password = "wrong password", headers: Record<string, string> = {}) =>
  app.request("/api/auth/user/login", {
    ...{ method: "POST", headers },
    json: { email: "basic@demo.test", password },
  });

/** `"name";r=1;t=2` by name. */
const parsed = (field: string | null) =>
  Object.fromEntries(
    (field ?? "").split(", ").map((item) => {
      const [, name = "", first, second] = /^"([\w-]+)";[qr]=(\d+);[wt]=(\d+)$/.exec(item) ?? [];
      return [name, [Number(first), Number(second)]];
    }),
  );

const BODIES: Record<string, object> = {
  register: { firstname: "A", lastname: "B", email: "limits@demo.test", password: "a password of 8" },
  signIn: { email: "basic@demo.test", password: "wrong" },
  forgetPassword: { email: "basic@demo.test" },
  resetPassword: { password: "a password of 8" },
  startPurchase: { packageId: "10000000-0000-4000-8000-000000000001" },
  signInStaff: { email: "admin@demo.test", password: "wrong" },
  changeSuperadminPassword: { currentPassword: "wrong password", newPassword: "a password of 8" },
};

describe("the limits of an operation", () => {
  it("are those that the description lists for the caller, here a person", async () => {
    const [member] = await database.rows<{ id: string }>(
      "select id from members where email = 'basic@demo.test'",
    );
    const [superadmin, basic] = [await app.tokenOf("superadmin"), await app.tokenOf("basic")];
    const operations = await limited();
    expect(operations.length).toBe(9);
    for (const { path, method, operation, policies } of operations) {
      const { operationId, description = "" } = operation;
      const token = operationId === "startPurchase" ? basic : superadmin;
      const userId = operationId === "startPurchase" ? { userId: member?.id } : {};
      const search = method === "GET" && operationId !== "getUser" ? "?email=basic@demo.test" : "";
      const address = path.replace("{token}", "m4IlT0k3n").replace("{id}", member?.id ?? "") + search;
      const response = await app.request(address, {
        method,
        headers: operationId.startsWith("signIn") ? {} : { Authorization: `Bearer ${token}` },
        json: method === "GET" ? undefined : { ...BODIES[operationId], ...userId },
      });
      const policyField = parsed(response.headers.get("RateLimit-Policy"));
      expect([operationId, policyField]).toEqual([
        operationId,
        Object.fromEntries(
          policies
            .filter(({ name }) => !name.endsWith("-key"))
            .map(({ name, quota, window }) => [name, [quota, window]]),
        ),
      ]);
      for (const { quota } of policies) expect(description).toContain(`At most ${quota} attempts in `);
    }
  });

  it("count down, and reveal nothing about an address", async () => {
    const [first, second] = [await signIn(), await signIn()];
    expect(first.headers.get("RateLimit-Policy")).toBe(
      '"sign-in-network";q=60;w=900, "sign-in-address";q=10;w=900',
    );
    const states = [first, second].map(({ headers }) => parsed(headers.get("RateLimit")));
    expect(states.map((state) => Object.keys(state))).toEqual([["sign-in-network"], ["sign-in-network"]]);
    expect(states.map((state) => state["sign-in-network"]?.[0])).toEqual([59, 58]);
    const [, seconds = 0] = states[0]?.["sign-in-network"] ?? [];
    expect(seconds > 890 && seconds <= 900).toBe(true);
  });

  it("get an attempt back after a success", async () => {
    const response = await signIn(PASSWORD);
    expect([response.status, parsed(response.headers.get("RateLimit"))["sign-in-network"]?.[0]]).toEqual([
      200, 60,
    ]);
  });

  it("answer 429 with Retry-After once they are used up", async () => {
    for (let attempt = 0; attempt < 10; attempt++) await signIn();
    const response = await signIn();
    expect([response.status, Number(response.headers.get("Retry-After")) > 0]).toEqual([429, true]);
    expect(response.headers.get("RateLimit-Policy")).toContain('"sign-in-address";q=10;w=900');
  });

  it("are in no answer without them", async () => {
    const { headers } = await app.request("/api/news");
    expect([headers.get("RateLimit"), headers.get("RateLimit-Policy")]).toEqual([null, null]);
  });
});

describe("an error", () => {
  const ASKED = { Accept: "application/json;q=0.5, application/problem+json" };
  const get = (path: string, headers: Record<string, string> = ASKED, method = "GET") =>
    app.request(path, { headers, method });

  it.each([
    [422, "Unprocessable Entity", "/api/news?limt=1", "GET"],
    [404, "Not Found", "/api/news/10000000-0000-4000-8000-000000000001", "GET"],
    [404, "Not Found", "/api/nonsuch", "GET"],
    [400, "Bad Request", "/api/news?limit=x", "GET"],
    [401, "Unauthorized", "/api/news/admin", "GET"],
    [405, "Method Not Allowed", "/api/news", "DELETE"],
    [405, "Method Not Allowed", "/api/news", "PATCH"],
  ])("%i is a problem if Accept asks for it (%s, %s)", async (status, title, path, method) => {
    const [plain, problem] = [await get(path, {}, method), await get(path, ASKED, method)];
    expect([plain.status, problem.status]).toEqual([status, status]);
    expect(plain.headers.get("Content-Type")).toContain("application/json");
    expect(problem.headers.get("Content-Type")).toBe("application/problem+json; charset=utf-8");
    const error = await plain.json();
    expect(await problem.json()).toEqual({
      type: `http://localhost:3000/api/docs#status-${status}`,
      ...{ title, status, detail: error.message },
      ...error,
    });
    for (const name of ["Allow", "WWW-Authenticate"])
      expect(problem.headers.get(name)).toBe(plain.headers.get(name));
  });

  it.each([
    "*/*",
    "application/*",
    "application/json",
    "application/problem+json;q=0",
    "application/problem+xml",
  ])("stays JSON for %s", async (accept) => {
    const response = await get("/api/news?limt=1", { Accept: accept });
    expect(response.headers.get("Content-Type")).toContain("application/json");
    expect(Object.keys(await response.json())).toEqual(["message", "errors"]);
  });

  it("has its section in the reference", async () => {
    const page = await (await app.request("/api/docs")).text();
    for (const status of [400, 401, 404, 405, 409, 412, 413, 415, 422, 429, 500, 503])
      expect(page).toContain(`id="status-${status}"`);
  });

  it("changes no successful answer", async () => {
    const response = await get("/api/news", { Accept: "application/problem+json" });
    expect([response.status, response.headers.get("Content-Type")]).toEqual([
      200,
      "application/json; charset=utf-8",
    ]);
  });
});
