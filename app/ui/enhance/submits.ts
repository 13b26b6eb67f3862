// A button with data-busy says what is going on while its form is sent; a second submit is refused. Inside of
// [data-one] that goes for all forms together, and the other buttons are disabled meanwhile.

const BUSY = 'button[data-busy][aria-busy="true"]';
/** Those that can be pressed otherwise: what the server disabled has nothing to say while it is busy. */
const OTHERS = 'button[data-busy]:not([aria-busy="true"])';
/** After this the button works again, should the answer never come. */
const BUSY_TIMEOUT_MS = 20_000;

export function startBusy(event: SubmitEvent): void {
  const form = event.target;
  if (event.defaultPrevented || !(form instanceof HTMLFormElement)) return;
  const group = form.closest("[data-one]");
  if ((group ?? form).querySelector(BUSY)) {
    event.preventDefault();
    return;
  }
  const button = event.submitter ?? form.querySelector("button[data-busy]");
  if (!(button instanceof HTMLElement) || button.dataset.busy === undefined) return;
  button.setAttribute("aria-busy", "true");
  if (group) button.ariaDisabled = "true";
  for (const other of group?.querySelectorAll<HTMLButtonElement>(OTHERS) ?? []) other.disabled = true;
  setTimeout(release, BUSY_TIMEOUT_MS, button);
}

function release(button: Element): void {
  button.removeAttribute("aria-busy");
  button.ariaDisabled = null;
  for (const other of document.querySelectorAll<HTMLButtonElement>(`[data-one] ${OTHERS}`))
    other.disabled = false;
}

/** Back in history brings the page as it was left: busy. */
export function endBusy(event: PageTransitionEvent): void {
  if (!event.persisted) return;
  document.querySelectorAll(BUSY).forEach(release);
}
