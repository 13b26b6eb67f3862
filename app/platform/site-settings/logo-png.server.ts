import { pictureBytes } from "../pictures/picture-bytes.server";
import { loadSharp } from "../pictures/sharp.server";
import { BRAND_FOLDER } from "./served-stylesheet.server";
import type { SiteLogo } from "./site-logo";
import { siteSettings } from "./site-settings.server";

/** Pixels high in a mail, where screens have two for each. */
export const MAIL_LOGO_HEIGHT = 34;
const HEIGHT = MAIL_LOGO_HEIGHT * 2;
/** What a mail of 600 px has room for. */
const MAX_WIDTH = 480;

/** The logo as mail programs know pictures: its address, and the pixels it takes. */
export function mailLogo({ id, width, height, tone }: SiteLogo) {
  const wide = Math.min(MAX_WIDTH, Math.round((MAIL_LOGO_HEIGHT * width) / height));
  return { path: `${BRAND_FOLDER}/${id}.png`, width: Math.max(1, wide), height: MAIL_LOGO_HEIGHT, tone };
}

let drawn: { key: string; png: Promise<Buffer | undefined> } | undefined;

/** The logo in use as PNG: many mail programs know no WebP. Undefined where there is none, or its file is gone. */
export function logoPng(): Promise<Buffer | undefined> | undefined {
  const { logo, colours } = siteSettings();
  if (!logo) return undefined;
  const key = `${logo.id} ${logo.tone} ${colours.brandLight}`;
  if (drawn?.key !== key) {
    const png = draw(logo, colours.brandLight, { height: HEIGHT, width: MAX_WIDTH * 2 });
    drawn = { key, png };
    png.catch(() => {
      drawn = undefined;
    });
  }
  return drawn.png;
}

/** The same in any size. A light one lies on the brand's colour: what is white on white is not seen. */
export async function draw(
  logo: SiteLogo,
  brand: string,
  room: { width: number; height: number },
): Promise<Buffer | undefined> {
  const bytes = await pictureBytes(logo);
  if (!bytes) return undefined;
  const sharp = await loadSharp();
  const resized = sharp(bytes).resize({ ...room, fit: "inside" });
  if (logo.tone === "dark") return resized.png().toBuffer();
  const edge = Math.round(room.height / 8);
  return resized
    .extend({ top: edge, bottom: edge, left: edge, right: edge, background: "#00000000" })
    .flatten({ background: brand })
    .png()
    .toBuffer();
}
