// `npm run bench -- --browser`: browser metrics of the public pages. On a phone of 360 px with a sixth of this machine's
// processor and a slow mobile network: largest contentful paint, blocking time and layout shift.
// At two more widths the layout shift; at 200 % zoom whether a page scrolls sideways; in forced colours the
// violations that axe finds. Chromium is found as for the browser journeys.
//   /news /market          only these pages
//   --lighthouse           Lighthouse's scores as well, of its mobile run, and what cost points; it is fetched for that
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { chromium } from "@playwright/test";
import { findChromium } from "../run/chromium.mjs";
import { startServer, withDatabase } from "./processes.mjs";

/** Every page that visitors may read. A star is the first record linked from the list. */
const PAGES = [
  "/",
  "/news",
  "/news/*",
  "/daily-brief",
  "/daily-brief/*",
  "/market",
  "/stock-picks",
  "/trade-alert",
  "/trade-alert/*",
  "/track-record",
  "/track-record/*",
  "/track-record/verify",
  "/track-record/withdrawn",
  "/stock/NVDA",
  "/videos",
  "/videos/*",
  "/subscription",
  "/search?q=nvidia",
  "/about",
  "/author/*",
  "/contact",
  "/privacy",
  "/terms",
  "/disclaimer",
  "/api/docs",
  "/login",
  "/register",
  "/forget-password",
  "/resend-verification-email",
];
/** Where to find the first record of a kind without a list of its name. */
const LINKED_FROM = new Map([["/author", "/daily-brief/*"]]);

/** Lighthouse's slow 4G, in bytes a second and milliseconds; the promise names the processor. */
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_638_400 / 8,
  uploadThroughput: 768_000 / 8,
};
const SLOWER = 6;
const PHONE = { width: 360, height: 800 };
const OTHER_WIDTHS = [768, 1280];
/** Milliseconds after the last byte in which layout may still shift. */
const SETTLE_MS = 500;
const LIGHTHOUSE = "lighthouse@12.8.2";

/** @typedef {{ lcp: number, blocking: number, shift: number }} Paint milliseconds; the shift is the layout's score */
/** @typedef {import("@playwright/test").Browser} Browser */

/** Records the browser's paint entries. It runs in the page. */
function observePaint() {
  const seen = { lcp: 0, blocking: 0, shift: 0 };
  Object.assign(window, { seen });
  /** @param {string} type @param {(entry: any) => void} note */
  const observe = (type, note) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  observe("largest-contentful-paint", ({ startTime }) => {
    seen.lcp = startTime;
  });
  observe("longtask", ({ duration }) => {
    seen.blocking += Math.max(0, duration - 50);
  });
  observe("layout-shift", ({ value, hadRecentInput }) => {
    if (!hadRecentInput) seen.shift += value;
  });
}

/**
 * @param {Browser} browser
 * @param {string} url
 * @param {{ width: number, height: number }} viewport
 * @param {{ slow?: boolean }} options
 * @returns {Promise<Paint>}
 */
async function paintOf(browser, url, viewport, { slow = false } = {}) {
  const context = await browser.newContext({ viewport });
  try {
    const page = await context.newPage();
    await page.addInitScript(observePaint);
    const devtools = await context.newCDPSession(page);
    if (slow) {
      await devtools.send("Network.enable");
      await devtools.send("Network.emulateNetworkConditions", SLOW_4G);
      await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
    }
    await page.goto(url, { waitUntil: "networkidle" });
    await page.waitForTimeout(SETTLE_MS);
    return await page.evaluate(() => /** @type {any} */ (window).seen);
  } finally {
    await context.close();
  }
}

/** Pixels by which a page overflows 640, which is 1280 at 200 %. @param {Browser} browser @param {string} url */
async function overflowAtTwice(browser, url) {
  const context = await browser.newContext({ viewport: { width: 640, height: 430 }, deviceScaleFactor: 2 });
  try {
    const page = await context.newPage();
    await page.goto(url);
    return await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
  } finally {
    await context.close();
  }
}

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** Axe violations of a page in forced colours. @param {Browser} browser @param {string} url */
async function foundInForcedColors(browser, url) {
  const context = await browser.newContext({ forcedColors: "active", bypassCSP: true });
  try {
    const page = await context.newPage();
    await page.goto(url);
    await page.addScriptTag({ path: AXE });
    return await page.evaluate(async () => {
      const { violations } = await /** @type {any} */ (window).axe.run({
        // It reads the page's own colours, not the forced ones.
        rules: { "color-contrast": { enabled: false } },
      });
      return violations.map((/** @type {{ id: string }} */ { id }) => id).join(" ");
    });
  } finally {
    await context.close();
  }
}

