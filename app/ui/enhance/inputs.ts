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

/** Previews a chosen picture, cropped like on the site, before it is sent. */
export async function previewPicture(event: Event): Promise<void> {
  const input = event.target;
  if (!(input instanceof HTMLInputElement) || input.dataset.preview === undefined) return;
  const frame = input.closest<HTMLElement>(".upload");
  if (!frame) return;
  delete frame.dataset.chosen;
  const file = input.files?.[0];
  if (!file) return;
  try {
    await drawChosen(frame, file);
  } catch {
    // The browser cannot read it; the server will report it.
  }
}

/** Shows the chosen picture instead of the current one. */
export async function drawChosen(frame: HTMLElement, chosen: ImageBitmapSource): Promise<void> {
  const canvas = frame.querySelector("canvas");
  if (!canvas) return;
  draw(canvas, await createImageBitmap(chosen));
  frame.dataset.chosen = "";
}

function draw(canvas: HTMLCanvasElement, picture: ImageBitmap): void {
  const ratio = canvas.classList.contains("pic--16x9") ? 16 / 9 : 3 / 2;
  canvas.width = 624;
  canvas.height = Math.round(canvas.width / ratio);
  const scale = Math.max(canvas.width / picture.width, canvas.height / picture.height);
  const [width, height] = [picture.width * scale, picture.height * scale];
  const context = canvas.getContext("2d");
  context?.drawImage(picture, (canvas.width - width) / 2, (canvas.height - height) / 2, width, height);
  picture.close();
}
