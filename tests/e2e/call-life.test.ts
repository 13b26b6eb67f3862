import {
  BROWSERS,
  callOf,
  EVERYBODY,
  editAlert,
  isKeptFromOthers,
  openPageAs,
  publish,
  setUpBrowser,
} from "tests/support/call-browser";
import { insertPrices, publishInThePast } from "tests/support/past-calls";
import { insertRecord } from "tests/support/record-factories";
import { database, setUpApp } from "tests/support/running-app";
import { daysAgo } from "tests/support/settled-calls";
import { spec } from "tests/support/spec";
import { beforeAll, describe, expect, it } from "vitest";
import { verifyLedger } from "~/features/calls/verification/verify-ledger.server";

/* A call's whole life, read in Chromium. It needs days to pass, so it has its own site with an old ledger.
   The browser journeys share a site with one clock and common prices. */

const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);

setUpApp({}, { doesJobs: true });
setUpBrowser();

const symbolsOf = (script: boolean) => {
  const end = script ? "S" : "N";
  return {
    ...{ symbol: `LIF${end}`, taken: `TAK${end}`, imported: `IMP${end}` },
    ...{ settled: `SET${end}`, withdrawn: `WIT${end}` },
  };
};
const NAMES = BROWSERS.map(([, script]) => symbolsOf(script));

/** The ledger's past: changed calls that reached their target, withdrawn calls, and open ones. */
beforeAll(async () => {
  for (const { settled } of NAMES)
    await insertPrices(settled, [
      [61, "100"],
      [57, "110", "121"],
      [55, "122", "126"],
    ]);
  await publishInThePast(
    NAMES.map(({ settled: symbol }) => ({
      ...{ symbol, madeAt: inDays(-60), target: "125" },
      targetBefore: { target: "120", until: inDays(-58) },
    })),
  );
  // Settled at the second target, which the ledger received the night after. The first target was no longer
  // in force when the price reached it.
  for (const { settled } of NAMES)
    expect(await callOf(settled)).toMatchObject({
      state: "closed",
      endedOn: daysAgo(55),
      waitsFrom: daysAgo(54),
    });
  for (const { withdrawn, taken } of NAMES) {
    await insertPrices(withdrawn, [[51, "100"]]);
    await insertPrices(taken, [[10, "100"]]);
  }
  await publishInThePast(
    NAMES.map(({ withdrawn: symbol }) => ({
      ...{ symbol, madeAt: inDays(-50), target: "120", withdrawnAt: inDays(-40) },
    })),
  );
  await publishInThePast(NAMES.map(({ taken: symbol }) => ({ symbol, madeAt: inDays(-9), target: "120" })));
});

