// Dialogs are routes: closing one follows its Cancel link.
import { isUnsaved } from "./unsaved-changes";

function overlay(): Element | null {
  return document.querySelector("[data-overlay]");
}

/** The page's autofocus decides; otherwise the first field gets the cursor. */
export function focusDialog(): void {
  const dialog = overlay();
  if (!dialog || dialog.contains(document.activeElement)) return;
  dialog
    .querySelector<HTMLElement>("[autofocus], .form :is(input, select, textarea), [data-cancel]")
    ?.focus();
}

/** Escape follows Cancel. After a change it only focuses Cancel, so that one key loses nothing. */
export function leaveDialog(event: KeyboardEvent): void {
  const dialog = overlay();
  const cancel = dialog?.querySelector<HTMLElement>("[data-cancel]");
  if (!dialog || !cancel) return;
  event.preventDefault();
  if (isUnsaved() && document.activeElement !== cancel) cancel.focus();
  else cancel.click();
}
