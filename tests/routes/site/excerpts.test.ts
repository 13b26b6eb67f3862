import { insertRecord } from "tests/support/record-factories";
import { app, database, setUpApp } from "tests/support/running-app";
import { expect, it } from "vitest";

setUpApp();

const JAPANESE =
  "日本銀行は金融政策決定会合で政策金利を据え置くことを決めた。市場では円相場が一時的に上昇した。";

it.each([
  ["Japanese", JAPANESE.repeat(15)],
  ["Thai", "ธนาคารกลางญี่ปุ่นคงอัตราดอกเบี้ยนโยบายตามที่ตลาดคาดการณ์ไว้".repeat(12)],
  ["one word of 700 letters", "x".repeat(700)],
])("an article in %s is cut in cards, the feed and the description", async (_, content) => {
  const id = await insertRecord(database, "news", { title: "Rates", content, status: "published" });
  const text = async (path: string) => (await app.request(path)).text();
  const excerpts = {
    card: /<p dir="auto">([^<]*…)<\/p>/.exec(await text("/news"))?.[1],
    feed: new RegExp(`${id}[\\s\\S]*?<description>([^<]*)</description>`).exec(
      await text("/news/feed.xml"),
    )?.[1],
    description: /<meta name="description" content="([^"]*)"/.exec(await text(`/news/${id}`))?.[1],
  };
  for (const [place, words = ""] of Object.entries(excerpts)) {
    expect([place, words.slice(0, 5), words.length < 365, words.endsWith("…")]).toEqual([
      place,
      content.slice(0, 5),
      true,
      true,
    ]);
  }
  await database.rows("delete from news where id = ?", [id]);
});
