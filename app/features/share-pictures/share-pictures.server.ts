import { createHash } from "node:crypto";
import type { Sharp } from "sharp";
import type { SharedRecord, ShareText } from "~/features/discovery.server";
import { discoveryOf } from "~/features/registry.server";
import { config } from "~/platform/config.server";
import type { StoredPicture } from "~/platform/pictures/picture";
import { pictureBytes } from "~/platform/pictures/picture-bytes.server";
import { loadSharp } from "~/platform/pictures/sharp.server";
import { draw as drawLogo } from "~/platform/site-settings/logo-png.server";
import { siteSettings } from "~/platform/site-settings/site-settings.server";
import { artColours } from "~/ui/brand-palette";
import { EXHIBIT_SENDER, exhibitSvg, type ShareExhibit } from "./exhibit-svg.server";
import { SHARE_INSET, SHARE_SENDER, shareSvg } from "./share-svg.server";
import { ART } from "./svg-primitives.server";

/** The site's own title and description. */
const SITE_TEXT: ShareText = {
  kicker: "News, briefs and stock picks",
  title: "Markets, read before the bell",
};

const textOf = (section: string): ShareText | undefined =>
  section === "site" ? SITE_TEXT : discoveryOf(section)?.share?.section;

/** The most pictures in the cache, about 40 kB each. */
const MAX_CACHED = 200;
const cache = new Map<string, Promise<Buffer>>();

/** The picture of a section (`site`, `trade-alert` …) as PNG; undefined for an unknown section. */
export function sectionPicture(section: string): Promise<Buffer> | undefined {
  const words = textOf(section);
  return words && cached(section, () => renderPicture({ ...words, version: "" }));
}

/**
 * The picture of a published record; undefined if there is none.
 * @param id a UUID
 */
export async function recordPicture(section: string, id: string): Promise<Buffer | undefined> {
  const subject = await discoveryOf(section)?.share?.record?.first({ id });
  return subject && cached(`${section} ${id} ${subject.version}`, () => renderPicture(subject));
}

/** A public chart as PNG; undefined if there is none. Drawn again when its content changes. */
export async function exhibitPicture(read: Promise<ShareExhibit | undefined>): Promise<Buffer | undefined> {
  const exhibit = await read;
  if (!exhibit) return undefined;
  const key = createHash("sha256").update(JSON.stringify(exhibit)).digest("base64url");
  return cached(`exhibit ${key}`, async () => {
    const logo = await logoIn(EXHIBIT_SENDER);
    const drawn = exhibitSvg(exhibit, config().siteName, logo !== undefined);
    const sharp = await loadSharp();
    return toPng(sharp(inColours(drawn)).composite(logo ? [logo] : []));
  });
}

/**
 * The owner's logo at its position; undefined if there is none or its file is missing. The name then replaces
 * it.
 */
async function logoIn({ left, top, ...room }: { left: number; top: number; width: number; height: number }) {
  const { logo, colours } = siteSettings();
  const input = logo && (await drawLogo(logo, colours.brandLight, room));
  return input && { input, left, top };
}

/** Applies the owner's colours to a drawing. */
function inColours(svg: string): Buffer {
  const own = artColours(siteSettings().colours);
  const roles = Object.entries(own ?? {}).map(([role, colour]) => [
    ART[role as keyof typeof ART] as string,
    colour,
  ]);
  const byHouse = new Map(roles as [string, string][]);
  return Buffer.from(svg.replace(/#[0-9a-f]{6}\b/g, (colour) => byHouse.get(colour) ?? colour));
}

const toPng = (drawn: Sharp) => drawn.png({ palette: true, quality: 90, effort: 4 }).toBuffer();

/** Drawing takes a tenth of a second, so concurrent requests share one run. */
function cached(subject: string, draw: () => Promise<Buffer>): Promise<Buffer> {
  const key = `${siteSettings().revision} ${subject}`;
  const found = cache.get(key);
  if (found) return found;
  const pending = draw();
  cache.set(key, pending);
  pending.catch(() => cache.delete(key));
  const oldest = cache.keys().next().value;
  if (cache.size > MAX_CACHED && oldest !== undefined) cache.delete(oldest);
  return pending;
}

async function renderPicture(subject: SharedRecord): Promise<Buffer> {
  const logo = await logoIn(SHARE_SENDER);
  const sharp = await loadSharp();
  const base = sharp(inColours(shareSvg(subject, config().siteName, logo !== undefined)));
  const inset = subject.picture && (await insetPicture(subject.picture));
  const { left, top } = SHARE_INSET;
  return toPng(base.composite([...(inset ? [{ input: inset, left, top }] : []), ...(logo ? [logo] : [])]));
}

/** The article's own picture, cropped to the inset; undefined if its file is missing. */
async function insetPicture(picture: StoredPicture): Promise<Buffer | undefined> {
  const bytes = await pictureBytes(picture);
  if (!bytes) return undefined;
  const { width, height } = SHARE_INSET;
  const sharp = await loadSharp();
  return sharp(bytes).resize(width, height, { fit: "cover" }).toBuffer();
}
