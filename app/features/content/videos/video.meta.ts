import { EXCERPT_WORDS, excerpt } from "~/ui/excerpt";
import { feedLink } from "~/web/feed-links";
import type { PageMeta } from "~/web/meta";
import { videoObject } from "~/web/structured-data";
import type { VideoDetails } from "./videos.queries.server";

export const VIDEOS_FEED = feedLink("videos", "Videos");

/** The head of a video's page: its title and caption, which are public. */
export function videoMeta(
  video: Pick<VideoDetails, "id" | "title" | "caption" | "createdAt" | "isFree"> | undefined,
): PageMeta {
  if (!video) return { title: "Video not found", noIndex: true };
  const { id, title, caption, createdAt, isFree } = video;
  const path = `/videos/${id}`;
  const description = excerpt(caption ?? "", EXCERPT_WORDS) || `A video: ${title}.`;
  const picture = { path: `/og/videos/${id}.png`, alt: title };
  const piece = { title, path, description, published: createdAt, pictures: [picture.path] };
  return {
    title,
    description,
    path,
    picture,
    feed: VIDEOS_FEED,
    type: "video.other",
    jsonLd: videoObject(piece, isFree ? "free" : "paywalled"),
  };
}
