import { CLOCK, drawIcon } from "~/ui/icon-paths";

/** Whether a quote is marked as stale. */
export const isMarked = (host: HTMLElement): boolean =>
  host.querySelector<HTMLElement>(".stale")?.style.visibility === "";

/**
 * Draws, changes or removes the mark of a stale quote, as `MarketStrip` and `QuotesTable` render it.
 * @param host an item of the strip or a line of the table
 * @param age "2 h old"; undefined for a fresh quote
 * @returns whether the mark is new, so that items and columns need other widths
 */
export const drawStaleMark = (host: HTMLElement, age: string | undefined): boolean =>
  host.matches("li") ? markItem(host, age) : markRow(host, age);

/** The mark replaces the chart. */
function markItem(item: HTMLElement, age: string | undefined): boolean {
  const mark = item.querySelector<HTMLElement>(".stale");
  const chart = item.querySelector<HTMLElement | SVGElement>(".range, .spark");
  if (chart) chart.style.display = age === undefined ? "" : "none";
  if (age === undefined) {
    if (chart) mark?.remove();
    else setShown(mark, false);
    return false;
  }
  setShown(mark, true);
  if (!mark) item.append(newMark(age));
  else if (mark.lastChild?.textContent !== age) mark.lastChild?.replaceWith(age);
  return !mark;
}

/** The mark surrounds the time, and the age is below. */
function markRow(row: HTMLElement, age: string | undefined): boolean {
  const cell = row.querySelector("td:last-child");
  const time = cell?.querySelector("time");
  if (!cell || !time) return false;
  const mark = cell.querySelector(".stale");
  const line = cell.querySelector<HTMLElement>(".sub");
  // An empty line keeps its space, so that nothing moves.
  setShown(line, age !== undefined);
  if (age === undefined) {
    mark?.replaceWith(time);
    return false;
  }
  if (line) line.textContent = age;
  else cell.append(newSpan("sub", age));
  if (mark) return false;
  const drawn = newMark();
  time.replaceWith(drawn);
  drawn.append(time);
  return true;
}

function setShown(element: HTMLElement | null, isShown: boolean): void {
  if (element) element.style.visibility = isShown ? "" : "hidden";
}

function newMark(...content: string[]): HTMLElement {
  const mark = newSpan("stale", "");
  mark.append(drawIcon(CLOCK), newSpan("sr", "Stale: "), ...content);
  return mark;
}

function newSpan(className: string, text: string): HTMLElement {
  const span = document.createElement("span");
  span.className = className;
  span.textContent = text;
  return span;
}
