import { UPGRADE } from "~/features/membership/upgrade";
import type { Piece } from "~/http/rich-text.server";
import { PAYWALLED } from "~/http/structured-data";
import { Tag, Tick } from "~/ui/badge";
import { Change } from "~/ui/change";
import { type Fact, Facts } from "~/ui/facts";
import { formatPrice } from "~/ui/format";
import { PageHead } from "~/ui/head";
import { LockBars, LockPanel, SignInLine } from "~/ui/lock";
import { RichText } from "~/ui/rich-text";
import { Time } from "~/ui/time";
import { AlertPlan } from "./alert-plan";
import type { AlertCall } from "./trade-alerts.queries.server";

const CRUMBS = [{ label: "Trade Alert", to: "/trade-alert" }];

type OpenAlertProps = {
  call: AlertCall & { updatedAt: Date };
  createdAt: Date;
  /** The analysis in paragraphs. */
  body: Piece[][];
  /** Until when to hold and how many days that is from now, when the period can be counted. */
  hold?: { until: Date; left: number };
  zone: string;
};

/** An alert as a paying reader has it. */
export function OpenAlert({ call, createdAt, body, hold, zone }: OpenAlertProps) {
  const { tag, ticker, name, currentPrice, dailyChange, holdingPeriod, updatedAt } = call;
  return (
    <>
      <PageHead
        crumbs={CRUMBS}
        before={<Tag side={tag} />}
        title={name}
        after={<Tick>{ticker}</Tick>}
        meta={
          <>
            Posted <Time at={createdAt} style="datetime" zone={zone} />. {`Hold for ${holdingPeriod}`}
            {hold && (
              <>
                , until <Time at={hold.until} style="date" zone={zone} />
              </>
            )}
            .
          </>
        }
      />
      <div className={PAYWALLED}>
        {currentPrice !== null && (
          <p className="alert-price">
            <span className="num">{formatPrice(currentPrice)}</span>
            {dailyChange !== null && <Change value={dailyChange} spoken={{ after: "today" }} />}
            <span className="meta">
              as of <Time at={updatedAt} style="day-time" zone={zone} />
            </span>
          </p>
        )}
        <section className="ladder" aria-label="The plan in prices">
          <AlertPlan call={call} />
        </section>
        <div className="alert-body">
          <section aria-labelledby="analysis">
            <h2 id="analysis">Analysis</h2>
            <RichText paragraphs={body} />
          </section>
          <aside aria-labelledby="in-short">
            <h2 id="in-short">In short</h2>
            <Facts items={factsOf({ call, hold, zone })} />
          </aside>
        </div>
      </div>
    </>
  );
}

function factsOf({ call, hold, zone }: Pick<OpenAlertProps, "call" | "hold" | "zone">): Fact[] {
  const { tag, currentPrice, targetPrice, stopLoss, holdingPeriod } = call;
  return [
    { label: "Direction", value: tag === "buy" ? "Buy" : "Sell" },
    { label: "Current price", value: formatPrice(currentPrice) },
    { label: "Target", value: formatPrice(targetPrice) },
    { label: "Stop loss", value: formatPrice(stopLoss) },
    { label: "Hold for", value: holdingPeriod },
    ...(hold
      ? [
          { label: "Hold until", value: <Time at={hold.until} style="short-date" zone={zone} /> },
          { label: "Days left", value: hold.left === 0 ? "Over" : String(hold.left) },
        ]
      : []),
  ];
}

type LockedAlertProps = {
  createdAt: Date;
  note?: string;
  /** The way in, for who is not signed in. */
  signIn?: string;
  zone: string;
};

/** An alert of which only the time is public. */
export function LockedAlert({ createdAt, note, signIn, zone }: LockedAlertProps) {
  return (
    <>
      <PageHead
        crumbs={CRUMBS}
        title={
          <>
            Trade alert of <Time at={createdAt} style="datetime" zone={zone} />
          </>
        }
        meta="A call to buy or to sell, with its target, its stop and its reason."
      />
      <div className={`grid gap-6 ${PAYWALLED}`}>
        <LockBars lines={4} />
        <LockPanel
          title="This trade alert is available to Premium or Private subscribers only."
          points={[
            "Which stock, and whether to buy or to sell",
            "Target and stop, with their distances in per cent",
            "The analysis, and how long to hold",
          ]}
          action={UPGRADE}
          note={note}
        />
        {signIn && <SignInLine to={signIn} />}
      </div>
    </>
  );
}
