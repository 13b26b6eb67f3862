import { app, database, setUpApp } from "tests/support/running-app";
import { type Instance, startInstance } from "tests/support/server-process";
import { PASSWORD } from "tests/support/test-app";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { signIn } from "./sign-in-form";

setUpApp();
beforeEach(() => database.rows("delete from rate_limits"));

describe("sign-in limits with two servers on one database", () => {
  let second: Instance;
  beforeAll(async () => {
    second = await startInstance(app.databaseUrl);
  });
  afterAll(() => second?.stop());

  /**
   * Sends 200 at once, half of them to the other server. An overloaded machine replies 503 to some of them.
   * Those may have counted without being checked, so they count for either side.
   */
  async function expectChecked(
    allowed: number,
    path: string,
    emailOf: (index: number) => string,
  ): Promise<void> {
    const answers = Array.from({ length: 200 }, async (_, index) => {
      const base = index % 2 ? second.url : app.url;
      const response = await fetch(base + path, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ email: emailOf(index), password: "wrong" }),
      });
      await response.arrayBuffer();
      return response.status;
    });
    const statuses = await Promise.all(answers);
    const count = (wanted: number) => statuses.filter((status) => status === wanted).length;
    expect(statuses.filter((status) => ![401, 429, 503].includes(status))).toEqual([]);
    expect(count(401)).toBeLessThanOrEqual(allowed);
    expect(count(401) + count(503)).toBeGreaterThanOrEqual(allowed);
  }

  it.each([
    ["/api/auth/user/login", "basic@demo.test"],
    ["/api/auth/user/login", "nobody@none.test"],
    ["/api/auth/admin/login", "editor@demo.test"],
  ])("%s lets 10 of 200 attempts at one address reach the password", async (path, email) => {
    await expectChecked(10, path, () => email);
    const counted = await database.rows<{ points: number }>(
      "select points::int as points from rate_limits where key like 'sign-in-address%'",
    );
    expect(counted).toHaveLength(1);
    expect(counted[0]?.points).toBeGreaterThanOrEqual(10);
    const right = await app.request(path, { method: "POST", body: { email, password: PASSWORD } });
    expect(right.status).toBe(429);
  });

  it("let 60 of 200 attempts from one network at many addresses reach the password", async () => {
    await expectChecked(60, "/api/auth/user/login", (index) => `somebody${index}@none.test`);
  });

  it("ignore a forged proxy header", async () => {
    const counts: number[] = [];
    for (let index = 0; index < 12; index += 1) {
      const headers = { "X-Forwarded-For": `10.0.0.${index}`, "X-Real-IP": `10.0.0.${index}` };
      counts.push((await signIn("/login", "basic@demo.test", "wrong", headers)).status);
    }
    expect(counts.filter((status) => status === 429)).toHaveLength(2);
  });

  it.each(["/login", "/admin/login"])("%s shows how long to wait", async (page) => {
    let refused = await signIn(page, "editor@demo.test", "wrong");
    for (let time = 0; time < 10; time += 1) refused = await signIn(page, "editor@demo.test", "wrong");
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(await refused.text()).toContain("Too many attempts. Please try again in 15 minutes.");
  });

  it.each([
    ["/api/auth/user/login", "premium@demo.test", 10],
    ["/api/auth/admin/login", "editor@demo.test", 10],
    ["/api/auth/user/forget-password", "premium@demo.test", 5],
    ["/api/auth/user/register", "premium@demo.test", 5],
  ])("%s counts every spelling of an address as one", async (path, email, allowed) => {
    const ways = (text: string): string[] => {
      const at = text.search(/[ie]/);
      if (at === -1) return [text];
      const letters = text[at] === "i" ? ["i", "I", "İ", "ｉ"] : ["e", "E", "ｅ", "ℯ"];
      return ways(text.slice(at + 1)).flatMap((rest) =>
        letters.map((letter) => text.slice(0, at) + letter + rest),
      );
    };
    const statuses: number[] = [];
    for (const way of ways(email).slice(0, 40)) {
      const names = path.endsWith("register") ? { firstname: "Ada", lastname: "Wexford" } : {};
      const password = path.endsWith("forget-password") ? {} : { password: "a wrong password" };
      const json = { email: way, ...password, ...names };
      statuses.push((await app.request(path, { method: "POST", json })).status);
    }
    expect(statuses.filter((status) => ![422, 429].includes(status))).toHaveLength(allowed);
  });

  it("a correct password clears its address's count", async () => {
    for (let time = 0; time < 9; time += 1) await signIn("/login", "basic@demo.test", "wrong");
    expect((await signIn("/login", "basic@demo.test")).status).toBe(303);
    for (let time = 0; time < 9; time += 1) {
      expect((await signIn("/login", "basic@demo.test", "wrong")).status).toBe(401);
    }
  });
});
