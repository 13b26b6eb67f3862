import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import { findChromium } from "tests/run/chromium.mjs";
import { afterAll, beforeAll, expect } from "vitest";
import { app, database } from "./running-app";
import { SAVE } from "./save-button";
import { PASSWORD } from "./test-app";

/** Milliseconds: enough for a page on a busy machine. */
const LIMIT = 60_000;

const executablePath = findChromium(process.env);
let browser: Browser | undefined;

/** Starts Chromium for the tests of one file; without it they fail. */
export function setUpBrowser(): void {
  beforeAll(async () => {
    if (executablePath) browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  });
  afterAll(() => browser?.close());
}

/** A page of a signed-in person; of a visitor for `undefined`. */
export async function openPageAs(person: string | undefined, javaScriptEnabled: boolean): Promise<Page> {
  if (!browser) throw new Error("There is no Chromium");
  const context = await browser.newContext({ javaScriptEnabled, baseURL: app.url, locale: "en-GB" });
  if (person) await signIn(context, person);
  context.setDefaultTimeout(LIMIT);
  return context.newPage();
}

async function signIn(context: BrowserContext, person: string): Promise<void> {
  const address = person === "admin" ? "/api/auth/admin/login" : "/api/auth/user/login";
  const answer = await context.request.post(address, {
    data: { email: `${person}@demo.test`, password: PASSWORD },
  });
  if (!answer.ok()) throw new Error(`${person} could not sign in: ${answer.status()}`);
}

/** Publishes an alert to buy at 100, with its author's holding. */
export async function publish(page: Page, symbol: string): Promise<void> {
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
  await sheet.getByRole("button", { name: SAVE }).click();
  await page.getByRole("row").filter({ hasText: symbol }).waitFor();
}

export async function editAlert(page: Page, symbol: string, target: string): Promise<void> {
  const row = page.getByRole("row").filter({ hasText: symbol });
  await row.getByRole("link", { name: /Edit/ }).click();
  const sheet = page.getByRole("dialog");
  await sheet.getByLabel("Target price").fill(target);
  await sheet.getByRole("button", { name: SAVE }).click();
  await sheet.getByLabel("Save anyway").check();
  await sheet.getByRole("button", { name: SAVE }).click();
  await row.filter({ hasText: target }).waitFor();
}

type Known = {
  id: string;
  state: string;
  recordId: string;
  endedOn: string | null;
  waitsFrom: string | null;
};
/** The call of a symbol. */
export const callOf = async (symbol: string) =>
  (
    await database.rows<Known>(
      `select id, state, record_id as "recordId", ended_on::text as "endedOn", waits_from::text as "waitsFrom"
         from calls where symbol = ?`,
      [symbol],
    )
  )[0];

/** The readers: one with access to current calls, and one with access to public calls only. */
export const EVERYBODY = ["premium", "basic", undefined] as const;
export const NO_READERS = ["basic", undefined] as const;

/** Readers without access yet are sent nothing of a call, whether or not their browser would show it. */
export async function isKeptFromOthers(symbol: string): Promise<void> {
  const call = await callOf(symbol);
  for (const person of NO_READERS) {
    const cookies = person ? await app.cookiesOf(person) : "";
    for (const path of [`/track-record/${call?.id}`, `/stock/${symbol}`])
      expect((await app.request(path, { cookies })).status, path).toBe(404);
    for (const path of ["/track-record", "/track-record/withdrawn", "/trade-alert"]) {
      const answer = await app.request(path, { cookies });
      expect(answer.status, path).toBe(200);
      expect(await answer.text(), path).not.toContain(symbol);
    }
  }
}

export const BROWSERS = [
  ["with script", true],
  ["without script", false],
] as const;
