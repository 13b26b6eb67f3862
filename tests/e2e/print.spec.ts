import { expect, type Page, test } from "@playwright/test";
import { signInByApi } from "./people";
import { printedPages } from "./printed-pages";
import { screenAddress } from "./screens";

/** One page of each printed kind, with its most sheets of A4, by person. */
const PRINTED: Record<string, Record<string, number>> = {
  visitor: {
    "/": 5,
    "/news": 4,
    "/news/{news}": 3,
    "/daily-brief/{daily-brief}": 2,
    "/trade-alert/{trade-alert}": 2,
    "/market": 2,
    "/track-record": 5,
    "/track-record/verify": 3,
    "/track-record/{settled call}": 3,
    "/stock/NVDA": 3,
    "/author/ines-calloway": 4,
    "/subscription": 5,
    "/terms": 3,
  },
  premium: {
    "/daily-brief/{daily-brief}": 3,
    "/trade-alert/{trade-alert}": 3,
    "/stock-picks": 4,
    "/videos/{videos}": 2,
    "/dashboard/subscription": 3,
    "/dashboard/receipts/{receipt}": 1,
    "/dashboard/gifts/{gift}": 1,
  },
  superadmin: {
    "/admin/numbers": 3,
    "/admin/payments/{refunded}/receipt": 1,
    "/admin/payments/{refunded}/credit-note": 1,
    "/admin/news/{news}/preview": 3,
  },
};

/** The small print at the foot of each sheet. */
const SMALL_PRINT = /Education,notadvice\..*?(?:Developers:theAPI\.|$)/;
/** The least text of a sheet: a line or two. */
const SOME_TEXT = 40;
/** A list to which other journeys add rows: its last sheet may hold a single one. */
const GROWING_LIST = "/admin/numbers";
const ONE_ROW = 10;

const plain = (text: string) => text.normalize("NFKC").replace(/\s+/g, "");

/** Parts that print empty. Their room alone may take another sheet. */
async function emptyParts(page: Page): Promise<string[]> {
  await page.emulateMedia({ media: "print" });
  const found = await page
    .locator("main .section")
    .evaluateAll((parts) =>
      parts
        .filter((part) => part.getClientRects().length > 0 && part.clientHeight === 0)
        .map((part) => part.innerHTML.slice(0, 100)),
    );
  await page.emulateMedia({ media: null });
  return found;
}

const printed = async (page: Page) => printedPages(await page.pdf({ format: "A4" })).map(plain);

for (const [person, screens] of Object.entries(PRINTED))
  test(`a print by ${person} begins with its heading and ends with its text, on as few sheets as possible`, async ({
    page,
    context,
  }) => {
    if (person !== "visitor") await signInByApi(context, person);
    for (const [screen, most] of Object.entries(screens)) {
      await page.goto(await screenAddress(context, screen));
      expect(await emptyParts(page), `parts without ink on ${screen}`).toEqual([]);
      const sheets = await printed(page);
      // The front page's own heading is for screen readers.
      const heading = plain(await page.locator("main :is(h1:not(.sr), h2)").first().innerText());
      expect(sheets[0], `the first sheet of ${screen}`).toContain(heading);
      expect(sheets.length, `sheets of ${screen}`).toBeLessThanOrEqual(most);
      const texts = sheets.map((sheet) => sheet.replace(SMALL_PRINT, "").length);
      const description = `text on the sheets of ${screen}: ${texts}`;
      if (screen === GROWING_LIST) expect(texts.pop(), description).toBeGreaterThan(ONE_ROW);
      expect(Math.min(...texts), description).toBeGreaterThan(SOME_TEXT);
    }
  });

test("a print spells out what screens show by colour: ticks, flags, arrows and states", async ({
  page,
  context,
}) => {
  await signInByApi(context, "premium");
  const sheetsOf = async (screen: string) => {
    await page.goto(await screenAddress(context, screen));
    return (await printed(page)).join("");
  };
  const alert = await sheetsOf("/trade-alert/{trade-alert}");
  expect(alert).toMatch(/▲BUY|▼SELL/);
  const plans = await sheetsOf("/subscription");
  const ticks = await page.locator(".ticks li, .compare .yes").count();
  expect(ticks).toBeGreaterThan(10);
  // A table that continues on the next sheet may appear twice in the file.
  expect(plans.split("✓").length - 1).toBeGreaterThanOrEqual(ticks);
  expect(plans).toContain("Active");
  const market = await sheetsOf("/market");
  expect(market).toMatch(/▲\+\d/);
  expect(market).toMatch(/▼−\d/);
  expect(market).not.toMatch(/▲−|▼\+/);
  // None of them is white on white paper.
  await page.emulateMedia({ media: "print" });
  await page.goto("/subscription");
  const colours = await page
    .locator(".badge--active, .tag, .ticks li")
    .evaluateAll((all) => all.map((each) => getComputedStyle(each).color));
  expect(colours.length).toBeGreaterThan(0);
  expect(colours.filter((colour) => colour === "rgb(255, 255, 255)")).toEqual([]);
});
