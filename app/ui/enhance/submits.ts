// A button with data-busy shows progress while its form is sent, and a second submission is refused. Inside
// [data-one] this covers all forms, and the other buttons are disabled.

const BUSY = 'button[data-busy][aria-busy="true"]';
/** Only buttons that were enabled; buttons disabled by the server have no busy text. */
const OTHERS = 'button[data-busy]:not([aria-busy="true"])';
/** After this time the button works again, in case no answer arrives. */
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

/** Going back in history restores the page in its busy state. */
export function endBusy(event: PageTransitionEvent): void {
  if (!event.persisted) return;
  document.querySelectorAll(BUSY).forEach(release);
}
