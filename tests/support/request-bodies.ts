import sharp from "sharp";

/** What a write sends. Values of a form are text, or a file. */
export type RequestBody =
  | { json: unknown }
  | { form: Record<string, string> }
  | { multipart: Record<string, string | Blob> };

/** The parts of a request that carry this body. */
export function requestInit(body: RequestBody | undefined): {
  headers: Record<string, string>;
  body?: BodyInit;
} {
  if (!body) return { headers: {} };
  if ("json" in body) {
    return { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body.json) };
  }
  if ("form" in body) return { headers: {}, body: new URLSearchParams(body.form) };
  const form = new FormData();
  for (const [name, value] of Object.entries(body.multipart)) form.append(name, value);
  return { headers: {}, body: form };
}

let cachedPng: Buffer | undefined;

/** A picture of a few pixels, as a person would choose it. */
export async function smallPicture(): Promise<File> {
  cachedPng ??= await sharp({ create: { width: 60, height: 40, channels: 3, background: "#1B1464" } })
    .png()
    .toBuffer();
  return new File([new Uint8Array(cachedPng)], "small.png", { type: "image/png" });
}
