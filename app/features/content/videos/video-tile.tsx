import { Art } from "~/ui/art";
import { Badge } from "~/ui/badge";
import { Columns } from "~/ui/card-columns";
import { excerpt } from "~/ui/excerpt";
import { Section } from "~/ui/head";
import { EmptyState, LoadError } from "~/ui/message";
import { posterArt } from "./poster.rules";
import { PosterCard } from "./poster-card";
import type { VideoCard } from "./videos.queries.server";

const CAPTION_WORDS = 20;

/** The audience in a word. */
export function AccessBadge({ isFree, audience, locked }: Pick<VideoCard, "isFree" | "audience" | "locked">) {
  if (isFree) return <Badge tone="free">Free</Badge>;
  return (
    <Badge tone={locked ? "members" : "unlocked"}>{audience === "private" ? "Private" : "Members"}</Badge>
  );
}

/** A video in a gallery. Behind the paywall it is no link; specification, section 4. */
export function VideoTile({ video }: { video: VideoCard }) {
  const { id, title, caption, isFree, audience, locked } = video;
  return (
    <PosterCard
      to={`/videos/${id}`}
      title={title}
      meta={caption ? excerpt(caption, CAPTION_WORDS) : undefined}
      badges={<AccessBadge isFree={isFree} audience={audience} locked={locked} />}
      drawing={<Art {...posterArt(id)} />}
      locked={locked}
    />
  );
}

/** Replaces videos that failed to load; specification, section 8. */
export const VideosLoadError = () => <LoadError title="Failed to fetch videos" />;

/** The videos of the home page. */
export function VideoSection({ videos }: { videos?: readonly VideoCard[] }) {
  return (
    <Section title="Videos" to="/videos" more={{ label: "All videos", to: "/videos" }}>
      {!videos && <VideosLoadError />}
      {videos?.length === 0 && <EmptyState title="No videos found." />}
      {videos && videos.length > 0 && (
        <Columns>
          {videos.map((video) => (
            <VideoTile key={video.id} video={video} />
          ))}
        </Columns>
      )}
    </Section>
  );
}
