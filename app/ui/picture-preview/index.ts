/** Previews a chosen picture, cropped like on the site. */
export async function preview(input: HTMLInputElement): Promise<void> {
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
