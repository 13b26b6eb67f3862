// Writes the figures of a quote into the elements that show it, as the server would have drawn them. Charts, the order of
// rows and everything else stay as the page was loaded.

import { formatTime, isSameDay, type TimeStyle } from "~/ui/dates";
import { changeDirection, DASH, DIRECTION_LABELS, formatSigned, formatVolume } from "~/ui/format";
import { formatPrice, isYield, type PriceUnit, priceDecimals, priceFigure } from "~/ui/price-format";
import { percentBetween, rangeSentence } from "~/ui/range-place";
import { rangeLabel, setStaleAfter, staleLabel } from "../quotes.rules";
import { LIVE, type LiveQuote, readUnit } from "./live-quote.rules";
import { drawStaleMark, isMarked } from "./stale-mark";

const FLASH_MS = 900;
const calm = matchMedia("(prefers-reduced-motion: reduce)");

const all = (selector: string, within: ParentNode = document) => [
  ...within.querySelectorAll<HTMLElement>(selector),
];

/** The site's time zone, and the minutes after which quotes are stale. */
const { zone = "UTC", staleAfter } = document.querySelector<HTMLElement>("[data-zone]")?.dataset ?? {};
if (staleAfter) setStaleAfter(Number(staleAfter));

/** Draws quotes that are newer than the page. */
export function drawQuotes(quotes: readonly LiveQuote[]): void {
  if (quotes.length === 0) return;
  pinWidths();
  for (const quote of quotes)
    for (const element of all(`[data-live="${quote.id}"]`)) {
      const unit = readUnit(element.dataset.unit);
      // Another currency is another line, which the next page has.
      if (unit.currency !== quote.currency) continue;
      element.dataset.at = quote.updatedAt;
      if (element.matches("li")) drawItem(element, quote, unit);
      else if (element.matches("tr")) drawRow(element as HTMLTableRowElement, quote, unit);
      else setText(element, formatPrice(quote.last, unit));
    }
  drawAges();
}

/** Draws what depends on the present: marks of stale quotes, the forms of times, and common times. */
export function drawAges(): void {
  const now = new Date();
  for (const element of all(`:is(li, tr)${LIVE}`)) {
    const at = new Date(element.dataset.at ?? "");
    if (drawStaleMark(element, staleLabel(at, now))) releaseWidths();
    const range = element.querySelector("svg.range");
    const label = range?.getAttribute("aria-label");
    // The rest of the sentence has the figures.
    if (label) range?.setAttribute("aria-label", label.replace(/^[^:]*/, rangeLabel(at, now, zone)));
    const time = element.querySelector<HTMLTimeElement>("td:last-child time");
    if (time) setTime(time, at.toISOString(), isSameDay(at, now, zone) ? "clock" : "short-day");
  }
  for (const time of all("time[data-style]")) followTimes(time as HTMLTimeElement);
}

/** An item of the market strip. */
function drawItem(item: HTMLElement, quote: LiveQuote, unit: PriceUnit): void {
  setText(item.querySelector(".last"), formatPrice(quote.last, unit));
  setChange(item, quote.changePercent, 2, "%");
  setRange(item, quote, unit);
}

/** A line of the markets table; its cells are in the order of `QuotesTable`. */
function drawRow({ cells }: HTMLTableRowElement, quote: LiveQuote, unit: PriceUnit): void {
  const [, last, change, range, , volume] = cells;
  if (!last || !change || !range || !volume) return;
  const decimals = priceDecimals(quote.last, unit);
  setText(last.querySelector("strong"), priceFigure(quote.last, unit));
  if (isYield(unit)) setChange(change, quote.change, decimals, " pts");
  else {
    setChange(change, quote.changePercent, 2, "%");
    setText(change.querySelector(".sub"), quote.change === null ? "" : signed(quote.change, decimals));
  }
  setRange(range, quote, unit);
  setText(volume.lastChild, formatVolume(quote.volume));
}

const signed = (value: number, decimals: number) => formatSigned(value, decimals);

