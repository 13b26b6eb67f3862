import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { accessTo, canReadPaidContent } from "~/access/access.server";
import { UpgradePanel } from "~/access/paywall";
import { newSince } from "~/auth/placeholder-viewer.server";
import { type Viewer, viewerOf } from "~/auth/viewer.server";
import { AdBox } from "~/features/ads/ad-box";
import { AdSlot } from "~/features/ads/ad-slot";
import { adsFor, seesFewerAds, toAdProps } from "~/features/ads/ads.queries.server";
import { BannerBar } from "~/features/banners/banner-bar";
import { banners, withoutMembershipOffers } from "~/features/banners/banners.queries.server";
import { areDismissed } from "~/features/banners/dismissed-banners.server";
import { priceNote } from "~/features/billing/plans/packages.queries.server";
import { OpenCalls } from "~/features/calls/open-calls";
import { openCalls } from "~/features/calls/open-calls.queries.server";
import { moreOpenCalls } from "~/features/calls/open-calls.rules";
import { NO_SUMS, trackRecordSums } from "~/features/calls/track-record/headline-figures.queries.server";
import { LeadCall } from "~/features/calls/track-record/lead-call";
import { lastSettled, outcomesOf } from "~/features/calls/track-record/settled-cards.queries.server";
import { latestAlerts } from "~/features/content/alerts/alerts.queries.server";
import { HOME_ALERTS, HomeAlerts } from "~/features/content/alerts/home-alerts";
import { BriefSection } from "~/features/content/briefs/brief-card";
import { latestBriefs } from "~/features/content/briefs/briefs.queries.server";
import { NewSince } from "~/features/content/new-since";
import { newItems } from "~/features/content/new-since.queries.server";
import { selectNewItems } from "~/features/content/new-since.rules";
import { latestNews } from "~/features/content/news/news.queries.server";
import { NewsStory } from "~/features/content/news/news-story";
import { HOME_PICKS, HomePicks } from "~/features/content/picks/home-picks";
import { latestPicks } from "~/features/content/picks/picks.queries.server";
import { VideoSection } from "~/features/content/videos/video-tile";
import { latestVideos } from "~/features/content/videos/videos.queries.server";
import { frontLayout } from "~/features/site-shell/front-column.rules";
import { describeSite } from "~/features/site-shell/nav-offer";
import { config } from "~/platform/config.server";
import { WATCHED } from "~/platform/page-cache/slots.server";
import { pictureAttributes } from "~/platform/pictures/picture";
import { dayIn, partOfDay } from "~/ui/dates";
import { Section } from "~/ui/head";
import { EmptyState } from "~/ui/message";
import { ShortOnPhones } from "~/ui/short-on-phones";
import { Across } from "~/ui/two-part-page";
import { UnreadList } from "~/ui/unread-list";
import { SITE_FEED } from "~/web/feed-links";
import { pageMeta } from "~/web/meta";
import { loadOr, sharedPanelOr } from "~/web/optional-parts.server";
import { useRootData } from "~/web/root-data";
import type { RouteHandle } from "~/web/route-handle";
// The stylesheet of the part that is filled in on sending.
import "~/features/watchlist/watched-block.css";

export const handle: RouteHandle = {
  shared: true,
  serifText: true,
  sidebarFor: (loaded) => frontLayout(columnParts(loaded as Loaded)).sections,
};

/** Items of each section; specification, section 9. */
const NEWS_COUNT = 2;
const BRIEF_COUNT = 3;
const VIDEO_COUNT = 3;
const ALERT_RANGE = { limit: HOME_ALERTS };

/** The advertisements in page order. The last one takes any ad that remains. */
const AD_SLOTS = [
  { category: "rectangle", position: 1 },
  { category: "rectangle", position: 2 },
  { category: "rectangle" },
] as const;

