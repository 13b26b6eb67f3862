import type { Page } from "@playwright/test";
import {
  BROWSERS,
  callOf,
  editAlert,
  NO_READERS,
  openPageAs,
  publish,
  setUpBrowser,
} from "tests/support/call-browser";
import { SET_CLOCK, UNSET_CLOCK, withOwnClock } from "tests/support/database-clock";
import { insertRecord } from "tests/support/record-factories";
import { app, database, setUpApp } from "tests/support/running-app";
import { SAVE } from "tests/support/save-button";
import { daysAgo, settleCalls } from "tests/support/settled-calls";
import { spec } from "tests/support/spec";
import { beforeEach, describe, expect, it } from "vitest";
import { verifyLedger } from "~/features/calls/verification/verify-ledger.server";

/* One call from its draft to the day on which it is public, in Chromium. Two months pass by the database's
   clock. call-life.test.ts covers the other lives of a call. */

setUpApp({}, { wrapDatabase: withOwnClock });
setUpBrowser();

/** Each life has its own ledger: time returns to the start of a life, which a ledger does not allow. */
beforeEach(async () => {
  await database.empty("call_events", "calls");
});

/** @param days before the current day; at 0 the clock continues normally */
const itIs = (days: number, time = "12:00") =>
  days === 0 ? database.rows(UNSET_CLOCK) : database.rows(SET_CLOCK, [`${daysAgo(days)}T${time}:00Z`]);

const headOfLog = async () => {
  const log = await app.request("/track-record/log.json");
  return ((await log.json()) as { head: { seq: number } }).head.seq;
};

/** A published view is a call, too. */
async function draftView(staff: Page, symbol: string): Promise<void> {
  await staff.goto("/admin/daily-brief/new");
  const sheet = staff.getByRole("dialog");
  await sheet.getByLabel("Title").fill(`View of ${symbol}`);
  await sheet.getByLabel("Ticker").fill(symbol);
  await sheet.getByLabel("Analysis").fill("It is cheap.");
  await sheet.getByLabel("Disclosure").fill("I own a few.");
  await sheet.getByLabel("Draft").check();
  const shut = sheet.locator("details:not([open]) > summary");
  if ((await shut.count()) > 0) await shut.first().click();
  await sheet.getByLabel("Buy zone to").fill("104");
  await sheet.getByRole("button", { name: SAVE }).click();
  await staff.getByRole("row").filter({ hasText: symbol }).getByText("Draft").waitFor();
}

async function publishView(staff: Page, symbol: string): Promise<void> {
  const row = staff.getByRole("row").filter({ hasText: symbol });
  await row.getByRole("link", { name: /Edit/ }).click();
  const sheet = staff.getByRole("dialog");
  await sheet.getByLabel("Published").check();
  await sheet.getByRole("button", { name: SAVE }).click();
  await row.getByText("Published").waitFor();
}

/** A quote as a price feed sends it, which also writes the price of the day. */
async function quoteIs(id: string, last: number): Promise<void> {
  const cookies = await app.cookiesOf("admin");
  const answer = await app.request(`/api/markets/${id}`, { method: "PUT", cookies, json: { last } });
  expect(answer.status).toBe(200);
}

describe.each(BROWSERS)("one call's whole life in a browser %s", (_, script) => {
  const symbol = script ? "WHOLES" : "WHOLEN";
  const view = script ? "VIEWS" : "VIEWN";
  const taken = script ? "GONES" : "GONEN";

  it(
    "is drafted, disclosed, published, moved by prices, closed at its target, in the track record, and public after thirty days",
    spec("beyond call s life browser"),
    async () => {
      const [staff, member] = [await openPageAs("admin", script), await openPageAs("premium", script)];
      const others = await Promise.all(NO_READERS.map((person) => openPageAs(person, script)));
      const quoted = { category: "Stocks", name: `Life of ${taken}`, symbol: taken, last: "100" };

      await itIs(60);
      await insertRecord(database, "quotes", quoted);
      const quote = await insertRecord(database, "quotes", { ...quoted, name: `Life of ${symbol}`, symbol });
      const before = await headOfLog();
      await draftView(staff, view);
      expect(await headOfLog()).toBe(before);
      await publishView(staff, view);
      expect(await headOfLog()).toBe(before + 1);
      await publish(staff, symbol);
      await publish(staff, taken);
      expect(await headOfLog()).toBe(before + 3);

      await member.goto("/trade-alert");
      await member
        .getByRole("link", { name: `Life of ${symbol}` })
        .first()
        .click();
      await member.getByText("Author’s holdings: I hold none of it.").waitFor();
      const alert = member.url();
      await itIs(59);
      await staff.goto("/admin/trade-alert");
      await editAlert(staff, symbol, "125");
      await itIs(57);
      await quoteIs(quote, 110.5);
      await member.goto(alert);
      await member.getByText("110.50").first().waitFor();
      await member.getByText("Target changed from 120").waitFor();

      await itIs(55);
      await quoteIs(quote, 126.25);
      await settleCalls();
      const call = await callOf(symbol);
      expect(call).toMatchObject({ state: "open" });
      await itIs(54);
      await settleCalls();
      await member.request.get(`/track-record/${call?.id}`);
      await member.goto(`/track-record/${call?.id}`);
      await member.getByText("Settled at its target: +25.0% in 5 days").waitFor();
      await member.goto("/track-record");
      await member
        .getByRole("link", { name: `Life of ${symbol}` })
        .first()
        .waitFor();
      await itIs(50);
      const withdrawn = await callOf(taken);
      await staff.goto(`/admin/trade-alert?delete=${withdrawn?.recordId}`);
      await staff.getByRole("button", { name: "Delete", exact: true }).click();
      await staff.getByText("Trade alert deleted successfully").waitFor();
      const statuses = (id = "") =>
        Promise.all(others.map(async ({ request }) => (await request.get(`/track-record/${id}`)).status()));
      await itIs(25);
      expect(await statuses(call?.id)).toEqual([404, 404]);
      await itIs(24);
      expect(await statuses(call?.id)).toEqual([200, 200]);
      expect(await statuses(withdrawn?.id)).toEqual([404, 404]);

      await itIs(0);
      for (const page of [...others, member]) {
        await page.goto("/track-record");
        await page
          .getByRole("link", { name: `Life of ${symbol}` })
          .first()
          .click();
        await page.waitForURL(`**/track-record/${call?.id}`);
        await page.getByText("Target changed from 120 to 125").first().waitFor();
        expect(await page.content()).not.toContain("It goes up.");
        await page.goto("/track-record/withdrawn");
        await page.getByRole("link", { name: `Life of ${taken}` }).click();
        await page.getByText(/^Withdrawn, /).waitFor();
      }
      expect((await verifyLedger()).problems).toEqual([]);
    },
  );
});
