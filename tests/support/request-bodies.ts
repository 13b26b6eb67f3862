import sharp from "sharp";

/** The body of a write. Form values are texts or a file. */
export type RequestBody =
  | { json: unknown }
  | { form: Record<string, string> }
  | { multipart: Record<string, string | Blob> };

/** The request options with this body. */
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

/** A picture of a few pixels, as a person would upload. */
export async function smallPicture(): Promise<File> {
  cachedPng ??= await sharp({ create: { width: 60, height: 40, channels: 3, background: "#1B1464" } })
    .png()
    .toBuffer();
  return new File([new Uint8Array(cachedPng)], "small.png", { type: "image/png" });
}
