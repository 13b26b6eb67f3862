// Dialogs are routes: they are left by following their Cancel link.
import { isUnsaved } from "./unsaved-changes";

function overlay(): Element | null {
  return document.querySelector("[data-overlay]");
}

/** The page's own autofocus decides; where there is none the first field gets the cursor. */
export function focusDialog(): void {
  const dialog = overlay();
  if (!dialog || dialog.contains(document.activeElement)) return;
  dialog
    .querySelector<HTMLElement>("[autofocus], .form :is(input, select, textarea), [data-cancel]")
    ?.focus();
}

/** Escape follows Cancel. With something typed it only goes to Cancel, so nothing is lost by one key. */
export function leaveDialog(event: KeyboardEvent): void {
  const dialog = overlay();
  const cancel = dialog?.querySelector<HTMLElement>("[data-cancel]");
  if (!dialog || !cancel) return;
  event.preventDefault();
  if (isUnsaved() && document.activeElement !== cancel) cancel.focus();
  else cancel.click();
}
