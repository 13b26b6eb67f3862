/**
 * The first touch of a form brings the script that was waiting for it: until then the page is complete without. Browsers run no
 * script that was text once, so each is made anew, in its place.
 */
export function startScripts({ target }: Event): void {
  if (!(target instanceof Element) || !target.closest("main form")) return;
  for (const link of document.querySelectorAll<HTMLLinkElement>("link[rel=later]"))
    link.rel = "modulepreload";
  for (const waiting of document.querySelectorAll<HTMLScriptElement>("script[data-later]")) {
    const script = document.createElement("script");
    script.nonce = waiting.nonce;
    script.type = waiting.dataset.later ?? "";
    script.text = waiting.text;
    waiting.replaceWith(script);
  }
}
