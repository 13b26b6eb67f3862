import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { accessTo } from "~/access/access.server";
import { UpgradePanel } from "~/access/paywall";
import { viewerOf } from "~/auth/viewer.server";
import { AdBox } from "~/features/ads/ad-box";
import { adsBesideColumn, toAdProps } from "~/features/ads/ads.queries.server";
import { priceNote } from "~/features/billing/plans/packages.queries.server";
import { outcomesOf, settledAlerts } from "~/features/calls/track-record/settled-cards.queries.server";
import type { SettledCard } from "~/features/calls/track-record/settled-cards.rules";
import { Gallery, SettledCallCard } from "~/features/calls/track-record/settled-gallery";
import { ALERTS_FEED } from "~/features/content/alerts/alert.meta";
import { AlertCard, AlertsLoadError } from "~/features/content/alerts/alert-card";
import { alertsPage } from "~/features/content/alerts/alerts.queries.server";
import { LockedRows } from "~/features/content/alerts/locked-rows";
import { Columns } from "~/ui/card-columns";
import { formatCount } from "~/ui/format";
import { PageHead, Section } from "~/ui/head";
import { NoRows, Pager } from "~/ui/pager";
import { Tabs } from "~/ui/tabs";
import { Across } from "~/ui/two-part-page";
import { pageMeta } from "~/web/meta";
import { loadOr, readBesideOr } from "~/web/optional-parts.server";
import { pageHref, pageRange, requestedPageNumber } from "~/web/paging";
import { useRootData } from "~/web/root-data";

export const handle = { shared: true, params: ["page"], sidebar: 2 };

const PAGE_SIZE = 12;

/**
 * The number of settled calls next to calls behind the paywall. Readers of open calls see a few below them.
 */
const PROOFS = { locked: 9, open: 3 };

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, {
    title: "Trade Alert",
    description: "Calls to buy or sell, each with a target, a stop and a reason.",
    picture: { path: "/og/trade-alert.png", alt: "Trade alerts" },
    path: pageHref("/trade-alert", {}, args.data?.page ?? 1),
    feed: ALERTS_FEED,
  });

