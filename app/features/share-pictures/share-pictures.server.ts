import { rows } from "db/query.server";
import sharp from "sharp";
import { config } from "~/platform/config.server";
import type { StoredPicture } from "~/platform/images/picture";
import { STORED_PICTURE } from "~/platform/images/stored-picture.server";
import { storage } from "~/platform/storage.server";
import { SHARE_INSET, type ShareWords, shareDrawing } from "./share-svg.server";

/** What the site and its sections say of themselves; also of what is locked, where nothing else may be said. */
const SECTIONS: Record<string, ShareWords> = {
  site: { kicker: "News, briefs and stock picks", title: "Markets, read before the bell" },
  "trade-alert": { kicker: "Trade alerts", title: "Entry, target and stop, with the reasons" },
  "stock-picks": { kicker: "Stock picks", title: "What we hold, and what we think it is worth" },
  market: { kicker: "Markets", title: "Indices, stocks, currencies and crypto" },
};

type Subject = ShareWords & { version: string; picture: StoredPicture | null };

/** The public words of one record, and nothing else of it. */
const SUBJECTS: Record<string, string> = {
  news: `select 'News, ' || n.category as kicker, n.title, n.updated_at::text as version,
                ${STORED_PICTURE} as picture
           from news n left join images i on i.id = n.image_id where n.id = ? and n.status = 'published'`,
  "daily-brief": `select 'Daily brief' as kicker, company_name || ' - ' || ticker as title,
                         updated_at::text as version, null as picture
                    from daily_briefs where id = ? and status = 'published'`,
  videos: `select 'Video' as kicker, title, updated_at::text as version, null as picture
             from videos where id = ? and status = 'published'`,
};

/** Finished pictures, some 40 kB each. */
const MOST_KEPT = 200;
const kept = new Map<string, Promise<Buffer>>();

/** The picture of a section (`site`, `trade-alert` …) as PNG, or undefined when there is no such section. */
export function sectionPicture(section: string): Promise<Buffer> | undefined {
  const words = Object.hasOwn(SECTIONS, section) ? SECTIONS[section] : undefined;
  return words && remembered(section, () => drawn({ ...words, version: "", picture: null }));
}

/** The picture of a published record, or undefined. @param id a UUID. */
export async function recordPicture(section: string, id: string): Promise<Buffer | undefined> {
  const query = Object.hasOwn(SUBJECTS, section) ? SUBJECTS[section] : undefined;
  if (!query) return undefined;
  const [subject] = await rows<Subject>(query, [id]);
  return subject && remembered(`${section} ${id} ${subject.version}`, () => drawn(subject));
}

/** Drawing takes a tenth of a second: asked for twice at once, it is done once. */
function remembered(key: string, draw: () => Promise<Buffer>): Promise<Buffer> {
  const found = kept.get(key);
  if (found) return found;
  const drawing = draw();
  kept.set(key, drawing);
  drawing.catch(() => kept.delete(key));
  const oldest = kept.keys().next().value;
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
  return drawing;
}

async function drawn(subject: Subject): Promise<Buffer> {
  const base = sharp(Buffer.from(shareDrawing(subject, config().siteName)));
  const inset = subject.picture && (await insetOf(subject.picture));
  const { left, top } = SHARE_INSET;
  const whole = inset ? base.composite([{ input: inset, left, top }]) : base;
  return whole.png({ palette: true, quality: 90, effort: 4 }).toBuffer();
}

/** The article's own picture, cut to the inset; undefined when its file is gone. */
async function insetOf({ id, widths }: StoredPicture): Promise<Buffer | undefined> {
  const found = await storage().read(`${id}/${Math.max(...widths)}.webp`);
  if (!found) return undefined;
  const chunks: Buffer[] = [];
  for await (const chunk of found.stream) chunks.push(chunk as Buffer);
  const { width, height } = SHARE_INSET;
  return sharp(Buffer.concat(chunks)).resize(width, height, { fit: "cover" }).toBuffer();
}
