import type { Newsletter } from "db/entities/newsletter";
import { mailMarkupErrors } from "tests/support/markup";
import { database, setUpOrm } from "tests/support/own-database";
import { addressesOf, readMail } from "tests/support/parsed-mail";
import { insertRecord } from "tests/support/record-factories";
import { beforeEach, describe, expect, it } from "vitest";
import { TOKEN_SLOT } from "~/features/mail/render-mail";
import { digestWeek, recordOfWeek } from "~/features/newsletters/digest.rules";
import { editionContent } from "~/features/newsletters/edition-content.server";
import { composeMessage } from "~/features/newsletters/edition-message.server";
import { type RenderedBody, renderBodies } from "~/features/newsletters/start-editions.server";

setUpOrm();
beforeEach(async () => {
  for (const table of ["daily_briefs", "trade_alerts", "news"]) await database.rows(`delete from ${table}`);
});

const SITE = { siteName: "Openbell", publicUrl: "https://site.test" };
const PICTURE = "/uploads/6f9619ff-8b86-4011-b42d-00c04fc964ff/640.webp";
const HOSTILE = `Größe <img src=x> "&' 日本語 😀 עברית =01 =20`;
const SATURDAY = "2026-11-28";
const created_at = new Date(digestWeek(SATURDAY, "UTC").since.getTime() + 3_600_000);

/** Every kind of block, with what a message could spoil: dots at the start of lines, long lines, signs of the encoding. */
const TEXT = [
  "## A chapter",
  `${HOSTILE} **bold**, *soft*, [a page](/news) and [another](https://other.test/?a=1&b=2).`,
  "From here on.\n.\n..dots",
  "x".repeat(2000),
  "- one\n- two\n\n  - inside\n\n  another",
  "3. three\n4. four",
  "> said\n>\n> - by somebody",
  "| Year | Sales |\n| --- | ---: |\n| 2025 | 12 |",
  `![A "plant"](${PICTURE})`,
  "chart NVDA 1y",
  "---",
  "### The end",
].join("\n\n");

const insertBrief = () =>
  insertRecord(database, "daily_briefs", {
    ...{ company_name: HOSTILE, headline: HOSTILE, teaser: HOSTILE, analysis: TEXT, disclosure: HOSTILE },
    ...{ buy_zone_min: "1", buy_zone_max: "2", created_at },
  });
const insertAlert = () =>
  insertRecord(database, "trade_alerts", { name: HOSTILE, analysis: TEXT, created_at });
const insertArticle = () =>
  insertRecord(database, "news", { title: HOSTILE, author: HOSTILE, content: TEXT, created_at });

async function bodiesOf(newsletter: Newsletter, recordId: string, code?: string): Promise<RenderedBody[]> {
  const content = await editionContent(newsletter, recordId, "published");
  return content ? renderBodies(newsletter, content, SITE, code) : [];
}

const KINDS = {
  briefs: { insert: insertBrief, versions: ["whole", "teaser"] },
  alerts: { insert: insertAlert, versions: ["whole"] },
  news: { insert: insertArticle, versions: ["whole"] },
  weekly: {
    async insert() {
      for (const insert of [insertBrief, insertAlert, insertArticle]) await insert();
      return recordOfWeek(SATURDAY);
    },
    versions: ["whole"],
  },
} as const;
const VERSIONS = Object.entries(KINDS).flatMap(([newsletter, { insert, versions }]) =>
  versions.map((version) => ({ newsletter: newsletter as keyof typeof KINDS, version, insert })),
);

const TOKEN = "aB3-".repeat(9);
const RECIPIENT = { id: "6f9619ff-8b86-4011-b42d-00c04fc964ff", to: "ada@readers.test", token: TOKEN };
const CODE = "6f9619ff8b86";

describe.each(VERSIONS)("the email of $newsletter, $version", ({ newsletter, version, insert }) => {
  it("is sound HTML, and is read as it was written", async () => {
    const body = (await bodiesOf(newsletter, await insert(), CODE)).find((each) => each.version === version);
    if (!body) throw new Error("no such version");
    expect(await mailMarkupErrors(body.html)).toEqual([]);
    const path = `https://site.test/unsubscribe/${newsletter}/`;
    const { messageTo } = await composeMessage(
      { subject: `${HOSTILE}\r\nBcc: eve@evil.test`, html: body.html, text: body.text },
      {
        from: { name: "Büro, “desk”", address: "desk@letters.example" },
        domain: "site.test",
        list: newsletter,
        unsubscribe: `${path}${TOKEN_SLOT}?edition=${CODE}`,
      },
    );
    const mail = await readMail(messageTo(RECIPIENT));
    expect(mail.subject).toBe(`${HOSTILE} Bcc: eve@evil.test`);
    expect(addressesOf(mail.from)).toEqual(["Büro, “desk” <desk@letters.example>"]);
    expect(addressesOf(mail.to)).toEqual(["ada@readers.test"]);
    expect([mail.cc, mail.bcc, mail.attachments]).toEqual([undefined, undefined, []]);
    expect(mail.messageId).toBe(`<${RECIPIENT.id}@site.test>`);
    expect(mail.line("list-unsubscribe")).toBe(`List-Unsubscribe: <${path}${TOKEN}?edition=${CODE}>`);
    expect(mail.line("list-unsubscribe-post")).toBe("List-Unsubscribe-Post: List-Unsubscribe=One-Click");
    expect(mail.headers.get("list")).toMatchObject({
      id: { name: `${newsletter}.site.test` },
      unsubscribe: { url: `${path}${TOKEN}?edition=${CODE}` },
      "unsubscribe-post": { name: "List-Unsubscribe=One-Click" },
    });
    expect(mail.html).toBe(body.html.replaceAll(TOKEN_SLOT, TOKEN));
    expect(mail.text).toBe(body.text.replaceAll(TOKEN_SLOT, TOKEN));
    expect(mail.text).toContain(`${path}${TOKEN}?edition=${CODE}`);
  });
});

it.each([
  ["briefs", insertBrief, "/daily-brief/"],
  ["alerts", insertAlert, "/trade-alert/"],
] as const)("a picture of %s is a link to the page, because it is locked as its text", async (newsletter, insert, path) => {
  const id = await insert();
  const bodies = await bodiesOf(newsletter, id);
  const whole = bodies.find(({ version }) => version === "whole")?.html;
  expect(whole).toMatch(
    new RegExp(`<a [^>]*href="https://site.test${path}${id}"[^>]*>Picture: A &quot;plant&quot;</a>`),
  );
  for (const { html, text } of bodies) expect(html + text).not.toContain("/uploads/");
});

it("a picture of an article is shown", async () => {
  const [whole] = await bodiesOf("news", await insertArticle());
  expect(whole?.html).toContain(`<img src="https://site.test${PICTURE}"`);
});
