import { startToast } from "./toasts";

/** Copies data-copy, or the code of its figure, and shows the nearby or the page's toast. */
export async function copyOnClick(target: Element): Promise<void> {
  const button = target.closest<HTMLElement>("[data-copy]");
  if (!button) return;
  try {
    const code = button.closest("figure")?.querySelector("code")?.textContent;
    await navigator.clipboard.writeText(button.dataset.copy || code || "");
  } catch {
    // Refused by the browser: the text can still be selected.
    return;
  }
  const toasts = [button.parentElement, document].map((near) =>
    near?.querySelector<HTMLElement>("[data-copied]"),
  );
  const toast = toasts.find(Boolean);
  if (!toast) return;
  toast.hidden = false;
  startToast(toast);
}
