// Counts a visit through a link of a newsletter's edition, which the address names, once the page was visible for
// one second. It is loaded only then. Previews have no mark, and count nothing.

const VISIBLE_MS = 1000;

const mark = document.querySelector<HTMLElement>("[data-edition-visits]");
let timer: ReturnType<typeof setTimeout> | undefined;

/** Nobody sees background or prerendered pages: visibility is checked again when the page is shown. */
function checkVisible(): void {
  clearTimeout(timer);
  if (!document.hidden) timer = setTimeout(count, VISIBLE_MS);
}

/** The address loses the word, so that a reload or a shared address counts nothing. */
function count(): void {
  document.removeEventListener("visibilitychange", checkVisible);
  const { editionVisits = "", word = "" } = mark?.dataset ?? {};
  const url = new URL(location.href);
  const value = url.searchParams.get(word) ?? "";
  url.searchParams.delete(word);
  history.replaceState(history.state, "", url);
  navigator.sendBeacon(`${editionVisits}?${new URLSearchParams({ [word]: value })}`);
}

if (mark) {
  document.addEventListener("visibilitychange", checkVisible);
  checkVisible();
}
