const YOUTUBE_HOSTS = new Set(["youtube.com", "m.youtube.com", "music.youtube.com", "youtube-nocookie.com"]);

/** Parts of a path that stand before the id: `/embed/{id}`. */
const ID_PATH_PREFIXES = new Set(["embed", "v", "shorts", "live"]);

/**
 * The id of a video from its link on the hosting site, only if it is exactly 11 characters; otherwise there is no
 * player (specification, section 5). The characters are those of the site's ids, so the id is safe in an address.
 */
export function youtubeIdOf(link: string): string | undefined {
  const id = candidateId(link);
  return id !== undefined && /^[\w-]{11}$/.test(id) ? id : undefined;
}

function candidateId(link: string): string | undefined {
  if (!/^https?:\/\//i.test(link) || !URL.canParse(link)) return undefined;
  const { hostname, pathname, searchParams } = new URL(link);
  const host = hostname.toLowerCase().replace(/^www\./, "");
  const [first = "", second] = pathname.split("/").slice(1);
  if (host === "youtu.be") return first;
  if (!YOUTUBE_HOSTS.has(host)) return undefined;
  if (ID_PATH_PREFIXES.has(first)) return second;
  return first === "watch" ? (searchParams.get("v") ?? undefined) : undefined;
}

/** Where the video can be seen without our page. @param id from youtubeIdOf. */
export const watchUrl = (id: string) => `https://www.youtube.com/watch?v=${id}`;

/** The player's address on the host that sets no cookie before it plays. @param id from youtubeIdOf. */
export const embedUrl = (id: string) => `https://www.youtube-nocookie.com/embed/${id}?autoplay=1&rel=0`;
