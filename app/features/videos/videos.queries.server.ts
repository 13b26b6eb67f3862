import { rows } from "db/rows.server";
import type { Access } from "~/features/membership/access.server";

/** A film in a gallery. There is no link in it: the poster is ours, and playing happens on the film's own page. */
export type VideoCard = {
  id: string;
  title: string;
  caption: string | null;
  isFree: boolean;
  createdAt: Date;
  locked: boolean;
};

/** The link is null for a locked film: it was never read. */
export type Film = VideoCard & { youtubeLink: string | null };

/** What a reader with this access finds locked. */
const LOCKED: Record<Access, string> = { full: "false", locked: "not is_free" };

/** The link as far as a reader with this access may know it; decisions.md, "Locking". */
const LINK: Record<Access, string> = {
  full: "youtube_link",
  locked: "case when is_free then youtube_link end",
};

const card = (access: Access) =>
  `id, title, left(caption, 400) as caption, is_free as "isFree", created_at as "createdAt",
   ${LOCKED[access]} as locked`;

/** Beyond this many, 'how many' is not worth counting. */
const COUNTED = 10_000;

/** Published films, newest first. */
export function latestVideos(
  access: Access,
  { limit, offset = 0, except }: { limit: number; offset?: number; except?: string },
): Promise<VideoCard[]> {
  return rows<VideoCard>(
    `select ${card(access)} from videos where status = 'published' ${except ? "and id <> ?" : ""}
      order by created_at desc, id desc limit ? offset ?`,
    [...(except ? [except] : []), limit, offset],
  );
}

/** How many published films there are, counted up to 10,000. */
export async function countVideos(): Promise<number> {
  const [counted] = await rows<{ total: number }>(
    `select count(*)::int as total from (
       select 1 from videos where status = 'published' limit ${COUNTED}) as counted`,
  );
  return counted?.total ?? 0;
}

/** One published film, or undefined. @param id a UUID. */
export async function videoById(access: Access, id: string): Promise<Film | undefined> {
  const [film] = await rows<Film>(
    `select id, title, caption, is_free as "isFree", created_at as "createdAt", ${LOCKED[access]} as locked,
            ${LINK[access]} as "youtubeLink"
       from videos where id = ? and status = 'published'`,
    [id],
  );
  return film;
}
