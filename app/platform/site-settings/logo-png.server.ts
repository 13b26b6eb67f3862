import { pictureBytes } from "../pictures/picture-bytes.server";
import { loadSharp } from "../pictures/sharp.server";
import { BRAND_FOLDER } from "./served-stylesheet.server";
import type { SiteLogo } from "./site-logo";
import { siteSettings } from "./site-settings.server";

/** Height in an email, in pixels; high-resolution screens need twice as many. */
export const MAIL_LOGO_HEIGHT = 34;
const HEIGHT = MAIL_LOGO_HEIGHT * 2;
/** The room in an email of 600 px. */
const MAX_WIDTH = 480;

/** The logo for emails: its path and its size in pixels. */
export function mailLogo({ id, width, height, tone }: SiteLogo) {
  const wide = Math.min(MAX_WIDTH, Math.round((MAIL_LOGO_HEIGHT * width) / height));
  return { path: `${BRAND_FOLDER}/${id}.png`, width: Math.max(1, wide), height: MAIL_LOGO_HEIGHT, tone };
}

let drawn: { key: string; png: Promise<Buffer | undefined> } | undefined;

/**
 * The current logo as PNG, because many email programs do not support WebP. Undefined without a logo or its
 * file.
 */
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

/** The logo in any size. A light logo gets the brand colour as background, or it would be invisible. */
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
