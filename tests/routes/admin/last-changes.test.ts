import { spec } from "tests/support/spec";
import { startTestApp, type TestApp } from "tests/support/test-app";
import { afterAll, beforeAll, expect, it } from "vitest";

let app: TestApp;
let cookies: string;
beforeAll(async () => {
  app = await startTestApp();
  cookies = await app.cookiesOf("superadmin");
});
afterAll(() => app.stop());

const headers = { "Content-Type": "application/json" };
const save = async (method: string, path: string, body: unknown = {}) => {
  const response = await app.request(path, { method, cookies, headers, body: JSON.stringify(body) });
  expect(response.ok, `${method} ${path}`).toBe(true);
  return ((await response.json()) as { id: string }).id;
};

it(
  "the latest changes link to existing records, and only name deleted ones",
  spec("beyond dashboard s last changes"),
  async () => {
    const quote = { category: "Stocks", name: "Gone by now", last: "1" };
    const gone = await save("POST", "/api/markets", quote);
    await save("PUT", `/api/markets/${gone}`, { last: "2" });
    await save("DELETE", `/api/markets/${gone}`);
    const kept = await save("POST", "/api/markets", { ...quote, name: "Still there" });
    const html = await (await app.request("/admin", { cookies })).text();
    const changes = /<ol class="changes">(.*?)<\/ol>/s.exec(html)?.[1] ?? "";
    expect(changes.split("Gone by now")).toHaveLength(4);
    const links = [...changes.matchAll(/<a href="([^"]+)"/g)].map(([, href]) => href ?? "");
    expect(links).toEqual([`/admin/market/${kept}/edit`]);
    for (const link of links) expect((await app.request(link, { cookies })).status).toBe(200);
  },
);
