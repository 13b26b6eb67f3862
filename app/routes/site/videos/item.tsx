import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Player, PosterLink, UnavailablePlayer } from "~/features/content/videos/player";
import { posterArt } from "~/features/content/videos/poster.rules";
import { videoMeta } from "~/features/content/videos/video.meta";
import { loadVideo } from "~/features/content/videos/video-page.server";
import { VideoPaywall } from "~/features/content/videos/video-paywall";
import { AccessBadge, VideoTile } from "~/features/content/videos/video-tile";
import { videoById } from "~/features/content/videos/videos.queries.server";
import { SaveForLater } from "~/features/marks/mark";
import { PageViewBeacon } from "~/features/page-views/page-view-beacon";
import { Art } from "~/ui/art";
import { Columns } from "~/ui/card-columns";
import { cx } from "~/ui/class-names";
import { PageHead, Section } from "~/ui/head";
import { RichText } from "~/ui/rich-text";
import { Time } from "~/ui/time";
import { pageMeta } from "~/web/meta";
import { useRootData } from "~/web/root-data";
import { PAYWALLED_CLASS } from "~/web/structured-data";

export const handle = { shared: true, params: ["play"], sidebar: 2, serifText: true };

export const meta: MetaFunction<typeof loader> = (args) => pageMeta(args, videoMeta(args.data?.video));

export const loader = (args: LoaderFunctionArgs) => loadVideo(args, videoById);

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>;

export default function Video() {
  const { video, body, playing, player, playAt, more, note, signIn } = useLoaderData<typeof loader>();
  const { siteTz } = useRootData();
  return (
    <>
      <PageViewBeacon section="videos" id={video.id} />
      <article className="film">
        <PageHead
          crumbs={[{ label: "Videos", to: "/videos" }]}
          title={video.title}
          after={
            <>
              <AccessBadge {...video} />
              <SaveForLater kind="video" id={video.id} title={video.title} />
            </>
          }
          meta={<Time at={video.createdAt} style="datetime" zone={siteTz} />}
        />
        <div className={cx("grid gap-5", !video.isFree && PAYWALLED_CLASS)}>
          {video.locked ? (
            <VideoPaywall id={video.id} audience={video.audience} note={note} signIn={signIn} />
          ) : (
            <Stage video={video} playing={playing} player={player} playAt={playAt} />
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

/** The poster until the reader opens the player. No other site is contacted before that. */
function Stage({ video, playing, player, playAt }: Pick<Loaded, "video" | "playing" | "player" | "playAt">) {
  const drawing = <Art {...posterArt(video.id)} />;
  if (!player)
    return <UnavailablePlayer drawing={drawing}>This video cannot be played here.</UnavailablePlayer>;
  if (playing) return <Player {...player} title={video.title} />;
  return (
    <PosterLink to={playAt} label={`Play ${video.title}`} drawing={drawing}>
      When you press play, the video loads from YouTube (youtube-nocookie.com), which then sees your IP
      address. Before that, nothing is loaded from YouTube.
    </PosterLink>
  );
}
