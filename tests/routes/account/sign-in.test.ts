import { app, database, setUpApp } from "tests/support/running-app";
import { SIGN_IN_AREAS } from "tests/support/sign-in-areas";
import { spec } from "tests/support/spec";
import type { Person } from "tests/support/test-app";
import { beforeEach, describe, expect, it } from "vitest";
import { signIn } from "./sign-in-form";

setUpApp();
beforeEach(() => database.rows("delete from rate_limits"));

describe("the sign-in, registration and password pages", () => {
  const CLOSE =
    /<a[^>]* href="\/"[^>]* aria-label="Close and go home"|aria-label="Close and go home"[^>]* href="\/"/;

  it.each([
    ["/login", "Member Sign In", ["/register", "/forget-password", "/terms", "/privacy"]],
    ["/register", "Create Free Account", ["/login", "/terms", "/privacy"]],
    ["/forget-password", "Forgot Password", ["/login"]],
  ])(
    "%s is titled %s, and links home and to related pages",
    spec("2.1 bare layout top bar", "2.3 create free account member", "2.3 close icons home links"),
    async (path, title, links) => {
      const html = await (await app.request(path)).text();
      expect(html).toContain(`<h1>${title}</h1>`);
      expect(html).toMatch(CLOSE);
      for (const link of links) expect(html).toContain(`href="${link}"`);
    },
  );
});

it.each([
  ["/login", "/api/auth/user/login", "Email is required"],
  ["/admin/login", "/api/auth/admin/login", "Please fill in all fields"],
])("%s and its API show the specified error for an empty form", async (page, api, message) => {
  const form = await signIn(page, "", "");
  expect(form.status).toBe(422);
  expect(await form.text()).toContain(message);
  const answer = await signIn(api, "", "");
  expect([answer.status, await answer.json()]).toMatchObject([422, { message }]);
});

it.each([
  ["/login", "/api/auth/user/login", "premium@demo.test"],
  ["/admin/login", "/api/auth/admin/login", "editor@demo.test"],
])("a correct password at %s or in the API clears earlier wrong attempts", async (page, api, email) => {
  for (const door of [page, api, page]) {
    for (let time = 0; time < 6; time += 1) expect((await signIn(door, email, "wrong")).status).toBe(401);
    expect((await signIn(door, email)).status).toBeLessThan(400);
  }
});

describe("a sign-in redirects", () => {
  const leadsTo = async (next: string) => {
    const path = `/login?next=${encodeURIComponent(next)}`;
    await database.rows("delete from rate_limits");
    const response = await signIn(path, "premium@demo.test");
    expect(response.status, JSON.stringify(next)).toBe(303);
    return new URL(response.headers.get("Location") ?? "", "http://localhost:3000");
  };

  it.each([
    "/news",
    "/news?category=Tech&page=2",
    "/daily-brief#top",
  ])("to the original page: %s", async (next) => {
    expect((await leadsTo(next)).href).toBe(`http://localhost:3000${next}`);
  });

  it.each([
    ["/dashboard/devices", "/login"],
    ["/admin/news", "/admin/login"],
  ])("to %s without its query if that exceeds a header's size", async (page, door) => {
    for (const question of ["é".repeat(900), "'".repeat(2_000)]) {
      const answer = await app.request(`${page}?q=${question}&to=${encodeURIComponent(question)}`);
      expect(answer.headers.get("Location")).toBe(`${door}?next=${encodeURIComponent(page)}`);
    }
  });

  it.each([
    "//evil.test",
    "///evil.test",
    "/\\evil.test",
    "\\\\evil.test",
    "https://evil.test/",
    "http:evil.test",
    "javascript:alert(1)",
    "data:text/html,x",
    "/\t/evil.test",
    "/\n/evil.test",
    "\t//evil.test",
    " //evil.test",
    "/%09/evil.test",
    "/.//evil.test",
    "/..//evil.test",
    "/a/..//evil.test",
    "@evil.test",
    "/\r\nSet-Cookie: a=b",
    "/ü/\u{1F514}",
    "/\0",
    "/%",
  ])("never to another site: %j", async (next) => {
    const to = await leadsTo(next);
    expect(to.origin).toBe("http://localhost:3000");
    expect(to.pathname).not.toMatch(/^\/\//);
    const { status } = await app.request(`/login?next=${encodeURIComponent(next)}`, {
      cookies: await app.cookiesOf("premium"),
    });
    expect(status).toBeLessThan(400);
  });
});

describe("a wrong sign-in", () => {
  /** Ids and nonces change with every reply, and the reply repeats the typed address. */
  const plain = (text: string) =>
    text
      .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}/g, "ID")
      .replace(/nonce="[^"]*"|nonce-[^']*/g, "NONCE")
      .replace(/"[A-Za-z0-9+/]{22}=="|\\"[A-Za-z0-9+/]{22}==\\"/g, "NONCE")
      // Each reply leaves the network fewer attempts.
      .replace(/(\\"sign-in-network\\");r=\d+;t=\d+/, "$1")
      .replaceAll(/[\w-]+(@|%40)(demo|none)\.test/g, "ADDRESS");
  const compared = async (response: Response) => {
    const headers = [...response.headers].filter(([name]) => !["date", "x-request-id"].includes(name));
    return plain(`${response.status} ${JSON.stringify(headers)} ${await response.text()}`);
  };
  const known: Person[] = ["premium", "pending", "inactive", "lapsed"];

  it.each(SIGN_IN_AREAS)("does not reveal to $side whether an address is known", async ({ page, api }) => {
    const inJson = (email: string) =>
      app.request(api, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ email, password: "wrong" }),
      });
    const unknown = [
      await compared(await signIn(page, "nobody1@none.test", "wrong")),
      await compared(await inJson("nobody1@none.test")),
    ];
    expect(unknown[0]).toContain("Invalid email or password");
    for (const person of page === "/login" ? known : (["admin", "inactive-staff"] as const)) {
      const email = `${person}@demo.test`;
      expect(await compared(await signIn(page, email, "wrong"))).toBe(unknown[0]);
      expect(await compared(await inJson(email))).toBe(unknown[1]);
    }
  });

  it("never returns the password", async () => {
    for (const path of ["/login", "/admin/login", "/login.data", "/admin/login.data"]) {
      const response = await signIn(path, "premium@demo.test", "hunter2-hunter2");
      expect(await response.text()).not.toContain("hunter2");
      const invalid = await signIn(path, "", "hunter2-hunter2");
      expect(await invalid.text()).not.toContain("hunter2");
    }
  });

  it(
    "explains a pending account only after the correct password",
    spec("8 login failed unexpected error"),
    async () => {
      expect(await (await signIn("/login", "pending@demo.test")).text()).toContain(
        "Please verify your email",
      );
      expect(await (await signIn("/login", "pending@demo.test", "wrong")).text()).not.toContain(
        "verify your email",
      );
    },
  );
});
