// `npm run pictures`: takes the pictures of README.md and docs/look/before-and-after.md again, of the product with its demo content. Words
// choose some by a part of their name (`npm run pictures -- look/home`). Those from before a change are never taken again.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";
import sharp from "sharp";
import { startSite } from "../e2e/server.mjs";
import { findChromium } from "../run/chromium.mjs";
import { VIEWS, WINDOWS } from "./views.mjs";

/** @typedef {import("@playwright/test").Browser} Browser */
/** @typedef {import("@playwright/test").APIRequestContext} Requests */
/** @typedef {import("./views.mjs").View} View */

const FOLDER = fileURLToPath(new URL("../../docs/pictures/", import.meta.url));
/** Of the demo's accounts. */
const PASSWORD = "Openbell-demo-2026";
/** Nobody waits for a README: a picture that is larger gets a lower quality. */
const MAX_BYTES = 60_000;
const QUALITIES = [90, 82, 74, 66, 58, 50];

/** The lists of the API whose newest row a path's braces stand for. */
const LISTS = { "{article}": "news", "{brief}": "daily-brief", "{alert}": "trade-alert" };

/** @param {Requests} request @param {string} path */
async function addressOf(request, path) {
  let address = path;
  for (const [mark, list] of Object.entries(LISTS)) {
    if (!address.includes(mark)) continue;
    const [newest] = await (await request.get(`/api/${list}?limit=1`)).json();
    if (!newest) throw new Error(`The demo has nothing for ${mark}`);
    address = address.replace(mark, newest.id);
  }
  return address;
}

/** @param {Requests} request @param {NonNullable<View["who"]>} who */
async function signIn(request, who) {
  const kind = who === "superadmin" ? "admin" : "user";
  const answer = await request.post(`/api/auth/${kind}/login`, {
    data: { email: `${who}@demo.test`, password: PASSWORD },
  });
  if (!answer.ok()) throw new Error(`${who} could not sign in: ${answer.status()}`);
}

/** @param {Browser} browser @param {string} baseURL @param {View} view @returns {Promise<Buffer>} a PNG */
async function take(browser, baseURL, { path, who, window, dark }) {
  const { width, height, scale } = WINDOWS[window];
  const context = await browser.newContext({
    baseURL,
    viewport: { width, height },
    deviceScaleFactor: scale,
    colorScheme: dark ? "dark" : "light",
  });
  try {
    if (who) await signIn(context.request, who);
    const address = await addressOf(context.request, path);
    if (address.endsWith(".png")) return await (await context.request.get(address)).body();
    const page = await context.newPage();
    await page.goto(address, { waitUntil: "networkidle" });
    // The face of headlines is drawn where it is at hand: the second visit has it.
    await page.reload({ waitUntil: "networkidle" });
    return await page.screenshot();
  } finally {
    await context.close();
  }
}

/** The best that is small enough. @param {Buffer} png @param {number} width */
async function asWebp(png, width) {
  for (const quality of QUALITIES) {
    const webp = await sharp(png)
      .resize({ width, withoutEnlargement: true })
      .webp({ quality, effort: 6 })
      .toBuffer();
    if (webp.length <= MAX_BYTES) return webp;
  }
  throw new Error(`A picture is over ${MAX_BYTES} bytes at the lowest quality`);
}

/** @param {string[]} words */
async function main(words) {
  const executablePath = findChromium(process.env);
  if (!executablePath) throw new Error("There is no Chromium; CHROMIUM_PATH names one");
  const chosen = VIEWS.filter(({ file }) => words.length === 0 || words.some((word) => file.includes(word)));
  const { url, stop } = process.env.BASE_URL
    ? { url: process.env.BASE_URL, stop: async () => {} }
    : await startSite();
  const browser = await chromium.launch({ executablePath });
  try {
    for (const view of chosen) {
      const webp = await asWebp(await take(browser, url, view), WINDOWS[view.window].kept);
      writeFileSync(`${FOLDER}${view.file}.webp`, webp);
      console.log(`${view.file}.webp`.padEnd(32), `${(webp.length / 1_000).toFixed(1)} kB`);
    }
  } finally {
    await browser.close();
    await stop();
  }
}

await main(process.argv.slice(2));
