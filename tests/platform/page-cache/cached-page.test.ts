import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { array, asyncProperty, assert as check, constantFrom, record, string } from "fast-check";
import { describe, expect, it } from "vitest";
import { type CachedPage, personalBody, preparePage } from "~/platform/page-cache/cached-page.server";
import { SLOTS, type SlotTexts } from "~/platform/page-cache/slots.server";

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
};
const ESCAPED: SlotTexts = { ...TEXTS, lastname: "&lt;O&#x27;Wexford&gt; &amp; söhne" };

const expected = (text: string, texts = ESCAPED) =>
  Object.entries(SLOTS).reduce(
    (filled, [slot, token]) => filled.replaceAll(token, texts[slot as keyof SlotTexts]),
    text,
  );

function slotted({ body }: CachedPage) {
  if (!("segments" in body)) throw new Error("The page has no slots");
  return body;
}

const PAGE = `<!doctype html>${LONG}<b>${SLOTS.firstname} ${SLOTS.lastname}</b><i>${SLOTS.initials}</i>${LONG}<a>${SLOTS.email}</a>${LONG}`;

describe("a page with slots", () => {
  it("is compressed once for all, and joined with what is one reader's", async () => {
    const body = slotted(await preparePage(html(PAGE), 0));
    expect(body.br).toBeDefined();
    const joined = await personalBody(body, TEXTS, "br");
    expect(brotliDecompressSync(joined).toString()).toBe(expected(PAGE));
    expect(joined.length).toBeLessThan(PAGE.length / 4);
  });

  it("comes in every coding that is asked for", async () => {
    const body = slotted(await preparePage(html(PAGE), 0));
    expect((await personalBody(body, TEXTS, undefined)).toString()).toBe(expected(PAGE));
    expect(gunzipSync(await personalBody(body, TEXTS, "gzip")).toString()).toBe(expected(PAGE));
    const alone = await personalBody({ ...body, br: undefined }, TEXTS, "br");
    expect(brotliDecompressSync(alone).toString()).toBe(expected(PAGE));
  });

  it("is whole for any text between any slots", async () => {
    const word = constantFrom(
      LONG,
      "x".repeat(70_000),
      "short",
      "",
      LONG.slice(0, 501),
      ...Object.values(SLOTS),
    );
    const name = string({ unit: "grapheme", maxLength: 200 });
    await check(
      asyncProperty(
        array(word, { maxLength: 12 }),
        record({ firstname: name, email: name }),
        async (words, own) => {
          const text = `<!doctype html>${SLOTS.nonce}${words.join("")}`;
          const texts: SlotTexts = { ...TEXTS, ...own };
          const body = slotted(await preparePage(html(text), 0));
          const plain = await personalBody(body, texts, undefined);
          expect(brotliDecompressSync(await personalBody(body, texts, "br")).equals(plain)).toBe(true);
          expect(body.br).toBeDefined();
        },
      ),
      { numRuns: 60 },
    );
  });

  it("says how much memory it takes", async () => {
    const { size } = await preparePage(html(PAGE), 0);
    expect(size).toBeGreaterThan(LONG.length * 3);
    const whole = await preparePage(html(LONG), 0);
    expect(whole.size).toBeGreaterThan(LONG.length);
  });
});
