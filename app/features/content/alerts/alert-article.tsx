import type { ReactNode } from "react";
import { CallExhibit } from "~/features/calls/call-exhibit";
import { CallHistory } from "~/features/calls/call-history";
import type { CallPicture } from "~/features/calls/call-picture.rules";
import { Outcome } from "~/features/calls/track-record/outcome";
import { daysBetween } from "~/features/calls/track-record/record.rules";
import { comparisonInWords } from "~/features/calls/track-record/record-words.rules";
import type { SettledCard } from "~/features/calls/track-record/settled-cards.rules";
import { chartRenderer } from "~/features/companies/text-chart";
import type { TextCharts } from "~/features/companies/text-charts.queries.server";
import { companyHref } from "~/features/markets/company.rules";
import { staleLabel } from "~/features/markets/quotes.rules";
import { runningDay } from "~/features/markets/running-day.rules";
import { Stale } from "~/features/markets/stale";
import { WatchStar } from "~/features/marks/mark";
import type { StoredPicture } from "~/platform/pictures/picture";
import { ArticleText } from "~/ui/article-text";
import { BuySellTag, TickerSymbol } from "~/ui/badge";
import { Change } from "~/ui/change";
import { dayInWords } from "~/ui/charts/calendar";
import { dayIn, formatTime } from "~/ui/dates";
import { type Fact, Facts } from "~/ui/facts";
import { pluralize } from "~/ui/format";
import { PageHead } from "~/ui/head";
import { Price } from "~/ui/price";
import type { TextBlock } from "~/ui/text-blocks";
import { Time } from "~/ui/time";
import { PAYWALLED_CLASS } from "~/web/structured-data";
import { AuthorLink } from "../authors/author-link";
import { Signed } from "../authors/signed";
import { Holdings } from "../holdings";
import { EndStamp } from "./alert-card";
import { AlertPlan, type Clock, isCurrent } from "./alert-plan";
import type { AlertDetails } from "./alerts.queries.server";

export const CRUMBS = [{ label: "Trade Alert", to: "/trade-alert" }];

type FullAlertProps = {
  call: AlertDetails;
  /** The author's portrait. */
  portrait: StoredPicture | null;
  createdAt: Date;
  /** The analysis. */
  body: TextBlock[];
  charts: TextCharts;
  /** The end of the holding period and the days left, if the period can be computed. */
  hold?: { until: Date; left: string };
  /** The market's own figures, if they differ from the call's price and its time. */
  quote?: ReactNode;
  /** The data of the chart. Without it the plan has no price history. */
  picture?: CallPicture;
  /** How the call was settled, and the index it is compared with. Undefined while it is open. */
  outcome?: { card: SettledCard; index: string };
  clock: Clock;
};

/** An alert for readers with full access. */
export function FullAlert(props: FullAlertProps) {
  const { call, body, charts, hold, quote, picture, outcome, clock } = props;
  const { zone } = clock;
  return (
    <>
      <PageHead
        crumbs={CRUMBS}
        before={<BuySellTag side={call.tag} quiet={call.ended} />}
        title={call.name}
        after={
          <>
            <TickerSymbol to={companyHref(call.companySymbol)}>{call.ticker}</TickerSymbol>
            <WatchStar symbol={call.companySymbol} name={call.name} />
            {outcome ? <Outcome {...outcome.card} /> : <EndStamp call={call} zone={zone} />}
          </>
        }
        meta={<Posted {...props} />}
      />
      <div className={PAYWALLED_CLASS}>
        {outcome && <Settled {...outcome} />}
        <CallPrice call={call} clock={clock} />
        {quote && <p className="mt-3 text-sm">Quote: {quote}</p>}
        <section className={picture ? "section" : "ladder"} aria-label="Entry, target and stop">
          {picture ? (
            <CallExhibit
              picture={picture}
              isCurrent={isCurrent(call, clock)}
              stale={staleSince(call, clock) !== undefined}
            />
          ) : (
            <AlertPlan call={call} />
          )}
        </section>
        <div className="alert-body">
          <section aria-labelledby="analysis">
            <h2 id="analysis">Analysis</h2>
            <ArticleText blocks={body} top={3} chartOf={chartRenderer(charts, picture ? 1 : 0)} />
            <Holdings disclosure={call.disclosure} />
            <CallHistory changes={call.changes} zone={zone} />
          </section>
          <aside aria-labelledby="in-short">
            <h2 id="in-short">In short</h2>
            <Facts
              items={alertFacts({
                call,
                hold,
                isSettled: outcome !== undefined,
                isDrawn: picture?.shares === 1,
                clock,
              })}
            />
          </aside>
        </div>
      </div>
    </>
  );
}

