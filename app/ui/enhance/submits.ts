/** A button with data-busy says what is going on while its form is sent; a second submit is refused. */

const BUSY = 'button[data-busy][aria-busy="true"]';
/** After this the button works again, should the answer never come. */
const PATIENCE_MS = 20_000;

export function startBusy(event: SubmitEvent): void {
  const form = event.target;
  if (event.defaultPrevented || !(form instanceof HTMLFormElement)) return;
  if (form.querySelector(BUSY)) {
    event.preventDefault();
    return;
  }
  const button = event.submitter ?? form.querySelector("button[data-busy]");
  if (!(button instanceof HTMLElement) || button.dataset.busy === undefined) return;
  button.setAttribute("aria-busy", "true");
  setTimeout(() => button.removeAttribute("aria-busy"), PATIENCE_MS);
}

/** Back in history brings the page as it was left: busy. */
export function endBusy(event: PageTransitionEvent): void {
  if (!event.persisted) return;
  for (const button of document.querySelectorAll(BUSY)) button.removeAttribute("aria-busy");
}
