/**
 * The first touch of a form loads its scripts; until then the page works without. Browsers do not run scripts
 * that were inert, so each is replaced by a copy.
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