export async function loader(args: LoaderFunctionArgs) {
  const page = requestedPageNumber(args.request);
  const viewer = await viewerOf(args);
  const access = accessTo("trade alert", viewer);
  const locked = access === "locked";
  const [gallery, [ad], note] = await Promise.all([
    loadOr(args, "alerts not read", alertsPage(access, pageRange(page, PAGE_SIZE)), undefined),
    adsBesideColumn(args, [{ category: "rectangle" }]),
    priceNote(args, locked),
  ]);
  const read = (gallery?.alerts ?? []).flatMap(({ id, call }) => (call ? [id] : []));
  const loaded = {
    page,
    gallery,
    outcomes:
      read.length > 0
        ? await loadOr(args, "outcomes not read", outcomesOf(viewer, read), undefined)
        : undefined,
    proof:
      page === 1
        ? await readBesideOr(
            args,
            "settled alerts not read",
            () => settledAlerts(viewer, locked ? PROOFS.locked : PROOFS.open),
            undefined,
          )
        : undefined,
    ad: ad && toAdProps(ad),
    locked,
    note,
    now: new Date(),
  };
  return data(loaded, { status: gallery ? 200 : 500 });
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>;

export default function TradeAlerts() {
  const loaded = useLoaderData<typeof loader>();
  const { gallery, proof, ad, locked, note } = loaded;
  const offer = locked && note !== false && <Offer note={note} />;
  const list = gallery && gallery.alerts.length > 0 ? gallery : undefined;
  const over = list?.alerts.filter((alert) => isOver(alert, loaded.outcomes)).length;
  const ended = list && over !== 0 && (
    <>
      <EndedAlerts {...loaded} {...list} />
      <Pages {...loaded} {...list} />
    </>
  );
  // Settled calls go below the open ones. If all alerts have ended, they are next to the column.
  const allEnded = over === list?.alerts.length;
  return (
    <Across
      beside={
        <>
          <PageHead
            title="Trade Alert"
            meta="Calls to buy or sell, each with a target, a stop and a reason."
          />
          {list && <Halves {...loaded} {...list} />}
          {list && <OpenAlerts {...loaded} {...list} offer={offer} />}
          {list && !ended && <Pages {...loaded} {...list} />}
          {allEnded && ended}
          {gallery && !list && <NoAlerts {...loaded} {...gallery} />}
          {!gallery && <AlertsLoadError />}
          {!list && offer}
        </>
      }
    >
      {!allEnded && ended}
      {proof && !ended && <Proof {...proof} locked={locked} />}
      {ad && (
        <div className="section">
          <AdBox {...ad} />
        </div>
      )}
    </Across>
  );
}

const Offer = ({ note }: Pick<Loaded, "note">) => (
  <UpgradePanel
    title="Read every trade alert in full"
    points={[
      "Which stock, and whether to buy or sell",
      "Target and stop, with their distances in per cent",
      "The analysis, and how long to hold",
    ]}
    note={note}
  />
);

type Listed = Loaded & NonNullable<Loaded["gallery"]>;
type Alert = Listed["alerts"][number];

const href = (number: number) => pageHref("/trade-alert", {}, number);

const NoAlerts = ({ page, total }: Pick<Listed, "page" | "total">) => (
  <NoRows
    title="No trade alerts found."
    size={PAGE_SIZE}
    action={{ label: "Read the daily briefs", to: "/daily-brief" }}
    page={page}
    total={total}
    href={href}
  />
);

/** The most open calls to skip for a link to the ended ones: that page walks all of them. */
const MOST_PASSED_BY = 1_000;

type PagesProps = Pick<Listed, "page" | "alerts" | "open" | "total">;

/**
 * Both halves are paged together, the open ones first. Above the count limit it is unknown whether any has
 * ended.
 */
const Pages = ({ page, alerts, open, total }: PagesProps) => (
  <Pager
    page={page}
    size={PAGE_SIZE}
    count={alerts.length}
    total={total}
    of={open !== undefined && open <= MOST_PASSED_BY && open < total ? "calls, open and closed" : undefined}
    href={href}
  />
);

/** Settled by its price, or past its last day. */
const isOver = ({ id, call }: Alert, outcomes: Loaded["outcomes"]): boolean =>
  call !== undefined && (call.ended || outcomes?.cards[id] !== undefined);

/** Readers without access see all of them here: a separate group would reveal which have ended. */
function OpenAlerts({ alerts, outcomes, locked, offer, now }: Listed & { offer: ReactNode }) {
  const { siteTz } = useRootData();
  const open = alerts.filter((alert) => !isOver(alert, outcomes));
  if (open.length === 0) return null;
  const cards = open.map((alert) => (
    <AlertCard key={alert.id} alert={alert} clock={{ now, zone: siteTz }} short={locked} />
  ));
  if (!locked)
    return (
      <Section title="Open calls" aside="Newest first" first>
        <Columns>{cards}</Columns>
      </Section>
    );
  return (
    <>
      <h2 className="sr">Newest first</h2>
      {offer ? (
        <LockedRows offer={offer} more="More alerts">
          {cards}
        </LockedRows>
      ) : (
        <Columns>{cards}</Columns>
      )}
    </>
  );
}

const ENDED = "ended";

/**
 * The two halves of the list with their sizes, for readers with access. The ended half begins after the open
 * one.
 */
function Halves({ alerts, outcomes, open, hidden = 0, total }: Listed) {
  if (open === undefined || open > MOST_PASSED_BY) return null;
  const showsOpen = alerts.some((alert) => !isOver(alert, outcomes));
  const firstEnded = `${href(Math.floor(open / PAGE_SIZE) + 1)}#${ENDED}`;
  const ended = total - open;
  return (
    <Tabs
      label="Open and closed calls"
      items={[
        { label: openLabel(open - hidden, hidden), to: href(1), current: showsOpen },
        ...(ended > 0
          ? [{ label: `Closed, ${formatCount(ended)}`, to: firstEnded, current: !showsOpen }]
          : []),
      ]}
    />
  );
}

/**
 * The number of open calls that a reader may read, like on the front page. For the others it is not public
 * which have ended.
 */
const openLabel = (open: number, hidden: number): string =>
  `Open, ${formatCount(open)}${hidden > 0 ? `, and ${formatCount(hidden)} for Private members` : ""}`;

/** How calls ended, for readers with access. */
function EndedAlerts({ alerts, outcomes, now }: Listed) {
  const { siteTz } = useRootData();
  const ended = alerts.filter((alert) => isOver(alert, outcomes));
  const settled = ended.filter(({ id }) => outcomes?.cards[id]);
  const unsettled = ended.filter(({ id }) => !outcomes?.cards[id]);
  return (
    <Section id={ENDED} title="Closed calls" aside="Settled, or past their holding period" first>
      {settled.length > 0 && (
        <Gallery>
          {settled.map(({ id }) => (
            <Settled key={id} card={outcomes?.cards[id]} to={`/trade-alert/${id}`} index={outcomes?.index} />
          ))}
        </Gallery>
      )}
      {unsettled.length > 0 && (
        <Columns className={settled.length > 0 ? "mt-8" : undefined}>
          {unsettled.map((alert) => (
            <AlertCard key={alert.id} alert={alert} clock={{ now, zone: siteTz }} />
          ))}
        </Columns>
      )}
    </Section>
  );
}

const Settled = ({ card, to, index = "" }: { card?: SettledCard; to: string; index?: string }) =>
  card && <SettledCallCard card={card} to={to} index={index} />;

/** The results of calls that this reader may see: newest first, nothing left out. */
function Proof({ cards, index, locked }: NonNullable<Loaded["proof"]> & Pick<Loaded, "locked">) {
  if (cards.length === 0) return null;
  return (
    <Section title="How they ended" more={{ label: "The record", to: "/track-record" }} first>
      <p className="meta mb-4">
        {locked ? "The latest public results" : "The latest results"}, newest first, right or wrong.
      </p>
      <Gallery>
        {cards.map((card) => (
          <SettledCallCard key={card.id} card={card} to={`/track-record/${card.id}`} index={index} />
        ))}
      </Gallery>
    </Section>
  );
}
