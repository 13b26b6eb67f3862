/** Scrolls the current tab into view on narrow screens. */
export function showCurrentTab(): void {
  for (const tab of document.querySelectorAll<HTMLElement>(".tabs [aria-current]")) {
    const strip = tab.parentElement;
    if (!strip || strip.scrollWidth <= strip.clientWidth) continue;
    strip.scrollLeft = tab.offsetLeft - (strip.clientWidth - tab.offsetWidth) / 2;
  }
}
