import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { signInPath, viewerOf } from "~/features/auth/viewer.server";
import { priceNote } from "~/features/billing/packages.queries.server";
import { Player, PosterLink, UnavailablePlayer } from "~/features/content/videos/player";
import { embedUrl, watchUrl, youtubeIdOf } from "~/features/content/videos/player.rules";
import { posterOf } from "~/features/content/videos/poster.rules";
import { videoMeta } from "~/features/content/videos/video.meta";
import { AccessBadge, VideoTile } from "~/features/content/videos/video-card";
import { VideoLock } from "~/features/content/videos/video-lock";
import { latestVideos, videoById } from "~/features/content/videos/videos.queries.server";
import { accessTo } from "~/features/entitlements/access.server";
import { ReadingMark } from "~/features/readings/reading-mark";
import { Art } from "~/ui/art";
import { cx } from "~/ui/class-names";
import { Columns } from "~/ui/columns";
import { PageHead, Section } from "~/ui/head";
import { RichText } from "~/ui/rich-text";
import { Time } from "~/ui/time";
import { pageMeta } from "~/web/meta";
import { notFound } from "~/web/replies.server";
import { toParagraphs } from "~/web/rich-text.server";
import { useRootData } from "~/web/root-data";
import { PAYWALLED_CLASS } from "~/web/structured-data";
import { isUuid } from "~/web/uuid";

export const handle = { shared: true, params: ["play"], sidebar: 2 };

const MORE_COUNT = 3;

export const meta: MetaFunction<typeof loader> = (args) => pageMeta(args, videoMeta(args.data?.video));

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await viewerOf(args);
  const access = accessTo("video", viewer);
  const { id } = args.params;
  const found = isUuid(id) ? await videoById(access, id) : undefined;
  if (!found) throw notFound("Video not found.");
  const { youtubeLink, ...video } = found;
  const { caption } = video;
  const [more, note] = await Promise.all([
    latestVideos(access, { limit: MORE_COUNT, except: video.id }),
    priceNote(args, video.locked),
  ]);
  const playerId = youtubeLink === null ? undefined : youtubeIdOf(youtubeLink);
  return {
    video,
    body: caption ? toParagraphs(caption) : [],
    playing: new URL(args.request.url).searchParams.get("play") === "1",
    player: playerId && { src: embedUrl(playerId), watchUrl: watchUrl(playerId) },
    more,
    note,
    signIn: viewer.kind === "visitor" ? signInPath(args.request) : undefined,
  };
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>;

export default function Video() {
  const { video, body, playing, player, more, note, signIn } = useLoaderData<typeof loader>();
  const { siteTz } = useRootData();
  return (
    <>
      <ReadingMark section="videos" id={video.id} />
      <article className="film">
        <PageHead
          crumbs={[{ label: "Videos", to: "/videos" }]}
          title={video.title}
          after={<AccessBadge {...video} />}
          meta={<Time at={video.createdAt} style="datetime" zone={siteTz} />}
        />
        <div className={cx("grid gap-5", !video.isFree && PAYWALLED_CLASS)}>
          {video.locked ? (
            <VideoLock id={video.id} audience={video.audience} note={note} signIn={signIn} />
          ) : (
            <Stage video={video} playing={playing} player={player} />
          )}
        </div>
        {body.length > 0 && <RichText paragraphs={body} />}
      </article>
      {more.length > 0 && (
        <Section title="More videos" more={{ label: "All videos", to: "/videos" }}>
          <Columns>
            {more.map((other) => (
              <VideoTile key={other.id} video={other} />
            ))}
          </Columns>
        </Section>
      )}
    </>
  );
}

/** The poster until the reader asks for the player: nobody else is asked for anything before. */
function Stage({ video, playing, player }: Pick<Loaded, "video" | "playing" | "player">) {
  const drawing = <Art {...posterOf(video.id)} />;
  if (!player)
    return <UnavailablePlayer drawing={drawing}>This video cannot be played here.</UnavailablePlayer>;
  if (playing) return <Player {...player} title={video.title} />;
  return (
    <PosterLink to={`/videos/${video.id}?play=1#player`} label={`Play ${video.title}`} drawing={drawing}>
      When you press play, the film loads from YouTube (youtube-nocookie.com), which then sees your network
      address. Before that nothing is loaded from there.
    </PosterLink>
  );
}