/** Below this an audit counts as failed: timing audits are rarely exactly 1, the others are 1 or 0. */
const PASSED = 0.9;

/** @typedef {{ score: number, auditRefs: { id: string, weight: number }[] }} Category */
/** @typedef {{ score: number | null, numericValue?: number }} Audit */
/** @typedef {{ categories: Record<string, Category>, audits: Record<string, Audit> }} Report */

/**
 * Lighthouse's mobile report of a page. Read from a file, because a pipe truncates it.
 * @param {string} url @param {string} chrome @returns {Report}
 */
function lighthouseReport(url, chrome) {
  const folder = mkdtempSync(join(tmpdir(), "openbell-lighthouse-"));
  const file = join(folder, "report.json");
  try {
    const flags = ["--output=json", `--output-path=${file}`, "--chrome-flags=--headless=new --no-sandbox"];
    const { status, stderr } = spawnSync("npx", ["--yes", LIGHTHOUSE, url, "--quiet", ...flags], {
      encoding: "utf8",
      env: { ...process.env, CHROME_PATH: chrome },
    });
    if (status !== 0) throw new Error(`Lighthouse said nothing of ${url}: ${stderr.slice(-500)}`);
    return JSON.parse(readFileSync(file, "utf8"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Milliseconds to the largest paint; performance, accessibility, best practices and SEO, from 0 to 100; and
 * the audits that cost points.
 * @param {string} url @param {string} chrome
 */
function lighthouse(url, chrome) {
  const { categories, audits } = lighthouseReport(url, chrome);
  const failed = Object.values(categories)
    .flatMap(({ auditRefs }) => auditRefs)
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < PASSED);
  return [
    `${audits["largest-contentful-paint"]?.numericValue?.toFixed(0)} ms`,
    ...Object.values(categories).map(({ score }) => Math.round(100 * score)),
    ...failed.map(({ id }) => id),
  ];
}

const ID = /[0-9a-f-]{36}|[a-z]+(?:-[a-z]+)+/.source;

/** The address of a page with its star replaced. @param {string} url @param {string} page @returns {Promise<string>} */
async function addressOf(url, page) {
  if (!page.endsWith("/*")) return url + page;
  const folder = page.slice(0, -2);
  const response = await fetch(await addressOf(url, LINKED_FROM.get(folder) ?? folder));
  const [, path] = new RegExp(`href="(${folder}/(?:${ID}))"`).exec(await response.text()) ?? [];
  if (!path) throw new Error(`${response.url} leads to no ${page}`);
  return url + path;
}

/** @param {string[]} words behind `npm run bench --` */
export async function measureBrowser(words) {
  const { values, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    options: { browser: { type: "boolean" }, lighthouse: { type: "boolean", default: false } },
  });
  const executablePath = findChromium(process.env);
  if (!executablePath) throw new Error("There is no Chromium; CHROMIUM_PATH names one");
  const browser = await chromium.launch({ executablePath });
  try {
    await withDatabase(async (address) => {
      const { url } = await startServer({ DATABASE_URL: address });
      const columns = ["LCP ms", "blocked ms", "shift 360", ...OTHER_WIDTHS, "too wide", "axe"];
      console.log(["page".padEnd(24), ...columns, ...(values.lighthouse ? ["scores"] : [])].join("\t"));
      for (const page of PAGES.filter((each) => positionals.length === 0 || positionals.includes(each))) {
        const at = await addressOf(url, page);
        const figures = await figuresOf(browser, at);
        const scores = values.lighthouse ? [lighthouse(at, executablePath).join(" ")] : [];
        console.log([page.padEnd(24), ...figures, ...scores].join("\t"));
      }
    });
  } finally {
    await browser.close();
  }
}

/** The row of one page. @param {Browser} browser @param {string} url @returns {Promise<string[]>} */
async function figuresOf(browser, url) {
  // The first request renders the page, which is not the browser's time.
  await fetch(url);
  const phone = await paintOf(browser, url, PHONE, { slow: true });
  const shifts = [phone.shift];
  // Layout shift during loading is visible on a slow connection only.
  for (const width of OTHER_WIDTHS)
    shifts.push((await paintOf(browser, url, { width, height: 860 }, { slow: true })).shift);
  return [
    phone.lcp.toFixed(0),
    phone.blocking.toFixed(0),
    ...shifts.map((shift) => shift.toFixed(3)),
    String(await overflowAtTwice(browser, url)),
    (await foundInForcedColors(browser, url)) || "nothing",
  ];
}
