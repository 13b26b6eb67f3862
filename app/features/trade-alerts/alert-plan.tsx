import { Change } from "~/ui/change";
import { cx } from "~/ui/class-names";
import { formatNumber, formatPrice, UNKNOWN } from "~/ui/format";
import { Ladder } from "~/ui/ladder";
import type { AlertCall } from "./trade-alerts.queries.server";
import { type Plan, planOf } from "./trade-alerts.rules";

/** "1 : 2.09", or what happened instead. */
function weighed({ ratio, reached }: Plan): string {
  if (ratio !== undefined) return `1 : ${formatNumber(ratio)}`;
  return reached ? `${reached === "target" ? "Target" : "Stop"} reached` : UNKNOWN;
}

/** The ladder from stop to target with its three figures; below one another as far as they are known. */
export function AlertPlan({ call, small = false }: { call: AlertCall; small?: boolean }) {
  const { stopLoss, currentPrice, targetPrice } = call;
  const plan = planOf(call);
  const drawn = stopLoss !== null && currentPrice !== null;
  const { risk, reward, ratio } = plan;
  return (
    <>
      {drawn && (
        <Ladder
          stop={stopLoss}
          price={currentPrice}
          target={targetPrice}
          note={ratio === undefined ? undefined : `risk to reward 1 : ${formatNumber(ratio)}`}
          small={small}
        />
      )}
      <dl className={cx("trio", small && "trio--small")}>
        <div>
          <dt>Stop loss</dt>
          <dd>{formatPrice(stopLoss)}</dd>
          <Distance percent={plan.toStop} />
        </div>
        <div>
          <dt>Risk to reward</dt>
          <dd>{weighed(plan)}</dd>
          {!small && risk !== undefined && reward !== undefined && (
            <dd className="more text-muted">
              {formatPrice(risk)} against {formatPrice(reward)}
            </dd>
          )}
        </div>
        <div>
          <dt>Target</dt>
          <dd>{formatPrice(targetPrice)}</dd>
          <Distance percent={plan.toTarget} />
        </div>
      </dl>
    </>
  );
}

/** From the current price, in per cent. */
function Distance({ percent }: { percent?: number }) {
  if (percent === undefined) return null;
  return (
    <dd className="more">
      <Change value={percent} />
      <span className="sr"> from the current price</span>
    </dd>
  );
}
