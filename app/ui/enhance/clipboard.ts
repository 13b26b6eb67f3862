import { startToast } from "./toasts";

/** Copies data-copy and shows the toast beside the button. */
export async function copyOnClick(target: Element): Promise<void> {
  const button = target.closest<HTMLElement>("[data-copy]");
  if (!button) return;
  try {
    await navigator.clipboard.writeText(button.dataset.copy ?? "");
  } catch {
    // Refused by the browser: the text stands on the page and can be selected.
    return;
  }
  const toast = button.parentElement?.querySelector<HTMLElement>("[data-copied]");
  if (!toast) return;
  toast.hidden = false;
  startToast(toast);
}