/** Author, time and holding period. */
function Posted({ call, portrait, createdAt, hold, clock: { zone } }: FullAlertProps) {
  const words = (
    <>
      Posted <Time at={createdAt} style="datetime" zone={zone} />
      {call.author && (
        <>
          {" by "}
          <AuthorLink name={call.author} />
        </>
      )}
      . {`Hold for ${call.holdingPeriod}`}
      {hold && (
        <>
          , until <Time at={hold.until} style="date" zone={zone} />
        </>
      )}
      .
    </>
  );
  if (call.author === null) return words;
  return (
    <Signed author={call.author} portrait={portrait}>
      {words}
    </Signed>
  );
}

/** When the call was settled, what it is compared with, and its entry in the track record. */
function Settled({
  card: { id, enteredOn, endedOn, result, index: over },
  index,
}: NonNullable<FullAlertProps["outcome"]>) {
  const days = pluralize(daysBetween(enteredOn, endedOn), "day");
  return (
    <p className="mb-3">
      {`Settled ${dayInWords(endedOn)}, after ${days}. ${comparisonInWords(result > 0, over ?? undefined, index)} `}
      <a href={`/track-record/${id}`}>See it in the track record</a>
    </p>
  );
}

/**
 * The age of an open call's price that is no longer fresh: "2 h old". A closing price never becomes stale.
 */
const staleSince = ({ ended, pricedOfDay, pricedAt }: AlertDetails, { now }: Clock): string | undefined =>
  ended || pricedOfDay || pricedAt === null ? undefined : staleLabel(pricedAt, new Date(now));

/** The call's latest price, its change on that day, and the day. */
function CallPrice({ call, clock }: { call: AlertDetails; clock: Clock }) {
  const { currentPrice, dailyChange, pricedAt } = call;
  if (currentPrice === null || pricedAt === null) return null;
  const day = isCurrent(call, clock) ? "today" : `on ${formatTime(pricedAt, "day", clock.zone)}`;
  const stale = staleSince(call, clock);
  return (
    <p className="alert-price">
      <span className="num">
        <Price value={currentPrice} unit={call} />
      </span>
      {dailyChange !== null && <Change value={dailyChange} spoken={{ after: day }} />}
      <span className="meta">
        <PricedAt call={call} pricedAt={pricedAt} clock={clock} />
      </span>
      {stale && <Stale age={stale} />}
    </p>
  );
}

/**
 * The time of the price. A price known only by its day shows no minute. A close appears only after its
 * exchanges have closed.
 */
function PricedAt({ call, pricedAt, clock }: { call: AlertDetails; pricedAt: Date; clock: Clock }) {
  if (!call.pricedOfDay)
    return (
      <>
        as of <Time at={pricedAt} style="datetime" zone={clock.zone} />
      </>
    );
  const day = dayIn(clock.zone, pricedAt);
  return <>{`${day < runningDay(clock.now, clock.zone) ? "at the close of" : "on"} ${dayInWords(day)}`}</>;
}

type AlertFactsProps = Pick<FullAlertProps, "call" | "hold" | "clock"> & {
  isSettled: boolean;
  isDrawn: boolean;
};

/** The key facts. If the chart uses shares adjusted for splits, the call's own prices are listed below it. */
function alertFacts({ call, hold, isSettled, isDrawn, clock: { zone } }: AlertFactsProps): Fact[] {
  const { tag, holdingPeriod, ended } = call;
  return [
    { label: "Direction", value: tag === "buy" ? "Buy" : "Sell" },
    ...(isDrawn ? [] : priceFacts(call, zone)),
    { label: "Hold for", value: holdingPeriod },
    ...(hold
      ? [
          {
            label: ended ? "Ended" : "Hold until",
            value: <Time at={hold.until} style="short-date" zone={zone} />,
          },
          { label: "Days left", value: isSettled || ended ? "Over" : hold.left },
        ]
      : []),
  ];
}

function priceFacts(call: AlertDetails, zone: string): Fact[] {
  const { currentPrice, targetPrice, stopLoss, pricedAt } = call;
  const price = (value: string | null) => <Price value={value} unit={call} />;
  const day = pricedAt ? `Price on ${formatTime(pricedAt, "short-day", zone)}` : "Price";
  return [
    { label: day, value: price(currentPrice) },
    { label: "Target", value: price(targetPrice) },
    { label: "Stop loss", value: price(stopLoss) },
  ];
}
