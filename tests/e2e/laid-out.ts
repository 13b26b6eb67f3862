/**
 * Runs in the page: lays out what would wait until it comes near. A part that waits cuts what is too wide for it, so what
 * looks for that has to have it drawn.
 */
export function layOutAll(): void {
  for (const part of document.querySelectorAll<HTMLElement>("body *"))
    if (getComputedStyle(part).contentVisibility === "auto") part.style.contentVisibility = "visible";
}

/** Runs in the page: the same at every width it will have, for a test that changes nothing else in it. */
export function keepAllLaidOut(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("* { content-visibility: visible !important }");
  document.adoptedStyleSheets.push(sheet);
}
