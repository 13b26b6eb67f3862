import { createHash } from "node:crypto";
import sharp, { type Sharp } from "sharp";
import type { SharedRecord, ShareText } from "~/features/discovery.server";
import { discoveryOf } from "~/features/registry.server";
import { config } from "~/platform/config.server";
import type { StoredPicture } from "~/platform/pictures/picture";
import { storage } from "~/platform/storage.server";
import { exhibitSvg, type ShareExhibit } from "./exhibit-svg.server";
import { SHARE_INSET, shareSvg } from "./share-svg.server";

/** What the site says of itself. */
const SITE_TEXT: ShareText = {
  kicker: "News, briefs and stock picks",
  title: "Markets, read before the bell",
};

const textOf = (section: string): ShareText | undefined =>
  section === "site" ? SITE_TEXT : discoveryOf(section)?.share?.section;

/** Finished pictures, some 40 kB each. */
const MAX_CACHED = 200;
const cache = new Map<string, Promise<Buffer>>();

/** The picture of a section (`site`, `trade-alert` …) as PNG, or undefined when there is no such section. */
export function sectionPicture(section: string): Promise<Buffer> | undefined {
  const words = textOf(section);
  return words && cached(section, () => renderPicture({ ...words, version: "" }));
}

/** The picture of a published record, or undefined. @param id a UUID. */
export async function recordPicture(section: string, id: string): Promise<Buffer | undefined> {
  const subject = await discoveryOf(section)?.share?.record?.first({ id });
  return subject && cached(`${section} ${id} ${subject.version}`, () => renderPicture(subject));
}

/** A drawing of what is public; undefined where there is none. It is drawn anew when it says something else. */
export async function exhibitPicture(read: Promise<ShareExhibit | undefined>): Promise<Buffer | undefined> {
  const exhibit = await read;
  if (!exhibit) return undefined;
  const key = createHash("sha256").update(JSON.stringify(exhibit)).digest("base64url");
  return cached(`exhibit ${key}`, () => toPng(sharp(Buffer.from(exhibitSvg(exhibit, config().siteName)))));
}

const toPng = (drawn: Sharp) => drawn.png({ palette: true, quality: 90, effort: 4 }).toBuffer();

/** Drawing takes a tenth of a second: asked for twice at once, it is done once. */
function cached(key: string, draw: () => Promise<Buffer>): Promise<Buffer> {
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
  const base = sharp(Buffer.from(shareSvg(subject, config().siteName)));
  const inset = subject.picture && (await insetPicture(subject.picture));
  const { left, top } = SHARE_INSET;
  const whole = inset ? base.composite([{ input: inset, left, top }]) : base;
  return toPng(whole);
}

/** The article's own picture, cut to the inset; undefined when its file is gone. */
async function insetPicture({ id, widths }: StoredPicture): Promise<Buffer | undefined> {
  const found = await storage().read(`${id}/${Math.max(...widths)}.webp`);
  if (!found) return undefined;
  const chunks: Buffer[] = [];
  for await (const chunk of found.stream) chunks.push(chunk as Buffer);
  const { width, height } = SHARE_INSET;
  return sharp(Buffer.concat(chunks)).resize(width, height, { fit: "cover" }).toBuffer();
}
