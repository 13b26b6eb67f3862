import type { Newsletter } from "db/entities/newsletter";
import { database, setUpOrm } from "tests/support/own-database";
import { insertRecord } from "tests/support/record-factories";
import { expect, it } from "vitest";
import { editionContent } from "~/features/newsletters/edition-content.server";
import { type RenderedBody, renderBodies } from "~/features/newsletters/start-editions.server";

setUpOrm();

const SITE = { siteName: "Openbell", publicUrl: "https://site.test" };
const PICTURE = "/uploads/6f9619ff-8b86-4011-b42d-00c04fc964ff/640.webp";
const TEXT = `Some words.\n\n![A plant](${PICTURE})`;

async function bodiesOf(newsletter: Newsletter, recordId: string): Promise<RenderedBody[]> {
  const content = await editionContent(newsletter, recordId, "published");
  return content ? renderBodies(newsletter, content, SITE) : [];
}

it.each([
  ["briefs", "daily_briefs", "analysis", "/daily-brief/"],
  ["alerts", "trade_alerts", "analysis", "/trade-alert/"],
] as const)("a picture of %s is a link to the page, because it is locked as its text", async (newsletter, table, column, path) => {
  const id = await insertRecord(database, table, { [column]: TEXT });
  const bodies = await bodiesOf(newsletter, id);
  const whole = bodies.find(({ version }) => version === "whole")?.html;
  expect(whole).toMatch(new RegExp(`<a [^>]*href="https://site.test${path}${id}"[^>]*>Picture: A plant</a>`));
  for (const { html, text } of bodies) expect(html + text).not.toContain("/uploads/");
});

it("a picture of an article is shown", async () => {
  const [whole] = await bodiesOf("news", await insertRecord(database, "news", { content: TEXT }));
  expect(whole?.html).toContain(`<img src="https://site.test${PICTURE}"`);
});
