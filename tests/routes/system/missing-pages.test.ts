import { randomUUID } from "node:crypto";
import { knex } from "@mikro-orm/postgresql";
import { recordStatements } from "tests/support/record-statements";
import { type Person, startTestApp, type TestApp } from "tests/support/test-app";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  // Loads the parts around each page before any count.
  await app.request("/news");
});
afterAll(() => app?.stop());

async function visit(path: string, person: Person = "visitor", more = "") {
  const cookies = [await app.cookiesOf(person), more].filter(Boolean).join("; ");
  const answer = await app.request(path, { cookies });
  return { status: answer.status, headers: answer.headers, html: await answer.text() };
}

const backTo = (html: string) => /<input type="hidden" name="to" value="([^"]*)"/.exec(html)?.[1];
const ofContent = (statements: string[]) =>
  statements.filter((text) => /\b(news|daily_briefs|stock_picks|trade_alerts|videos|calls)\b/.test(text));

describe("a missing page", () => {
  it.each([
    "/news/:id",
    "/daily-brief/:id",
    "/trade-alert/:id",
    "/videos/:id",
    "/author/:id",
    "/stock/:id",
    "/:id",
  ])("is identical at every missing id, except for the address: %s", async (pattern) => {
    const [one, two] = [randomUUID(), randomUUID()].map((id) => pattern.replace(":id", id)) as [
      string,
      string,
    ];
    const [first, second, again] = [await visit(one), await visit(two), await visit(one)];
    expect([first.status, second.status, again.status]).toEqual([404, 404, 404]);
    expect([backTo(first.html), backTo(second.html), backTo(again.html)]).toEqual([one, two, one]);
    expect(second.html.replaceAll(two, one).length).toBe(first.html.length);
    expect(again.html).not.toContain(two);
  });

  it("is looked up once", async () => {
    const path = `/news/${randomUUID()}`;
    expect(ofContent(await recordStatements(() => visit(path)))).not.toEqual([]);
    expect(ofContent(await recordStatements(() => visit(path)))).toEqual([]);
  });

  it("is not looked up without a valid id", async () => {
    expect(ofContent(await recordStatements(() => visit("/news/no-id")))).toEqual([]);
  });

  it("appears once its record exists, whoever adds it", async () => {
    const id = randomUUID();
    expect((await visit(`/news/${id}`)).status).toBe(404);
    expect((await visit(`/news/${id}`)).status).toBe(404);
    const byHand = knex({ client: "pg", connection: app.databaseUrl });
    await byHand.raw(
      "insert into news (id, title, content, category, status) values (?, 'Here now', 'Text', 'Tech', 'published')",
      [id],
    );
    await byHand.destroy();
    await expect.poll(async () => (await visit(`/news/${id}`)).status).toBe(200);
    expect((await visit(`/news/${id}`)).html).toContain("Here now");
  });

  it("shows the reader's name and theme, and is private", async () => {
    const path = () => `/news/${randomUUID()}`;
    for (const person of ["premium", "visitor", "basic", "visitor"] as const) {
      const { html, headers } = await visit(path(), person);
      if (person === "visitor") expect(html).toContain('href="/login"');
      else expect(html).toContain(`aria-label="Account menu, ${person} Tester"`);
      expect(headers.get("Cache-Control")).toBe("private, no-store");
      expect(headers.get("ETag")).toBeNull();
    }
    const dark = await visit(path(), "visitor", "openbell_theme=dark");
    expect(dark.html).toContain('<html lang="en" data-theme="dark"');
    expect((await visit(path())).html).not.toContain("data-theme");
  });

  it("quotes its address safely", async () => {
    await visit("/nothing");
    const { html, status } = await visit(`/nothing?x="><script>alert(1)</script>&y='`);
    expect(status).toBe(404);
    expect(html).not.toContain("<script>alert");
    expect(backTo(html)).toContain("/nothing?x=");
  });

  it("has the same headers whether it is cached or not", async () => {
    const names = async (path: string) => {
      const { headers } = await visit(path);
      return Object.fromEntries(
        [...headers].filter(([name]) => !["date", "x-request-id", "vary", "content-length"].includes(name)),
      );
    };
    // Addresses this long are not cached.
    const drawn = await names(`/nothing/${"x".repeat(400)}`);
    await visit("/nothing/1");
    const kept = await names("/nothing/2");
    const withoutNonce = (headers: Record<string, string>) =>
      JSON.stringify(headers)
        .replace(/nonce-[^']*/, "nonce")
        .replace(',"transfer-encoding":"chunked"', "");
    expect(withoutNonce(kept)).toBe(withoutNonce(drawn));
  });

  it("is rendered once for a hundred concurrent requests", async () => {
    const path = `/videos/${randomUUID()}`;
    const answers = await Promise.all(Array.from({ length: 100 }, () => visit(path)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]));
    expect(new Set(answers.map(({ html }) => backTo(html)))).toEqual(new Set([path]));
  });
});