export const meta: MetaFunction = (args) =>
  pageMeta(args, {
    title: "News, briefs and stock picks",
    description: "Markets, read before the bell: news, daily briefs, stock picks and trade alerts.",
    feed: SITE_FEED,
  });

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await viewerOf(args);
  const access = accessTo("daily brief", viewer);
  const fewerAds = seesFewerAds(viewer);
  const [strip, lead, morning, sums, stories, briefs, picks, alerts, ads, note, videos] = await Promise.all([
    sharedPanelOr(args, "banners not read", banners, []),
    sharedPanelOr(args, "last settled call not read", lastSettled.for(viewer), undefined),
    loadMorning(args, viewer),
    sharedPanelOr(args, "record not read", trackRecordSums, NO_SUMS),
    loadOr(args, "news not read", latestNews({ limit: NEWS_COUNT }), undefined),
    loadOr(args, "briefs not read", latestBriefs(access, { limit: BRIEF_COUNT }), undefined),
    loadOr(args, "picks not read", latestPicks(accessTo("stock pick", viewer), HOME_PICKS), undefined),
    newestAlerts(args, viewer),
    adsFor(args, fewerAds ? AD_SLOTS.slice(0, 1) : AD_SLOTS),
    priceNote(args, access === "locked"),
    loadOr(
      args,
      "videos not read",
      latestVideos(accessTo("video", viewer), { limit: VIDEO_COUNT }),
      undefined,
    ),
  ]);
  return {
    banners: notDismissed(args, withoutMembershipOffers(viewer, strip)),
    lead,
    morning,
    /** Filled in when the page is sent. */
    watched: viewer.kind === "member" ? WATCHED : undefined,
    fewerAds,
    settled: sums.settled,
    stories,
    briefs,
    picks,
    ...alerts,
    ads: ads.map((ad) => ad && toAdProps(ad)),
    locked: access === "locked",
    note,
    videos,
    now: new Date(),
  };
}

/** The newest alerts, and how the settled ones ended that the viewer may read. */
async function newestAlerts(args: LoaderFunctionArgs, viewer: Viewer) {
  const access = accessTo("trade alert", viewer);
  const alerts = await loadOr(args, "alerts not read", latestAlerts(access, ALERT_RANGE), undefined);
  const read = (alerts ?? []).flatMap(({ id, call }) => (call ? [id] : []));
  const found =
    read.length > 0
      ? await loadOr(args, "outcomes not read", outcomesOf(viewer, read), undefined)
      : undefined;
  return { alerts, outcomes: found?.cards };
}

/** The morning section of paying readers: the open calls, and new items since their last visit. */
async function loadMorning(args: LoaderFunctionArgs, viewer: Viewer) {
  if (!canReadPaidContent(viewer)) return undefined;
  const { context } = args;
  const now = Date.now();
  const { siteTz } = config();
  const since = (context.forMany && context.newSince) || newSince(viewer, now);
  const [open, items] = await Promise.all([
    sharedPanelOr(args, "open calls not read", openCalls.for(viewer), undefined),
    sharedPanelOr(args, "new items not read", newItems.for(viewer), []),
  ]);
  return {
    since,
    open,
    items: selectNewItems(items, since),
    today: dayIn(siteTz, now),
    part: partOfDay(now, siteTz),
  };
}

