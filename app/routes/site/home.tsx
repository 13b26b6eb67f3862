import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { adPicture, type DrawnAd } from "~/features/ads/ad-picture";
import { adsFor } from "~/features/ads/ads.queries.server";
import { banners } from "~/features/banners/banners.queries.server";
import { DailyBriefCard } from "~/features/daily-briefs/brief-card";
import { latestBriefs } from "~/features/daily-briefs/daily-briefs.queries.server";
import { accessTo } from "~/features/membership/access.server";
import { cheapestOffer, offerNote } from "~/features/membership/packages.queries.server";
import { latestNews } from "~/features/news/news.queries.server";
import { NewsStory } from "~/features/news/news-story";
import { pageMeta } from "~/http/meta";
import { pictureAttributes } from "~/http/picture";
import { useRootData } from "~/http/root-data";
import { viewerOf } from "~/http/viewer.server";
import { AdBox } from "~/ui/ad-box";
import { Section } from "~/ui/head";
import { UpgradePanel } from "~/ui/lock";
import { Empty } from "~/ui/message";
import { BannerStrip } from "~/ui/related";
import { Columns } from "~/ui/story";

export const handle = { shared: true };

/** Items of each section; specification, section 9. */
const NEWS = 2;
const BRIEFS = 3;

export const meta: MetaFunction = (args) =>
  pageMeta(args, {
    title: "News, briefs and stock picks",
    description: "Markets, read before the bell: news, daily briefs, stock picks and trade alerts.",
    feed: "/news/feed.xml",
  });

export async function loader(args: LoaderFunctionArgs) {
  const access = accessTo("daily brief", await viewerOf(args));
  const [strip, stories, briefs, ads, offer] = await Promise.all([
    banners(),
    latestNews({ limit: NEWS }),
    latestBriefs(access, { limit: BRIEFS }),
    adsFor([
      { category: "rectangle", position: 1 },
      { category: "rectangle", position: 2 },
      { category: "rectangle" },
    ]),
    access === "locked" ? cheapestOffer() : undefined,
  ]);
  return {
    banners: strip.map(({ id, title, url, picture }) => ({
      id,
      title,
      url,
      picture: pictureAttributes(picture),
    })),
    stories,
    briefs,
    ads: ads.map((ad) => ad && adPicture(ad)),
    locked: access === "locked",
    note: offer && offerNote(offer),
  };
}

export default function Home() {
  const { banners, stories, briefs, ads, locked, note } = useLoaderData<typeof loader>();
  const { siteName, siteTz } = useRootData();
  const [firstAd, secondAd, lastAd] = ads;
  return (
    <>
      <h1 className="sr">{siteName}: news, briefs and stock picks</h1>
      {banners.map(({ id, title, url, picture }) => (
        <BannerStrip key={id} title={title} to={url ?? undefined} picture={picture} />
      ))}
      <Slot ad={firstAd} position={1} eager />
      <Section title="News" to="/news" more={{ label: "All news", to: "/news" }} first>
        {stories.length === 0 && <Empty title="No news available in this category." />}
        {stories.map((story, index) => (
          <NewsStory key={story.id} story={story} zone={siteTz} lead={index === 0} eager={index === 0} />
        ))}
      </Section>
      <Section title="Daily Brief" to="/daily-brief" more={{ label: "All briefs", to: "/daily-brief" }}>
        {briefs.length === 0 ? (
          <Empty title="No daily briefs available." />
        ) : (
          <Columns>
            {briefs.map((brief) => (
              <DailyBriefCard key={brief.id} brief={brief} zone={siteTz} />
            ))}
          </Columns>
        )}
      </Section>
      <div className="section">
        <Slot ad={secondAd} position={2} />
      </div>
      {locked && (
        <UpgradePanel
          title="Read the whole page before the bell"
          points={[
            "The full analysis behind every daily brief",
            "The buy zone: from which price, to which price",
          ]}
          action={{ label: "Subscribe to Premium", to: "/subscription" }}
          note={note}
        />
      )}
      {lastAd && (
        <div className="section">
          <AdBox {...lastAd} />
        </div>
      )}
    </>
  );
}

/** A rectangle slot with a position says so when nothing is booked; specification, section 8. */
function Slot({ ad, position, eager }: { ad?: DrawnAd; position: number; eager?: boolean }) {
  return ad ? (
    <AdBox {...ad} eager={eager} />
  ) : (
    <p className="meta">No ad available for position {position}.</p>
  );
}
