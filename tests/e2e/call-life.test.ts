import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import { findChromium } from "tests/run/chromium.mjs";
import { app, database, setUpApp } from "tests/support/running-app";
import { PASSWORD } from "tests/support/test-app";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { settleCalls } from "~/features/calls/settle-calls.server";
import { verifyLedger } from "~/features/calls/verify-ledger.server";

/*
 * A call's whole life, read in Chromium. Days have to pass for it, so it has a site to itself: the journeys in the browser share one
 * whose clock and prices are everybody's.
 */

const LIMIT = 240_000;
const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);

setUpApp();

const executablePath = findChromium(process.env);
let browser: Browser | undefined;
beforeAll(async () => {
  if (executablePath) browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
}, LIMIT);
afterAll(() => browser?.close());

async function openFor(person: string | undefined, javaScriptEnabled: boolean): Promise<Page> {
  if (!browser) throw new Error("There is no Chromium");
  const context = await browser.newContext({ javaScriptEnabled, baseURL: app.url, locale: "en-GB" });
  if (person) await signIn(context, person);
  return context.newPage();
}

async function signIn(context: BrowserContext, person: string): Promise<void> {
  const address = person === "admin" ? "/api/auth/admin/login" : "/api/auth/user/login";
  const answer = await context.request.post(address, {
    data: { email: `${person}@demo.test`, password: PASSWORD },
  });
  if (!answer.ok()) throw new Error(`${person} could not sign in: ${answer.status()}`);
}

/** Publishes an alert to buy at 100, with what its author holds. */
async function publish(page: Page, symbol: string): Promise<void> {
  await page.goto("/admin/trade-alert/new");
  const sheet = page.getByRole("dialog");
  await sheet.getByLabel("Ticker").fill(symbol);
  await sheet.getByLabel("Name").fill(`Life of ${symbol}`);
  await sheet.getByLabel("Target price").fill("120");
  await sheet.getByLabel("Analysis").fill("It goes up.");
  await sheet.getByLabel("Disclosure").fill("I hold none of it.");
  const shut = sheet.locator("details:not([open]) > summary");
  if ((await shut.count()) > 0) await shut.first().click();
  await sheet.getByLabel("Current price").fill("100");
  await sheet.getByLabel("Stop loss").fill("90");
  await sheet.getByRole("button", { name: "Save" }).click();
  await page.getByRole("row").filter({ hasText: symbol }).waitFor();
}

async function change(page: Page, symbol: string, target: string): Promise<void> {
  const row = page.getByRole("row").filter({ hasText: symbol });
  await row.getByRole("link", { name: /Edit/ }).click();
  const sheet = page.getByRole("dialog");
  await sheet.getByLabel("Target price").fill(target);
  await sheet.getByRole("button", { name: "Save" }).click();
  await row.filter({ hasText: target }).waitFor();
}

/** What the market does in the days that follow. */
const price = (symbol: string, days: number, close: string, high: string) =>
  database.rows(
    `insert into daily_prices (instrument_id, day, close, high, low, source)
       select id, current_date + ?::int, ?, ?, ?, 'test' from instruments where symbol = ?`,
    [days, close, high, close, symbol],
  );

async function settleAll(now: Date): Promise<void> {
  while ((await settleCalls(now)) > 0);
}

const callOf = async (symbol: string) =>
  (
    await database.rows<{ id: string; state: string }>("select id, state from calls where symbol = ?", [
      symbol,
    ])
  )[0];

/** As if so many days had passed: what is kept of the call is older by them. */
const age = (symbol: string, days: number) =>
  database.rows(
    "update calls set made_at = made_at - make_interval(days => ?::int), ended_on = ended_on - ?::int where symbol = ?",
    [days, days, symbol],
  );

describe.each([
  ["with script", true],
  ["without script", false],
] as const)("a call in a browser %s", (_, script) => {
  const symbol = script ? "LIFS" : "LIFN";
  const taken = script ? "TAKS" : "TAKN";

  it(
    "is disclosed, published, changed, touched by its target, settled, and public in the end",
    async () => {
      const staff = await openFor("admin", script);
      await publish(staff, symbol);
      await change(staff, symbol, "125");

      const member = await openFor("premium", script);
      await member.goto("/trade-alert");
      await member
        .getByRole("link", { name: new RegExp(`Life of ${symbol}`) })
        .first()
        .click();
      await member.getByText("Author’s holdings: I hold none of it.").waitFor();
      await member.getByText("Target changed from 120").waitFor();

      await price(symbol, 1, "110", "121");
      await settleAll(inDays(2));
      expect(await callOf(symbol)).toMatchObject({ state: "open" });
      await price(symbol, 2, "122", "126");
      await settleAll(inDays(3));
      const call = await callOf(symbol);
      expect(call).toMatchObject({ state: "closed" });

      await member.goto(`/track-record/${call?.id}`);
      await member.getByText("Settled at its target: +25.0% in 2 days").waitFor();
      await member.getByRole("cell", { name: "changed", exact: true }).waitFor();
      await member.getByRole("link", { name: "The whole record" }).click();
      await member
        .getByRole("link", { name: `Life of ${symbol}` })
        .first()
        .waitFor();

      const visitor = await openFor(undefined, script);
      expect((await visitor.goto(`/track-record/${call?.id}`))?.status()).toBe(404);
      await visitor.goto("/track-record");
      expect(await visitor.content()).not.toContain(symbol);
      // Those of the other browser were made older by hand, which is seen.
      expect((await verifyLedger()).problems.filter((problem) => problem.includes(call?.id ?? ""))).toEqual(
        [],
      );

      await age(symbol, 33);
      expect((await visitor.goto(`/track-record/${call?.id}`))?.status()).toBe(200);
      await visitor.getByText("Settled at its target: +25.0% in 2 days").waitFor();
      await visitor.goto("/track-record");
      await visitor
        .getByRole("link", { name: `Life of ${symbol}` })
        .first()
        .waitFor();
      expect(await visitor.content()).not.toContain("It goes up.");
    },
    LIMIT,
  );

  it(
    "is withdrawn when its alert is deleted, which the record tells",
    async () => {
      const staff = await openFor("admin", script);
      await publish(staff, taken);
      // What is taken back within ten minutes was no call.
      await age(taken, 1);
      const [alert] = await database.rows<{ id: string }>("select id from trade_alerts where ticker = ?", [
        taken,
      ]);
      await staff.goto(`/admin/trade-alert?delete=${alert?.id}`);
      await staff.getByRole("button", { name: "Delete", exact: true }).click();
      await staff.getByText("Trade alert deleted successfully").waitFor();
      const call = await callOf(taken);
      expect(call).toMatchObject({ state: "withdrawn" });

      const member = await openFor("premium", script);
      expect((await member.goto(`/trade-alert/${alert?.id}`))?.status()).toBe(404);
      await member.goto(`/track-record/${call?.id}`);
      await member.getByText(/^Withdrawn, /).waitFor();
      await member.getByRole("cell", { name: "withdrawn", exact: true }).waitFor();
      await member.goto("/track-record");
      await member.getByText(script ? / 1 were withdrawn/ : / 2 were withdrawn/).waitFor();
    },
    LIMIT,
  );
});
