// Toasts disappear after data-timeout milliseconds; those without (errors) stay until dismissed.

const timers = new Map<HTMLElement, ReturnType<typeof setTimeout>>();

export function startToast(toast: HTMLElement): void {
  const timeout = Number(toast.dataset.timeout);
  if (!timeout || toast.hidden) return;
  stopToast(toast);
  timers.set(
    toast,
    setTimeout(() => {
      toast.hidden = true;
    }, timeout),
  );
}

function stopToast(toast: HTMLElement): void {
  clearTimeout(timers.get(toast));
}

export function startToasts(root: ParentNode): void {
  for (const toast of root.querySelectorAll<HTMLElement>(".toast[data-timeout]")) startToast(toast);
}

/** The time-out pauses while the pointer or focus is on a toast. */
export function pauseToasts(event: Event): void {
  if (!(event.target instanceof Element)) return;
  const toast = event.target.closest<HTMLElement>(".toast[data-timeout]");
  if (!toast) return;
  if (event.type === "pointerover" || event.type === "focusin") stopToast(toast);
  else startToast(toast);
}

export function dismissOnClick(target: Element): void {
  const toast = target.closest("[data-dismiss]")?.closest<HTMLElement>(".toast");
  if (toast) toast.hidden = true;
}