/** Replaces a change: another element, because sign, colour and words belong together. */
function setChange(host: HTMLElement, value: number | null, decimals: number, unit: string): void {
  const former = host.querySelector(".chg, .text-muted");
  const text = value === null ? DASH : signed(value, decimals) + unit;
  if (!former || former.firstChild?.textContent === text) return;
  const drawn = document.createElement("span");
  const words = document.createElement("span");
  words.className = "sr";
  if (value === null) {
    const dash = document.createElement("span");
    dash.setAttribute("aria-hidden", "true");
    dash.append(text);
    words.append("not known");
    drawn.className = "text-muted";
    drawn.append(dash, words);
  } else {
    const direction = changeDirection(value, decimals);
    words.append(` ${DIRECTION_LABELS[direction]}`);
    drawn.className = `chg chg--${direction}`;
    drawn.append(text, words);
  }
  former.replaceWith(drawn);
  flash(drawn);
}

function setRange(host: HTMLElement, { last, low, high, updatedAt }: LiveQuote, unit: PriceUnit): void {
  const percent = percentBetween(low, last, high);
  const bar = host.querySelector<SVGElement>("svg.range");
  if (bar) {
    bar.style.visibility = percent === undefined ? "hidden" : "";
    const label = rangeLabel(updatedAt, Date.now(), zone);
    bar.setAttribute("aria-label", rangeSentence(label, { low, value: last, high }, unit));
    bar.lastElementChild?.setAttribute("x", `${percent ?? 0}%`);
  }
  const ends = host.querySelector(".range-ends");
  // The bar's name has both ends; without a bar people hear these.
  if (percent === undefined) ends?.removeAttribute("aria-hidden");
  else ends?.setAttribute("aria-hidden", "true");
  setText(ends?.firstElementChild?.lastChild, formatPrice(low, unit));
  setText(ends?.lastElementChild?.lastChild, formatPrice(high, unit));
}

/** A time that several quotes have in common: that of the newest, or of the oldest that is not stale, if any is not. */
function followTimes(time: HTMLTimeElement): void {
  const { newest, oldest, style } = time.dataset;
  const followed = all(newest ?? oldest ?? "");
  const fresh = oldest ? followed.filter((element) => !isMarked(element)) : followed;
  const times = (fresh.length > 0 ? fresh : followed).map(({ dataset }) => Date.parse(dataset.at ?? ""));
  if (times.length === 0) return;
  const at = newest ? Math.max(...times, Date.parse(time.dateTime)) : Math.min(...times);
  setTime(time, new Date(at).toISOString(), style as TimeStyle);
}

function setTime(time: HTMLTimeElement, at: string, style: TimeStyle): void {
  const text = formatTime(at, style, zone);
  if (time.dateTime === at && time.textContent === text) return;
  time.dateTime = at;
  time.title = formatTime(at, "exact", zone);
  time.textContent = text;
}

function setText(node: ChildNode | null | undefined, text: string): void {
  if (!node || node.textContent === text) return;
  const element = node instanceof HTMLElement ? node : node.parentElement;
  // Another text at another place is no move; the same text node would be one.
  if (node === element) element.textContent = text;
  else node.replaceWith(text);
  flash(element);
}

function flash(element: HTMLElement | null): void {
  if (!calm.matches)
    element?.animate({ backgroundColor: ["var(--color-brand-tint)", "transparent"] }, FLASH_MS);
}

/** Items and columns with fixed widths. */
let pinned: HTMLElement[] = [];

/** A figure with one more digit must not move its neighbours: items and columns keep their widths until the window changes. */
function pinWidths(): void {
  if (pinned.length > 0) return;
  pinned = all(`.tape-head, .tape ${LIVE}, .quotes th[scope=col]`);
  const widths = pinned.map((part) => `${part.getBoundingClientRect().width}px`);
  for (const [nth, { style }] of pinned.entries())
    style.minWidth = style.maxWidth = style.width = widths[nth] ?? "";
  for (const { style } of all("table.quotes")) style.tableLayout = "fixed";
}

function releaseWidths(): void {
  for (const { style } of pinned) style.minWidth = style.maxWidth = style.width = "";
  for (const { style } of all("table.quotes")) style.tableLayout = "";
  pinned = [];
}

let width = innerWidth;
addEventListener("resize", () => {
  // Phones also fold and unfold their address bar.
  if (width === innerWidth) return;
  width = innerWidth;
  releaseWidths();
});
addEventListener("beforeprint", releaseWidths);
