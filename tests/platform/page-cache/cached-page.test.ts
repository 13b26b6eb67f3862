import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { NEWS } from "db/demo/editorial";
import { array, asyncProperty, assert as check, constantFrom, record, string } from "fast-check";
import { describe, expect, it } from "vitest";
import { type CachedPage, preparePage } from "~/platform/page-cache/cached-page.server";
import {
  FRAME_SLOTS,
  type FrameHtml,
  NO_OWN_PARTS,
  SLOTS,
  type Slot,
  type SlotTexts,
} from "~/platform/page-cache/slots.server";

const html = (text: string) => new Response(text, { headers: { "Content-Type": "text/html" } });
const LONG = Array.from({ length: 60 }, (_, n) => `<li class="row">Report number ${n} on rates</li>`).join(
  "",
);

const TEXTS: SlotTexts = {
  nonce: "bm9uY2U=",
  firstname: "Ada",
  lastname: "<O'Wexford> & söhne",
  initials: "ÅW",
  email: "ada@demo.test",
  picture: "",
  address: "/news/1?q=a%20b",
  own: NO_OWN_PARTS,
};
const ESCAPED: SlotTexts = { ...TEXTS, lastname: "&lt;O&#x27;Wexford&gt; &amp; söhne" };

const expected = (text: string, texts = ESCAPED) =>
  Object.entries(SLOTS).reduce(
    (filled, [slot, token]) => filled.replaceAll(token, texts[slot as Slot]),
    text,
  );

const frameOf = (strip: string): FrameHtml => ({
  strip: Buffer.from(strip),
  settled: Buffer.from("<ul>settled</ul>"),
  column1: Buffer.from("<ul>settled</ul>"),
  column2: Buffer.from("<ul>settled</ul><ol>read</ol>"),
  column3: Buffer.from("<ul>settled</ul><ol>read</ol><ul>results</ul>"),
  columnWhole: Buffer.from("<ul>settled</ul><ul>movers & more</ul>"),
  columnBetweenAds: Buffer.from("<ul>movers & more</ul>"),
  columnAtMarkets: Buffer.from("<ul>settled</ul>"),
  bell: Buffer.from(""),
  record: Buffer.from(""),
  footer: Buffer.from(""),
});
const FRAME = frameOf(`<p>strip ${LONG}</p>`);

type Encoding = "br" | "gzip" | undefined;
const DECODE = { br: brotliDecompressSync, gzip: gunzipSync };

/** The decoded reply and its size in bytes; sent twice, because the second reply has the shared compression. */
async function decodedReply(
  page: CachedPage,
  encoding: Encoding,
  {
    texts = TEXTS,
    frame = FRAME,
    visits = 2,
  }: { texts?: SlotTexts; frame?: FrameHtml; visits?: number } = {},
) {
  let sent: Buffer = Buffer.alloc(0);
  for (let visit = 0; visit < visits; visit += 1) sent = await page.bodyIn(frame).bytesFor(texts, encoding);
  return { text: (encoding ? DECODE[encoding](sent) : sent).toString(), bytes: sent.length };
}

const PAGE = `<!doctype html>${FRAME_SLOTS.bell}${LONG}<b>${SLOTS.firstname} ${SLOTS.lastname}</b><i>${SLOTS.initials}</i>${FRAME_SLOTS.strip}${LONG}<a>${SLOTS.email}</a>${LONG}${FRAME_SLOTS.columnWhole}`;

const framed = (text: string, frame = FRAME) =>
  Object.entries(FRAME_SLOTS).reduce(
    (filled, [slot, token]) => filled.replaceAll(token, frame[slot as keyof FrameHtml].toString()),
    expected(text),
  );

const prepare = (text: string) => preparePage(html(text), undefined, 0, []);

describe.each(["br", "gzip"] as const)("a page with slots, in %s,", (encoding) => {
  it("is compressed once for all and joined with each reader's parts", async () => {
    const page = await prepare(PAGE);
    const { text, bytes } = await decodedReply(page, encoding);
    expect(text).toBe(framed(PAGE));
    expect(bytes).toBeLessThan(framed(PAGE).length / 4);
    expect(page.bodyIn(FRAME).bytesFor(TEXTS, encoding)).toBeInstanceOf(Buffer);
    const other = await decodedReply(page, encoding, { texts: { ...TEXTS, firstname: "Bo" } });
    expect(other.text).toBe(framed(PAGE).replace("Ada", "Bo"));
  });

  it("is correct for text that the encoder's dictionary contains, whatever precedes a name", async () => {
    const english = NEWS.slice(0, 6)
      .map(({ content }) => content)
      .join("\n");
    for (const length of [100, 900, 1_100, 3_000, 9_000, 30_000, 34_000]) {
      const before = english.repeat(30).slice(0, length);
      const page = await prepare(`${before}<b>${SLOTS.firstname}</b>${english}${SLOTS.email}${english}`);
      for (const firstname of ["", "Ada", "Wilhelmina".repeat(10)]) {
        const texts = { ...TEXTS, firstname };
        const plain = await decodedReply(page, undefined, { texts });
        expect((await decodedReply(page, encoding, { texts })).text).toBe(plain.text);
      }
      expect(page.bodyIn(FRAME).bytesFor(TEXTS, encoding), `joined after ${length}`).toBeInstanceOf(Buffer);
    }
  });

  it("is fast for the first reader", async () => {
    const page = await prepare(PAGE);
    const first = await decodedReply(page, encoding, { visits: 1 });
    expect(first.text).toBe(framed(PAGE));
  });

  it("is complete for any text between any slots", async () => {
    const word = constantFrom(
      LONG,
      "x".repeat(70_000),
      "short",
      "",
      LONG.slice(0, 501),
      ...Object.values(SLOTS),
      ...Object.values(FRAME_SLOTS),
    );
    const name = string({ unit: "grapheme", maxLength: 200 });
    await check(
      asyncProperty(
        array(word, { maxLength: 12 }),
        record({ firstname: name, email: name }),
        async (words, own) => {
          const page = await prepare(`<!doctype html>${SLOTS.nonce}${words.join("")}`);
          const texts: SlotTexts = { ...TEXTS, ...own };
          const plain = await decodedReply(page, undefined, { texts });
          expect((await decodedReply(page, encoding, { texts })).text).toBe(plain.text);
          expect(page.bodyIn(FRAME).bytesFor(texts, encoding), "joined").toBeInstanceOf(Buffer);
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe("a cached page in its frame", () => {
  it("is sent uncompressed, too", async () => {
    expect((await decodedReply(await prepare(PAGE), undefined)).text).toBe(framed(PAGE));
  });

  it("uses the newest frame from then on", async () => {
    const page = await prepare(PAGE);
    await decodedReply(page, "br");
    const newer = frameOf("<p>newer prices</p>");
    for (const encoding of ["br", "gzip", undefined] as const) {
      expect((await decodedReply(page, encoding, { frame: newer })).text).toBe(framed(PAGE, newer));
    }
  });

  it("has another ETag in another frame, and none of its own with one reader's parts", async () => {
    const page = await prepare(`${LONG}${FRAME_SLOTS.strip}`);
    const { etag } = page.bodyIn(FRAME);
    expect(etag).toMatch(/^W\/"/);
    expect(page.bodyIn(frameOf("other")).etag).not.toBe(etag);
    expect((await prepare(PAGE)).bodyIn(FRAME).etag).toBeUndefined();
  });

  it("reports its maximum memory", async () => {
    const { size } = await prepare(PAGE);
    expect(size).toBeGreaterThan(LONG.length * 3);
  });
});
