import { insertRecord } from "tests/support/record-factories";
import { app, database, setUpApp } from "tests/support/running-app";
import { afterEach, beforeAll } from "vitest";

/** The `Cookie` headers of two signed-in people; set before the first test of a file with `openBackOffice`. */
export let admin: string;
export let editor: string;

/** Runs the server for the tests of one file and deletes their rows after each test. */
export function openBackOffice(): void {
  setUpApp({ SITE_TZ: "America/New_York" });
  beforeAll(async () => {
    admin = await app.cookiesOf("admin");
    editor = await app.cookiesOf("editor");
  });
  afterEach(() => database.empty("news", "daily_briefs", "videos", "changes", "list_memories", "list_views"));
}

export const article = (values: Record<string, unknown> = {}) => insertRecord(database, "news", values);
export const page = async (path: string, cookies = admin) => (await app.request(path, { cookies })).text();
export const unescaped = (html: string) =>
  html
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");

/** The titles of a list, in its order. */
export const titlesOf = (html: string) =>
  [...html.matchAll(/aria-label="Edit ([^"]*)"/g)].map(([, title = ""]) => unescaped(title));
export const listedTitles = async (search: string) => titlesOf(await page(`/admin/news?${search}`));
export const linksIn = (html: string) =>
  [...html.matchAll(/(?:href|action)="([^"]*)"/g)].map(([, href = ""]) => unescaped(href));

export const jsonInit = (method: string, body: unknown, cookies = admin) => ({
  method,
  cookies,
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify(body),
});
