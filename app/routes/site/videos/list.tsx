import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { accessTo } from "~/features/membership/access.server";
import { cheapestOffer, offerNote } from "~/features/membership/packages.queries.server";
import { FilmCard } from "~/features/videos/video-card";
import { countVideos, latestVideos } from "~/features/videos/videos.queries.server";
import { pageMeta } from "~/http/meta";
import { pageHref, pageOf } from "~/http/paging";
import { viewerOf } from "~/http/viewer.server";
import { PageHead } from "~/ui/head";
import { UpgradePanel } from "~/ui/lock";
import { Empty } from "~/ui/message";
import { Pager } from "~/ui/pager";

export const handle = { shared: true };

/** Videos of a page; specification, section 9. */
const PAGE_SIZE = 6;

export const meta: MetaFunction = (args) =>
  pageMeta(args, {
    title: "All Videos",
    description: "Short films on how markets work and how we read them.",
  });

export async function loader(args: LoaderFunctionArgs) {
  const page = pageOf(args.request);
  const access = accessTo("video", await viewerOf(args));
  const [videos, total, offer] = await Promise.all([
    latestVideos(access, { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }),
    countVideos(),
    access === "locked" ? cheapestOffer() : undefined,
  ]);
  return { page, videos, total, locked: access === "locked", note: offer && offerNote(offer) };
}

export default function Videos() {
  const { page, videos, total, locked, note } = useLoaderData<typeof loader>();
  const first = (page - 1) * PAGE_SIZE + 1;
  return (
    <>
      <PageHead
        title="All Videos"
        meta="How markets work, and how we read them. A film plays only when you ask."
      />
      {videos.length === 0 ? (
        <Empty title="No videos found." way={{ label: "Show the newest videos", to: "/videos" }} />
      ) : (
        <>
          <h2 className="sr">Newest first</h2>
          <div className="gallery">
            <div className="gallery-in">
              {videos.map((video) => (
                <FilmCard key={video.id} video={video} />
              ))}
            </div>
          </div>
          <Pager
            page={page}
            pageCount={Math.ceil(total / PAGE_SIZE)}
            shown={{ from: first, to: first + videos.length - 1, total }}
            href={(number) => pageHref("/videos", {}, number)}
          />
        </>
      )}
      {locked && (
        <UpgradePanel
          title="Watch every film, not only the free ones"
          points={["Every video for members", "The full analysis behind every daily brief"]}
          action={{ label: "Upgrade to Premium", to: "/subscription" }}
          note={note}
        />
      )}
    </>
  );
}
