import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { accessTo } from "~/access/access.server";
import { UpgradePanel } from "~/access/paywall";
import type { PriceNote } from "~/access/price-note";
import { viewerOf } from "~/auth/viewer.server";
import { priceNote } from "~/features/billing/plans/packages.queries.server";
import { DailyBriefCard } from "~/features/content/briefs/brief-card";
import { BRIEFS_FEED } from "~/features/content/briefs/briefs.meta";
import { briefsPage } from "~/features/content/briefs/briefs.queries.server";
import { Columns, ColumnsWithOffer } from "~/ui/card-columns";
import { PageHead } from "~/ui/head";
import { READ_NEWS } from "~/ui/message";
import { NoRows, Pager } from "~/ui/pager";
import { Across } from "~/ui/two-part-page";
import { UnreadList } from "~/ui/unread-list";
import { pageMeta } from "~/web/meta";
import { loadOr } from "~/web/optional-parts.server";
import { pageHref, pageRange, requestedPageNumber } from "~/web/paging";
import { useRootData } from "~/web/root-data";

export const handle = { shared: true, params: ["page"], sidebar: 2 };

const PAGE_SIZE = 12;

/**
 * The number of briefs next to the right column, with or without the offer. Further ones use the full width.
 */
const BESIDE = { withOffer: 6, alone: 9 };

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, {
    title: "Daily Brief",
    description: "One company a day: what it is worth, and what would change our mind.",
    path: pageHref("/daily-brief", {}, args.data?.page ?? 1),
    feed: BRIEFS_FEED,
  });

/** The exact text of the specification. */
const NONE = "No daily briefs available.";

export async function loader(args: LoaderFunctionArgs) {
  const page = requestedPageNumber(args.request);
  const access = accessTo("daily brief", await viewerOf(args));
  const [found, note] = await Promise.all([
    loadOr(args, "briefs not read", briefsPage(access, pageRange(page, PAGE_SIZE)), undefined),
    priceNote(args, access === "locked"),
  ]);
  const { briefs, total } = found ?? { briefs: [], total: 0 };
  const loaded = { page, briefs, total, failed: !found, locked: access === "locked", note };
  return data(loaded, { status: found ? 200 : 500 });
}

export default function DailyBriefs() {
  const { page, briefs, total, failed, locked, note } = useLoaderData<typeof loader>();
  const { siteTz } = useRootData();
  const offer = locked && note !== false && <Offer note={note} />;
  const pages = {
    page,
    size: PAGE_SIZE,
    total,
    href: (number: number) => pageHref("/daily-brief", {}, number),
  };
  const head = (
    <PageHead
      title="Daily Brief"
      meta="One company a day: what it is worth, and what would change our mind."
    />
  );
  if (briefs.length === 0) {
    return (
      <>
        {head}
        {failed ? <UnreadList title={NONE} /> : <NoRows title={NONE} action={READ_NEWS} {...pages} />}
        {offer}
      </>
    );
  }
  const cards = briefs.map((brief) => <DailyBriefCard key={brief.id} brief={brief} zone={siteTz} />);
  const beside = offer ? BESIDE.withOffer : BESIDE.alone;
  const across = cards.slice(beside);
  const pager = <Pager {...pages} count={briefs.length} />;
  const first = (
    <>
      {head}
      <h2 className="sr">Briefs, newest first</h2>
      <ColumnsWithOffer offer={offer} more="More briefs">
        {cards.slice(0, beside)}
      </ColumnsWithOffer>
      {across.length === 0 && pager}
    </>
  );
  if (across.length === 0) return first;
  return (
    <Across beside={first}>
      <Columns className="section">{across}</Columns>
      {pager}
    </Across>
  );
}

const Offer = ({ note }: { note?: PriceNote }) => (
  <UpgradePanel
    title="Read the whole brief before the bell"
    points={["The full analysis behind our daily briefs", "The buy zone: from which price, to which price"]}
    note={note}
  />
);
