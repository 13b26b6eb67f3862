import { isSameDay, type Moment } from "~/ui/dates";
import { DASH, formatNumber, formatSigned } from "~/ui/format";
import { Price } from "~/ui/price";
import { formatPriceStep, type PriceUnit } from "~/ui/price-format";
import { Time } from "~/ui/time";
import type { AlertCall } from "./alerts.queries.server";
import { type TradePlan, tradePlan } from "./alerts.rules";
import { PriceLadder } from "./price-ladder";

/** The time of the request, and the zone in which days are counted. */
export type Clock = { now: Moment; zone: string };

/** "Now" and "today" describe an open call with a price of the current day. Other prices show their day. */
export const isCurrent = ({ ended, pricedAt }: AlertCall, { now, zone }: Clock): boolean =>
  !ended && pricedAt !== null && isSameDay(pricedAt, now, zone);

/** "1 : 2.09" without a line break, or what happened instead. */
function ratioText({ ratio, reached }: TradePlan): string {
  if (ratio !== undefined) return `1\u00a0:\u00a0${formatNumber(ratio)}`;
  return reached ? `${reached === "target" ? "Target" : "Stop"} reached` : DASH;
}

/** The ratio as a sentence, with the price it is computed from; empty if there is no ratio. */
function ratioSentences(plan: TradePlan, current: boolean): string[] {
  if (plan.ratio !== undefined)
    return [`Risk-to-reward ratio from ${current ? "today’s" : "the last"} price: ${ratioText(plan)}.`];
  return plan.reached ? [`${ratioText(plan)}.`] : [];
}

type PlanProps = { call: AlertCall; plan: TradePlan };

/**
 * The ladder from stop to target, with stop, weight and target as figures. Closed calls show only the figures.
 */
export function AlertPlan({ call }: { call: AlertCall }) {
  const plan = call.ended ? {} : tradePlan(call);
  const { risk, reward } = plan;
  const step = (size: number) => formatPriceStep(size, call.currentPrice ?? call.targetPrice, call);
  const weight = (
    <div>
      <dt>
        Risk to reward<span className="sr"> from the price</span>
      </dt>
      <dd>{ratioText(plan)}</dd>
      {risk !== undefined && reward !== undefined && (
        <dd className="more text-muted">
          {step(risk)} against {step(reward)}
        </dd>
      )}
    </div>
  );
  return (
    <>
      <PlanLadder call={call} plan={plan} />
      <dl className={call.ended ? "trio trio--ends" : "trio"}>
        <StopEnd call={call} plan={plan} />
        {!call.ended && weight}
        <TargetEnd call={call} plan={plan} />
      </dl>
    </>
  );
}

/** The plan on a card: the price, stop and target, and the ratio as a sentence. */
export function CompactPlan({ call, clock }: { call: AlertCall; clock: Clock }) {
  const plan = call.ended ? {} : tradePlan(call);
  const hold = `Hold for ${call.holdingPeriod}${call.ended ? "; this period is over" : ""}.`;
  return (
    <>
      <div>
        {call.currentPrice !== null && (
          <p className="text-sm">
            <DatedPrice call={call} clock={clock} />
          </p>
        )}
        <PlanLadder call={call} plan={plan} small />
        <dl className="trio trio--ends">
          <StopEnd call={call} plan={plan} />
          <TargetEnd call={call} plan={plan} />
        </dl>
      </div>
      <p className="text-sm">{[hold, ...ratioSentences(plan, isCurrent(call, clock))].join(" ")}</p>
    </>
  );
}

/** The call has its own price, always shown with its time, because the page may show a quote as well. */
function DatedPrice({ call, clock }: { call: AlertCall; clock: Clock }) {
  const current = isCurrent(call, clock);
  const price = (
    <strong className="num">
      <Price value={call.currentPrice} unit={call} />
    </strong>
  );
  if (call.pricedAt === null) return price;
  const isToTheMinute = current && !call.pricedOfDay;
  const at = (
    <Time
      at={call.pricedAt}
      style={isToTheMinute ? "time" : "short-date"}
      ofDay={call.pricedOfDay}
      zone={clock.zone}
    />
  );
  return isToTheMinute ? (
    <>
      Now {price}, <span className="whitespace-nowrap">{at}</span>
    </>
  ) : (
    <>
      {price} <span className="whitespace-nowrap">on {at}</span>
    </>
  );
}

/** Drawn while the price is between stop and target. Elsewhere the ladder has no place for it. */
function PlanLadder({ call, plan, small }: PlanProps & { small?: boolean }) {
  const { stopLoss, currentPrice, targetPrice } = call;
  if (stopLoss === null || currentPrice === null || plan.ratio === undefined) return null;
  const note = `risk to reward ${ratioText(plan)}`;
  return (
    <PriceLadder
      stop={stopLoss}
      price={currentPrice}
      target={targetPrice}
      unit={call}
      note={note}
      small={small}
    />
  );
}

/** The unit appears once: repeated, it would break the figures of a card over lines. */
const planUnit = ({ currentPrice, currency, kind }: AlertCall): PriceUnit => ({
  kind,
  currency: currentPrice === null ? currency : null,
});

const StopEnd = ({ call, plan }: PlanProps) => (
  <LadderEnd label="Stop loss" price={call.stopLoss} unit={planUnit(call)} percent={plan.toStop} />
);

const TargetEnd = ({ call, plan }: PlanProps) => (
  <LadderEnd label="Target" price={call.targetPrice} unit={planUnit(call)} percent={plan.toTarget} />
);

type LadderEndProps = { label: string; price: string | null; unit: PriceUnit; percent?: number };

/**
 * An end of the ladder with its distance from the price. It is in ink: red and green are for price changes.
 */
function LadderEnd({ label, price, unit, percent }: LadderEndProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <Price value={price} unit={unit} />
      </dd>
      {percent !== undefined && (
        <dd className="more">
          {`${formatSigned(percent)}%`}
          <span className="sr"> from the price</span>
        </dd>
      )}
    </div>
  );
}