/** The banners, unless the reader dismissed them. The page of many readers takes that from the context. */
function notDismissed(
  { request, context }: LoaderFunctionArgs,
  shown: ReturnType<typeof withoutMembershipOffers>,
) {
  const dismissed = context.forMany
    ? context.bannersDismissed
    : areDismissed(request.headers.get("Cookie"), shown);
  if (dismissed) return [];
  return shown.map(({ id, title, url, picture }) => ({
    id,
    title,
    url,
    picture: pictureAttributes(picture),
  }));
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>;

const columnParts = ({ lead, morning, stories }: Pick<Loaded, "lead" | "morning" | "stories">) => ({
  openCalls: morning?.open?.calls.length ?? 0,
  newItems: morning?.items.length ?? 0,
  hasLead: lead !== undefined,
  hasNews: stories !== undefined,
});

export default function Home() {
  const {
    banners,
    lead,
    morning,
    watched,
    fewerAds,
    settled,
    stories,
    briefs,
    picks,
    alerts,
    outcomes,
    ads,
    locked,
    note,
    videos,
    now,
  } = useLoaderData<typeof loader>();
  const { siteName, siteTz } = useRootData();
  const [firstAd, secondAd, lastAd] = ads;
  const reading = <Reading stories={stories} briefs={briefs} zone={siteTz} below={!!lead} />;
  const withMorning = morning && hasMorning(morning);
  // Missing parts leave their room to the news.
  const { newsBelow } = frontLayout(columnParts({ lead, morning, stories }));
  return (
    <>
      <h1 className="sr">{siteName}: news, briefs and stock picks</h1>
      <Across
        beside={
          <>
            {locked && <Intro siteName={siteName} note={note} />}
            <BannerBar banners={banners} />
            {withMorning && <Morning {...morning} zone={siteTz} />}
            {watched}
            {lead && <LeadCall call={lead} settled={settled} />}
            <AdSlot ad={firstAd} position={1} eager={!lead} />
            {!newsBelow && reading}
          </>
        }
      >
        {newsBelow && reading}
        {!fewerAds && (
          <div className="section">
            <AdSlot ad={secondAd} position={2} />
          </div>
        )}
        <HomePicks picks={picks} zone={siteTz} />
        {locked && (
          <UpgradePanel
            title="Read the whole page before the bell"
            points={[
              "The full analysis behind our daily briefs",
              "Tickers and names of all stock picks",
              "Trade alerts with a target, a stop and a reason",
            ]}
            action={{ label: "Subscribe to Premium" }}
            note={note}
          />
        )}
        {lastAd && (
          <div className="section">
            <AdBox {...lastAd} />
          </div>
        )}
        <HomeAlerts alerts={alerts} outcomes={outcomes} clock={{ now, zone: siteTz }} />
        <VideoSection videos={videos} />
      </Across>
    </>
  );
}

/** The site's description and a link to the plans: a phone's bar has room for neither. */
const Intro = ({ siteName, note }: { siteName: string; note: Loaded["note"] }) => (
  <p className="-mt-4 mb-4 text-sm md:hidden">
    {describeSite(siteName)}
    {note !== false && (
      <>
        {" "}
        <a href="/subscription" className="whitespace-nowrap">
          See the plans
        </a>
      </>
    )}
  </p>
);

type ReadingProps = {
  stories?: Parameters<typeof NewsStory>[0]["story"][];
  briefs?: Parameters<typeof BriefSection>[0]["briefs"];
  zone: string;
  /** Whether something with a drawing comes before it. */
  below: boolean;
};

/** The exact text of the specification. */
const NO_NEWS = "No news available in this category.";

function Reading({ stories, briefs, zone, below }: ReadingProps) {
  return (
    <>
      <Section title="News" to="/news" more={{ label: "All news", to: "/news" }} first>
        {!stories && <UnreadList title={NO_NEWS} />}
        {stories?.length === 0 && <EmptyState title={NO_NEWS} />}
        {stories?.map((story, index) => (
          <NewsStory key={story.id} story={story} zone={zone} lead={index === 0} below={below} />
        ))}
      </Section>
      <BriefSection briefs={briefs} zone={zone} />
    </>
  );
}

type MorningProps = NonNullable<Loaded["morning"]> & {
  zone: string;
};

const hasMorning = ({ open, items }: Omit<MorningProps, "zone">) =>
  Boolean(open?.calls.length) || items.length > 0;

function Morning({ open, items, since, today, part, zone }: MorningProps) {
  const rest = open?.calls.length ? moreOpenCalls(open) : undefined;
  return (
    <section className="mb-10" aria-labelledby="morning">
      <h2 id="morning" className="mb-4 text-3xl">
        {`Your ${part}`}
      </h2>
      {open && (
        <ShortOnPhones count={open.calls.length} of="calls" all={rest?.shown} first={3}>
          <OpenCalls {...open} today={today} />
        </ShortOnPhones>
      )}
      {rest && (
        <p className="all-open">
          <a href="/trade-alert">{rest.all}</a>
        </p>
      )}
      <ShortOnPhones count={items.length} of="items" first={4}>
        <NewSince items={items} since={since} zone={zone} />
      </ShortOnPhones>
    </section>
  );
}
