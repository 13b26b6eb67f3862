import { query } from "db/query.server";
import sharp from "sharp";
import { config } from "~/platform/config.server";
import type { StoredPicture } from "~/platform/images/picture";
import { STORED_PICTURE_SQL } from "~/platform/images/stored-picture.server";
import { storage } from "~/platform/storage.server";
import { SHARE_INSET, type ShareText, shareSvg } from "./share-svg.server";

/** What the site and its sections say of themselves; also of what is locked, where nothing else may be said. */
const SECTION_TEXTS: Record<string, ShareText> = {
  site: { kicker: "News, briefs and stock picks", title: "Markets, read before the bell" },
  "trade-alert": { kicker: "Trade alerts", title: "Entry, target and stop, with the reasons" },
  "stock-picks": { kicker: "Stock picks", title: "What we hold, and what we think it is worth" },
  market: { kicker: "Markets", title: "Indices, stocks, currencies and crypto" },
};

type ShareRecord = ShareText & { version: string; picture: StoredPicture | null };

/** The public words of one record, and nothing else of it. */
const RECORD_QUERIES: Record<string, string> = {
  news: `select 'News, ' || n.category as kicker, n.title, n.updated_at::text as version,
                ${STORED_PICTURE_SQL} as picture
           from news n left join images i on i.id = n.image_id where n.id = ? and n.status = 'published'`,
  "daily-brief": `select 'Daily brief' as kicker, company_name || ' - ' || ticker as title,
                         updated_at::text as version, null as picture
                    from daily_briefs where id = ? and status = 'published'`,
  videos: `select 'Video' as kicker, title, updated_at::text as version, null as picture
             from videos where id = ? and status = 'published'`,
};

/** Finished pictures, some 40 kB each. */
const MAX_CACHED = 200;
const cache = new Map<string, Promise<Buffer>>();

/** The picture of a section (`site`, `trade-alert` …) as PNG, or undefined when there is no such section. */
export function sectionPicture(section: string): Promise<Buffer> | undefined {
  const words = Object.hasOwn(SECTION_TEXTS, section) ? SECTION_TEXTS[section] : undefined;
  return words && cached(section, () => renderPicture({ ...words, version: "", picture: null }));
}

/** The picture of a published record, or undefined. @param id a UUID. */
export async function recordPicture(section: string, id: string): Promise<Buffer | undefined> {
  const sql = Object.hasOwn(RECORD_QUERIES, section) ? RECORD_QUERIES[section] : undefined;
  if (!sql) return undefined;
  const [subject] = await query<ShareRecord>(sql, [id]);
  return subject && cached(`${section} ${id} ${subject.version}`, () => renderPicture(subject));
}

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

async function renderPicture(subject: ShareRecord): Promise<Buffer> {
  const base = sharp(Buffer.from(shareSvg(subject, config().siteName)));
  const inset = subject.picture && (await insetImage(subject.picture));
  const { left, top } = SHARE_INSET;
  const whole = inset ? base.composite([{ input: inset, left, top }]) : base;
  return whole.png({ palette: true, quality: 90, effort: 4 }).toBuffer();
}

/** The article's own picture, cut to the inset; undefined when its file is gone. */
async function insetImage({ id, widths }: StoredPicture): Promise<Buffer | undefined> {
  const found = await storage().read(`${id}/${Math.max(...widths)}.webp`);
  if (!found) return undefined;
  const chunks: Buffer[] = [];
  for await (const chunk of found.stream) chunks.push(chunk as Buffer);
  const { width, height } = SHARE_INSET;
  return sharp(Buffer.concat(chunks)).resize(width, height, { fit: "cover" }).toBuffer();
}
