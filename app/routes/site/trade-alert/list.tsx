import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { AdBox } from "~/features/ads/ad-box";
import { adsFor, toAdProps } from "~/features/ads/ads.queries.server";
import { viewerOf } from "~/features/auth/viewer.server";
import { priceNote } from "~/features/billing/packages.queries.server";
import { ALERTS_FEED } from "~/features/content/alerts/alert.meta";
import { AlertCard, AlertsLoadError } from "~/features/content/alerts/alert-card";
import { alertsPage } from "~/features/content/alerts/alerts.queries.server";
import { accessTo } from "~/features/entitlements/access.server";
import { UpgradePanel } from "~/features/entitlements/lock";
import { Columns, ColumnsWithOffer } from "~/ui/columns";
import { PageHead, Section } from "~/ui/head";
import { NoRows, Pager } from "~/ui/pager";
import { pageMeta } from "~/web/meta";
import { loadOr } from "~/web/optional-parts.server";
import { pageHref, pageNumberOf, pageRange } from "~/web/paging";
import { useRootData } from "~/web/root-data";

export const handle = { shared: true, params: ["page"] };

const PAGE_SIZE = 12;

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, {
    title: "Trade Alert",
    description: "Calls to buy and to sell, each with its target, its stop and its reason.",
    picture: { path: "/og/trade-alert.png", alt: "Trade alerts" },
    path: pageHref("/trade-alert", {}, args.data?.page ?? 1),
    feed: ALERTS_FEED,
  });

export async function loader(args: LoaderFunctionArgs) {
  const page = pageNumberOf(args.request);
  const access = accessTo("trade alert", await viewerOf(args));
  const [gallery, [ad], note] = await Promise.all([
    loadOr(args, "alerts not read", alertsPage(access, pageRange(page, PAGE_SIZE)), undefined),
    adsFor(args, [{ category: "rectangle" }]),
    priceNote(args, access === "locked"),
  ]);
  const loaded = {
    page,
    gallery,
    ad: ad && toAdProps(ad),
    locked: access === "locked",
    note,
    now: new Date(),
  };
  return data(loaded, { status: gallery ? 200 : 500 });
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>;

export default function TradeAlerts() {
  const { page, gallery, ad, locked, note, now } = useLoaderData<typeof loader>();
  const offer = locked && <Offer note={note} />;
  return (
    <>
      <PageHead
        title="Trade Alert"
        meta="Calls to buy and to sell, each with its target, its stop and its reason."
      />
      {gallery ? <Gallery page={page} now={now} offer={offer} {...gallery} /> : <AlertsLoadError />}
      {!gallery?.alerts.length && offer}
      {ad && (
        <div className="section">
          <AdBox {...ad} />
        </div>
      )}
    </>
  );
}

const Offer = ({ note }: Pick<Loaded, "note">) => (
  <UpgradePanel
    title="Read every alert as it is posted"
    points={[
      "Which stock, and whether to buy or to sell",
      "Target and stop, with their distances in per cent",
      "The analysis, and how long to hold",
    ]}
    note={note}
  />
);

type GalleryProps = Pick<Loaded, "page" | "now"> & NonNullable<Loaded["gallery"]> & { offer: ReactNode };

function Gallery({ page, alerts, total, offer, now }: GalleryProps) {
  const { siteTz } = useRootData();
  const href = (number: number) => pageHref("/trade-alert", {}, number);
  if (alerts.length === 0) {
    const way = { label: "Read the daily briefs", to: "/daily-brief" };
    return (
      <NoRows
        title="No trade alerts found."
        size={PAGE_SIZE}
        action={way}
        page={page}
        total={total}
        href={href}
      />
    );
  }
  const card = (alert: (typeof alerts)[number]) => (
    <AlertCard key={alert.id} alert={alert} clock={{ now, zone: siteTz }} />
  );
  const ended = alerts.filter(({ call }) => call?.ended);
  const open = alerts.filter(({ call }) => !call?.ended);
  return (
    <>
      {open.length > 0 && (
        <>
          <h2 className="sr">{offer ? "Newest first" : "Open calls, newest first"}</h2>
          <ColumnsWithOffer offer={offer} more="More alerts">
            {open.map(card)}
          </ColumnsWithOffer>
        </>
      )}
      {ended.length > 0 && (
        <Section title="Ended calls" aside="Their holding period is over" first={open.length === 0}>
          <Columns>{ended.map(card)}</Columns>
        </Section>
      )}
      <Pager page={page} size={PAGE_SIZE} count={alerts.length} total={total} href={href} />
    </>
  );
}
