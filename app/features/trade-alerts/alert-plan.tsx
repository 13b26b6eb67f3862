import { Change } from "~/ui/change";
import { formatNumber, formatPrice, UNKNOWN } from "~/ui/format";
import { Ladder } from "~/ui/ladder";
import type { AlertCall } from "./trade-alerts.queries.server";
import { type Plan, planOf } from "./trade-alerts.rules";

/** "1 : 2.09", which no line end parts, or what happened instead. */
function weighed({ ratio, reached }: Plan): string {
  if (ratio !== undefined) return `1\u00a0:\u00a0${formatNumber(ratio)}`;
  return reached ? `${reached === "target" ? "Target" : "Stop"} reached` : UNKNOWN;
}

/** The same as a sentence; none when there is nothing to weigh. */
function verdict(plan: Plan): string[] {
  if (plan.ratio !== undefined) return [`Risk to reward ${weighed(plan)}.`];
  return plan.reached ? [`${weighed(plan)}.`] : [];
}

type Planned = { call: AlertCall; plan: Plan };

/** The ladder from stop to target with stop, weight and target in figures. */
export function AlertPlan({ call }: { call: AlertCall }) {
  const plan = planOf(call);
  const { risk, reward } = plan;
  return (
    <>
      <Rungs call={call} plan={plan} />
      <dl className="trio">
        <Stop {...{ call, plan }} />
        <div>
          <dt>Risk to reward</dt>
          <dd>{weighed(plan)}</dd>
          {risk !== undefined && reward !== undefined && (
            <dd className="more text-muted">
              {formatPrice(risk)} against {formatPrice(reward)}
            </dd>
          )}
        </div>
        <Target {...{ call, plan }} />
      </dl>
    </>
  );
}

/** The same for a card: the price, the two ends, and the weight in a sentence. */
export function SmallPlan({ call }: { call: AlertCall }) {
  const plan = planOf(call);
  return (
    <>
      <div>
        {call.currentPrice !== null && (
          <p className="text-sm">
            Now <strong className="num">{formatPrice(call.currentPrice)}</strong>
          </p>
        )}
        <Rungs call={call} plan={plan} small />
        <dl className="trio trio--ends">
          <Stop {...{ call, plan }} />
          <Target {...{ call, plan }} />
        </dl>
      </div>
      <p className="text-sm">{[`Hold for ${call.holdingPeriod}.`, ...verdict(plan)].join(" ")}</p>
    </>
  );
}

function Rungs({ call, plan, small }: Planned & { small?: boolean }) {
  const { stopLoss, currentPrice, targetPrice } = call;
  if (stopLoss === null || currentPrice === null) return null;
  const note = plan.ratio === undefined ? undefined : `risk to reward ${weighed(plan)}`;
  return <Ladder stop={stopLoss} price={currentPrice} target={targetPrice} note={note} small={small} />;
}

const Stop = ({ call, plan }: Planned) => (
  <End label="Stop loss" price={call.stopLoss} percent={plan.toStop} look="text-down" />
);

const Target = ({ call, plan }: Planned) => (
  <End label="Target" price={call.targetPrice} percent={plan.toTarget} look="text-up" />
);

type EndProps = { label: string; price: string | null; percent?: number; look: string };

/**
 * An end of the ladder, with its distance from the current price in per cent. It has the colour of its side of the
 * ladder: the stop of a sale lies above the price, and is its risk all the same.
 */
function End({ label, price, percent, look }: EndProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{formatPrice(price)}</dd>
      {percent !== undefined && (
        <dd className="more">
          <Change value={percent} className={look} />
          <span className="sr"> from the current price</span>
        </dd>
      )}
    </div>
  );
}
