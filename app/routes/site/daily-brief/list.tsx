import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { viewerOf } from "~/features/auth/viewer.server";
import { priceNote } from "~/features/billing/packages.queries.server";
import { DailyBriefCard } from "~/features/content/briefs/brief-card";
import { BRIEFS_FEED } from "~/features/content/briefs/briefs.meta";
import { briefsPage } from "~/features/content/briefs/briefs.queries.server";
import { accessTo } from "~/features/entitlements/access.server";
import { UpgradePanel } from "~/features/entitlements/lock";
import { ColumnsWithOffer } from "~/ui/columns";
import { PageHead } from "~/ui/head";
import { READ_NEWS } from "~/ui/message";
import { NoRows, Pager } from "~/ui/pager";
import { pageMeta } from "~/web/meta";
import { loadOr } from "~/web/optional-parts.server";
import { pageHref, pageNumberOf, pageRange } from "~/web/paging";
import { useRootData } from "~/web/root-data";

export const handle = { shared: true, params: ["page"] };

const PAGE_SIZE = 12;

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, {
    title: "Daily Brief",
    description: "One company a day: what it is worth, and what would change our mind.",
    path: pageHref("/daily-brief", {}, args.data?.page ?? 1),
    feed: BRIEFS_FEED,
  });

export async function loader(args: LoaderFunctionArgs) {
  const page = pageNumberOf(args.request);
  const access = accessTo("daily brief", await viewerOf(args));
  const [found, note] = await Promise.all([
    loadOr(args, "briefs not read", briefsPage(access, pageRange(page, PAGE_SIZE)), undefined),
    priceNote(args, access === "locked"),
  ]);
  const { briefs, total } = found ?? { briefs: [], total: 0 };
  const loaded = { page, briefs, total, locked: access === "locked", note };
  return data(loaded, { status: found ? 200 : 500 });
}

export default function DailyBriefs() {
  const { page, briefs, total, locked, note } = useLoaderData<typeof loader>();
  const { siteTz } = useRootData();
  const offer = locked && <Offer note={note} />;
  const pages = {
    page,
    size: PAGE_SIZE,
    total,
    href: (number: number) => pageHref("/daily-brief", {}, number),
  };
  return (
    <>
      <PageHead
        title="Daily Brief"
        meta="One company a day: what it is worth, and what would change our mind."
      />
      {briefs.length === 0 ? (
        <>
          <NoRows title="No daily briefs available." action={READ_NEWS} {...pages} />
          {offer}
        </>
      ) : (
        <>
          <h2 className="sr">All briefs, newest first</h2>
          <ColumnsWithOffer offer={offer} more="More briefs">
            {briefs.map((brief) => (
              <DailyBriefCard key={brief.id} brief={brief} zone={siteTz} />
            ))}
          </ColumnsWithOffer>
          <Pager {...pages} count={briefs.length} />
        </>
      )}
    </>
  );
}

const Offer = ({ note }: { note?: string }) => (
  <UpgradePanel
    title="Read the whole brief before the bell"
    points={["The full analysis behind our daily briefs", "The buy zone: from which price, to which price"]}
    note={note}
  />
);