describe.each(BROWSERS)("a call in a browser %s", (_, script) => {
  const { symbol, taken, imported, settled, withdrawn } = symbolsOf(script);

  it(
    "is disclosed, published, changed and closed, visible in full to its readers only",
    spec("beyond call s life browser"),
    async () => {
      const staff = await openPageAs("admin", script);
      await publish(staff, symbol);
      await editAlert(staff, symbol, "125");

      const member = await openPageAs("premium", script);
      await member.goto("/trade-alert");
      await member
        .getByRole("link", { name: new RegExp(`Life of ${symbol}`) })
        .first()
        .click();
      await member.getByText("Author’s holdings: I hold none of it.").waitFor();
      await member.getByText("Target changed from 120").waitFor();
      await isKeptFromOthers(symbol);

      const call = await callOf(symbol);
      expect(call).toMatchObject({ state: "open" });
      await staff.goto(`/admin/calls/${call?.id}`);
      await staff.getByLabel("Price").fill("115");
      await staff.getByLabel("Note").fill("The reason for it is gone.");
      await staff.getByRole("button", { name: "Close the call" }).click();
      await staff.getByLabel("Save anyway").check();
      await staff.getByRole("button", { name: "Close the call" }).click();
      await staff.getByText("Closed by hand at 115.00").waitFor();

      await member.goto(`/track-record/${call?.id}`);
      await member.getByText("Closed by hand: +15.0% in 0 days").waitFor();
      await member.getByRole("cell", { name: "changed", exact: true }).waitFor();
      await member.getByRole("link", { name: "The full track record" }).click();
      await member
        .getByRole("link", { name: `Life of ${symbol}` })
        .first()
        .waitFor();
      await isKeptFromOthers(symbol);
    },
  );

  it(
    "is everybody's once it is public, with what was changed of it",
    spec("beyond call s life browser"),
    async () => {
      const call = await callOf(settled);
      for (const person of EVERYBODY) {
        const page = await openPageAs(person, script);
        await page.goto("/track-record");
        await page
          .getByRole("link", { name: `Life of ${settled}` })
          .first()
          .click();
        await page.waitForURL(`**/track-record/${call?.id}`);
        await page.getByText("Settled at its target: +25.0% in 5 days").waitFor();
        await page.getByText("Target changed from 120 to 125").first().waitFor();
        await page.getByRole("cell", { name: "changed", exact: true }).waitFor();
        expect(await page.content()).not.toContain("It goes up.");
        await page.getByRole("link", { name: settled, exact: true }).click();
        await page.waitForURL(`**/stock/${settled}`);
        await page.getByText("Target changed from 120 to 125").first().waitFor();
      }
    },
  );

  it(
    "is everybody's once it is public, with its withdrawal",
    spec("beyond call s life browser"),
    async () => {
      const call = await callOf(withdrawn);
      for (const person of EVERYBODY) {
        const page = await openPageAs(person, script);
        await page.goto("/track-record/withdrawn");
        await page.getByRole("link", { name: `Life of ${withdrawn}` }).click();
        await page.waitForURL(`**/track-record/${call?.id}`);
        await page.getByText(/^Withdrawn, /).waitFor();
        await page.getByRole("cell", { name: "withdrawn", exact: true }).waitFor();
        expect(await page.content()).not.toContain("It goes up.");
        await page.goto(`/stock/${withdrawn}`);
        await page.getByText(`The call to buy ${withdrawn} was withdrawn on`).waitFor();
      }
    },
  );

  it(
    "from before the ledger is settled by the prices that staff import, without anybody waiting for the hour",
    spec("beyond call s life browser"),
    async () => {
      await insertRecord(database, "trade_alerts", {
        ...{ ticker: imported, name: `Life of ${imported}`, target_price: "120", stop_loss: "90" },
        ...{ created_at: inDays(-9), holding_period: "1 year" },
      });
      const [instrument] = await database.rows<{ id: string }>(
        "select id from instruments where symbol = ?",
        [imported],
      );
      const staff = await openPageAs("admin", script);
      await staff.goto(`/admin/instruments/${instrument?.id}/prices`);
      const line = (days: number, close: string, high: string) =>
        `${inDays(days).toISOString().slice(0, 10)},${close},${high}`;
      await staff
        .getByLabel("Or paste the text")
        .fill(
          ["day,close,high", line(-10, "100", ""), line(-7, "110", "115"), line(-5, "118", "121")].join("\n"),
        );
      await staff.getByRole("button", { name: "Import" }).click();
      await staff.getByText("3 prices added, 0 changed, 0 unchanged").waitFor();

      await expect.poll(() => callOf(imported)).toMatchObject({ state: "closed" });
      const member = await openPageAs("premium", script);
      await member.goto("/trade-alert");
      await member.getByRole("heading", { name: "Closed calls" }).waitFor();
      await member
        .getByRole("link", { name: `Life of ${imported}` })
        .first()
        .click();
      await member.getByRole("link", { name: "See it in the track record" }).click();
      await member.getByText("Settled at its target: +20.0% in 4 days").waitFor();
      await member.getByText("Recorded later.").waitFor();
    },
  );

  it(
    "is withdrawn when its alert is deleted, and the track record lists it",
    spec("beyond call s life browser"),
    async () => {
      const staff = await openPageAs("admin", script);
      const call = await callOf(taken);
      await staff.goto(`/admin/trade-alert?delete=${call?.recordId}`);
      await staff.getByRole("button", { name: "Delete", exact: true }).click();
      await staff.getByText("Trade alert deleted successfully").waitFor();
      expect(await callOf(taken)).toMatchObject({ state: "withdrawn" });

      const member = await openPageAs("premium", script);
      expect((await member.goto(`/trade-alert/${call?.recordId}`))?.status()).toBe(404);
      await member.goto(`/track-record/${call?.id}`);
      await member.getByText(/^Withdrawn, /).waitFor();
      await member.getByRole("cell", { name: "withdrawn", exact: true }).waitFor();
      await member.goto("/track-record");
      // Next to the past ones, there is one of each browser.
      await member.getByText(script ? / 3 were withdrawn/ : / 4 were withdrawn/).waitFor();
      await isKeptFromOthers(taken);
    },
  );
});

it("leaves an unaltered ledger", async () => expect((await verifyLedger()).problems).toEqual([]));
