import { spec } from "tests/support/spec";
import { startTestApp, type TestApp } from "tests/support/test-app";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readConfig } from "~/platform/config.server";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ ANALYTICS_SRC: "https://stats.example:8443/count.js?site=1" });
});
afterAll(() => app.stop());

it(
  "every page loads the analytics script, with its own nonce",
  spec("2.1 third party analytics script"),
  async () => {
    const nonces = new Set<string>();
    for (const path of ["/news", "/news", "/news", "/news", "/news", "/login"]) {
      const response = await app.request(path);
      const nonce = /'nonce-([^']+)'/.exec(response.headers.get("Content-Security-Policy") ?? "")?.[1] ?? "";
      const scripts = [...(await response.text()).matchAll(/<script[^>]*src="http[^>]*>/g)].map(
        ([script]) => script,
      );
      expect(scripts).toEqual([
        `<script async="" src="https://stats.example:8443/count.js?site=1" nonce="${nonce}">`,
      ]);
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(6);
  },
);

it.each([
  "/reset-password/secret",
  "/login/link/secret",
  "/verify-email/secret",
  "/admin/invitation/secret",
  "/preview/news/6a9cf268-4e0e-8e31-8f55-ef0a30475f1f?link=secret",
])("%s, opened by a secret link, loads no third-party script", async (path) => {
  expect(await (await app.request(path)).text()).not.toContain('src="https://stats.example');
});

it("the content security policy allows exactly that origin", async () => {
  const policy = (await app.request("/news")).headers.get("Content-Security-Policy") ?? "";
  const directives = Object.fromEntries(
    policy.split(";").map((directive) => {
      const [name = "", ...sources] = directive.trim().split(" ");
      return [name, sources.filter((source) => source.includes("example"))];
    }),
  );
  const opened = Object.entries(directives).filter(([, sources]) => sources.length > 0);
  expect(opened).toEqual([
    ["script-src", ["https://stats.example:8443"]],
    ["connect-src", ["https://stats.example:8443"]],
  ]);
});

it.each([
  "stats.example/count.js",
  "javascript:alert(1)",
  "data:text/javascript,1",
])("%s is refused as the script's address at start", (address) => {
  const read = readConfig({
    NODE_ENV: "test",
    DATABASE_URL: "postgres://localhost/x",
    ANALYTICS_SRC: address,
  });
  expect(read).toEqual({ problems: [expect.stringMatching(/^ANALYTICS_SRC must be an http/)] });
});
