import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { viewerOf } from "~/auth/viewer.server";
import { priceNote } from "~/features/billing/plans/packages.queries.server";
import "~/features/content/videos/gallery.css";
import { accessTo } from "~/access/access.server";
import { UpgradePanel } from "~/access/paywall";
import { VIDEOS_FEED } from "~/features/content/videos/video.meta";
import { VideosLoadError, VideoTile } from "~/features/content/videos/video-tile";
import { videosPage } from "~/features/content/videos/videos.queries.server";
import { PageHead } from "~/ui/head";
import { READ_NEWS } from "~/ui/message";
import { NoRows, Pager } from "~/ui/pager";
import { pageMeta } from "~/web/meta";
import { loadOr } from "~/web/optional-parts.server";
import { pageHref, pageRange, requestedPageNumber } from "~/web/paging";

export const handle = { shared: true, params: ["page"], sidebar: 2 };

/** Videos per page; specification, section 9. */
const PAGE_SIZE = 6;

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, {
    title: "All Videos",
    description: "Short videos on how markets work and how we read them.",
    path: pageHref("/videos", {}, args.data?.page ?? 1),
    feed: VIDEOS_FEED,
  });

export async function loader(args: LoaderFunctionArgs) {
  const page = requestedPageNumber(args.request);
  const access = accessTo("video", await viewerOf(args));
  const [gallery, note] = await Promise.all([
    loadOr(args, "videos not read", videosPage(access, pageRange(page, PAGE_SIZE)), undefined),
    priceNote(args, access === "locked"),
  ]);
  const loaded = { page, gallery, locked: access === "locked", note };
  return data(loaded, { status: gallery ? 200 : 500 });
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>;

export default function Videos() {
  const { page, gallery, locked, note } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead
        title="All Videos"
        meta="How markets work, and how we read them. Nothing plays until you press play."
      />
      {gallery ? <Gallery page={page} {...gallery} /> : <VideosLoadError />}
      {locked && (
        <UpgradePanel
          title="Watch every video, not only the free ones"
          points={["Every video for members", "The full analysis behind our daily briefs"]}
          note={note}
        />
      )}
    </>
  );
}

function Gallery({ page, videos, total }: Pick<Loaded, "page"> & NonNullable<Loaded["gallery"]>) {
  const pages = { page, size: PAGE_SIZE, total, href: (number: number) => pageHref("/videos", {}, number) };
  if (videos.length === 0) return <NoRows title="No videos found." action={READ_NEWS} {...pages} />;
  return (
    <>
      <h2 className="sr">Newest first</h2>
      <div className="gallery">
        <div className="gallery-in">
          {videos.map((video) => (
            <VideoTile key={video.id} video={video} />
          ))}
        </div>
      </div>
      <Pager {...pages} count={videos.length} />
    </>
  );
}
