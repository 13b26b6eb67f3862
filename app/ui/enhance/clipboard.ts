import { startToast } from "./toasts";

/** Copies data-copy, or the code of the figure it stands in, and shows the toast beside the button or the page's. */
export async function copyOnClick(target: Element): Promise<void> {
  const button = target.closest<HTMLElement>("[data-copy]");
  if (!button) return;
  try {
    const code = button.closest("figure")?.querySelector("code")?.textContent;
    await navigator.clipboard.writeText(button.dataset.copy || code || "");
  } catch {
    // Refused by the browser: the text stands on the page and can be selected.
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
