import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { DailyBriefCard } from "~/features/daily-briefs/brief-card";
import { countBriefs, latestBriefs } from "~/features/daily-briefs/daily-briefs.queries.server";
import { accessTo } from "~/features/membership/access.server";
import { cheapestOffer, offerNote } from "~/features/membership/packages.queries.server";
import { pageMeta } from "~/http/meta";
import { pageHref, pageOf } from "~/http/paging";
import { useRootData } from "~/http/root-data";
import { viewerOf } from "~/http/viewer.server";
import { PageHead } from "~/ui/head";
import { UpgradePanel } from "~/ui/lock";
import { Empty } from "~/ui/message";
import { Pager } from "~/ui/pager";
import { Columns } from "~/ui/story";

export const handle = { shared: true };

const PAGE_SIZE = 12;

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, {
    title: "Daily Brief",
    description: "One company a day: what it is worth, and what would change our mind.",
    path: pageHref("/daily-brief", {}, args.data?.page ?? 1),
    feed: "/daily-brief/feed.xml",
  });

export async function loader(args: LoaderFunctionArgs) {
  const page = pageOf(args.request);
  const access = accessTo("daily brief", await viewerOf(args));
  const [briefs, total, offer] = await Promise.all([
    latestBriefs(access, { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }),
    countBriefs(),
    access === "locked" ? cheapestOffer() : undefined,
  ]);
  return { page, briefs, total, locked: access === "locked", note: offer && offerNote(offer) };
}

export default function DailyBriefs() {
  const { page, briefs, total, locked, note } = useLoaderData<typeof loader>();
  const { siteTz } = useRootData();
  const first = (page - 1) * PAGE_SIZE + 1;
  return (
    <>
      <PageHead
        title="Daily Brief"
        meta="One company a day: what it is worth, and what would change our mind."
      />
      {briefs.length === 0 ? (
        <Empty title="No daily briefs available." way={{ label: "Read the news", to: "/news" }} />
      ) : (
        <>
          <h2 className="sr">All briefs, newest first</h2>
          <Columns>
            {briefs.map((brief) => (
              <DailyBriefCard key={brief.id} brief={brief} zone={siteTz} />
            ))}
          </Columns>
          <Pager
            page={page}
            pageCount={Math.ceil(total / PAGE_SIZE)}
            shown={{ from: first, to: first + briefs.length - 1, total }}
            href={(number) => pageHref("/daily-brief", {}, number)}
          />
        </>
      )}
      {locked && (
        <UpgradePanel
          title="Read the whole brief before the bell"
          points={[
            "The full analysis behind every daily brief",
            "The buy zone: from which price, to which price",
          ]}
          action={{ label: "Upgrade to Premium", to: "/subscription" }}
          note={note}
        />
      )}
    </>
  );
}
