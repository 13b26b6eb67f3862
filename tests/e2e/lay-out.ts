/**
 * Runs in the page: lays out parts that would wait until they come near. A waiting part clips its overflow,
 * so a test for overflow needs it laid out.
 */
export function layOutAll(): void {
  for (const part of document.querySelectorAll<HTMLElement>("body *"))
    if (getComputedStyle(part).contentVisibility === "auto") part.style.contentVisibility = "visible";
}

/** Runs in the page: keeps everything laid out at every width, for a test that changes nothing else. */
export function keepAllLaidOut(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("* { content-visibility: visible !important }");
  document.adoptedStyleSheets.push(sheet);
}
