/** Dialogs are routes: they are left by following their Cancel link. */

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

/** What was typed differs from what the page brought. */
function isChanged(control: Element): boolean {
  if (control instanceof HTMLTextAreaElement) return control.value !== control.defaultValue;
  if (control instanceof HTMLSelectElement)
    return [...control.options].some(
      (option) => option.selected !== option.defaultSelected && option.index > 0,
    );
  if (!(control instanceof HTMLInputElement)) return false;
  if (control.type === "checkbox" || control.type === "radio")
    return control.checked !== control.defaultChecked;
  if (control.type === "file") return control.value !== "";
  return control.value !== control.defaultValue;
}

/** Escape follows Cancel. With something typed it only goes to Cancel, so nothing is lost by one key. */
export function leaveDialog(event: KeyboardEvent): void {
  const dialog = overlay();
  const cancel = dialog?.querySelector<HTMLElement>("[data-cancel]");
  if (!dialog || !cancel) return;
  event.preventDefault();
  const typed = [...dialog.querySelectorAll("input:not([type=hidden]), select, textarea")].some(isChanged);
  if (typed && document.activeElement !== cancel) cancel.focus();
  else cancel.click();
}
