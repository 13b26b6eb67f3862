const YOUTUBE_HOSTS = new Set(["youtube.com", "m.youtube.com", "music.youtube.com", "youtube-nocookie.com"]);

/** Path segments before the id: `/embed/{id}`. */
const ID_PATH_PREFIXES = new Set(["embed", "v", "shorts", "live"]);

/**
 * The id of a video from its link on the hosting site, if it has exactly 11 characters. Without one there is
 * no player (specification, section 5). All its characters are safe in an address.
 */
export function readYoutubeId(link: string): string | undefined {
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

/**
 * The video's page on the hosting site.
 * @param id from readYoutubeId
 */
export const watchUrl = (id: string) => `https://www.youtube.com/watch?v=${id}`;

/**
 * The player's address on the host that sets no cookies before playback.
 * @param id from readYoutubeId
 */
export const embedUrl = (id: string) => `https://www.youtube-nocookie.com/embed/${id}?autoplay=1&rel=0`;
