import type { PreparedPicture } from "~/platform/pictures/pictures.server";
import { loadSharp } from "~/platform/pictures/sharp.server";
import type { SiteLogo } from "~/platform/site-settings/site-logo";

/** Of 255: brighter logos are invisible on white. */
const BRIGHT = 160;
/** Of 255: more transparent pixels are invisible. */
const SEEN = 96;

/** Whether a logo is dark or light, by its visible pixels. A logo without a transparent background counts as dark.
 */
export async function measureTone({ files }: PreparedPicture): Promise<SiteLogo["tone"]> {
  const [smallest] = [...files].sort(([one], [other]) => one - other).map(([, bytes]) => bytes);
  const sharp = await loadSharp();
  const { data } = await sharp(smallest)
    .resize({ width: 160, withoutEnlargement: true })
    .ensureAlpha()
    .toFormat("raw")
    .toBuffer({ resolveWithObject: true });
  let seen = 0;
  let brightness = 0;
  for (let at = 0; at < data.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray(at, at + 4);
    if (alpha < SEEN) continue;
    seen += 1;
    brightness += 0.299 * red + 0.587 * green + 0.114 * blue;
  }
  const isClear = seen < data.length / 4;
  return isClear && seen > 0 && brightness / seen > BRIGHT ? "light" : "dark";
}
