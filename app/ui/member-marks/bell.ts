/** Opening a member's bell marks what it shows as read, if it shows all that is new. The marks of new items stay until the next page. */
export function readBellOnOpen({ target }: Event): void {
  if (!(target instanceof HTMLDetailsElement) || !target.open) return;
  const form = target.querySelector<HTMLFormElement>("form[data-bell-read]");
  if (!form) return;
  const body = new URLSearchParams(new FormData(form) as never);
  void fetch(form.action, { method: "POST", headers: { Accept: "application/json" }, body }).then(
    (answer) => answer.ok && showAsRead(target, form),
    () => {},
  );
}

function showAsRead(menu: HTMLDetailsElement, form: HTMLFormElement): void {
  menu.querySelector("summary")?.setAttribute("aria-label", "Notifications");
  menu.querySelector<HTMLElement>(".count")?.setAttribute("hidden", "");
  form.hidden = true;
}
