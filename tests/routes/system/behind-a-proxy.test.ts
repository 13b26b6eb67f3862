import { rawRequest } from "tests/support/raw-request";
import { PASSWORD, startTestApp, type TestApp } from "tests/support/test-app";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ TRUST_PROXY: "1" });
});
afterAll(() => app?.stop());
beforeEach(() => app.sql("delete from rate_limits"));

const signIn = (forwarded: string, password = PASSWORD) =>
  rawRequest(app.url, {
    method: "POST",
    path: "/api/auth/user/login",
    headers: {
      Host: "localhost:3000",
      "Content-Type": "application/json",
      "X-Forwarded-For": forwarded,
    },
    body: JSON.stringify({ email: "basic@demo.test", password }),
  });

const networksCounted = async () => {
  const [counted] = await app.sql<{ networks: number }>(
    "select count(*)::int as networks from rate_limits where key like 'sign-in-network%'",
  );
  return counted?.networks;
};

describe("the proxy's forwarded address", () => {
  it.each([
    ["with a port", ["192.0.2.7:1000", "192.0.2.7:1001", "192.0.2.7"]],
    ["IPv6 with a port", ["[2001:db8::7]:1000", "[2001:db8::7]:1001", "2001:db8::7"]],
    ["as garbage", ["unknown", "_a", "_b", "1.2.3", ""]],
    ["after what the caller made up", ["10.0.0.1, 192.0.2.7:1", "10.0.0.2, 192.0.2.7:2"]],
  ])("counts as one network %s", async (_, spellings) => {
    for (const spelling of spellings) expect((await signIn(spelling, "wrong password")).status).toBe(401);
    expect(await networksCounted()).toBe(1);
  });

  it.each([
    "1".repeat(4_000),
    `fe80::1%${"e".repeat(4_000)}`,
    `192.0.2.7:${"0".repeat(4_000)}`,
    "[".repeat(4_000),
  ])("never causes a 500 when it is long and invalid", async (forwarded) => {
    expect((await signIn(forwarded)).status).toBe(200);
  });
});
