/** Show and Hide for a password: data-reveal names the input. */
export function revealPassword(target: Element): void {
  const button = target.closest<HTMLElement>("[data-reveal]");
  const input = button && document.getElementById(button.dataset.reveal ?? "");
  if (!button || !(input instanceof HTMLInputElement)) return;
  const show = input.type === "password";
  input.type = show ? "text" : "password";
  if (show) button.dataset.on = "";
  else delete button.dataset.on;
}

/** Address of the script that previews chosen pictures, set by the build. */
declare const PICTURE_PREVIEW_PATH: string;

/** Previews a chosen picture before it is sent. */
export function previewPicture({ target }: Event): void {
  if (target instanceof HTMLInputElement && target.dataset.preview !== undefined)
    void import(PICTURE_PREVIEW_PATH).then((script) => script.preview(target));
}
