import { describe, expect, it } from "vitest";
import { isDeveloperHost, isLoopback } from "~/platform/loopback";

it.each([
  "localhost",
  "LOCALHOST:3000",
  "127.0.0.1",
  "127.0.0.1:80",
  "[::1]",
  "[::1]:3000",
])("%s is loopback", (host) => expect(isLoopback(host)).toBe(true));

it.each([
  "",
  "localhost.evil.test",
  "evil.test:127.0.0.1",
  "127.0.0.10",
  "localhost:",
  "localhost:123456",
  "::1",
])("%j is not loopback", (host) => expect(isLoopback(host)).toBe(false));

describe("a developer's host", () => {
  it.each([
    [{ demo: false, production: false }, true],
    [{ demo: true, production: true }, true],
    [{ demo: false, production: true }, false],
  ])("with %j is %s", (site, allowed) => expect(isDeveloperHost("localhost:3000", site)).toBe(allowed));

  it("is never another machine or empty", () => {
    for (const host of ["openbell.example", null, undefined]) {
      expect(isDeveloperHost(host, { demo: true, production: false })).toBe(false);
    }
  });
});
