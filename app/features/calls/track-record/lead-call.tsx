import { Change } from "~/ui/change";
import { dayInWords, dayNumber } from "~/ui/charts/calendar";
import { CallChart } from "~/ui/charts/call-chart";
import { Exhibit } from "~/ui/charts/exhibit";
import { gapNotes } from "~/ui/charts/series";
import { DASH, formatCount, formatNumber, pluralize } from "~/ui/format";
import { currencyText, formatPrice } from "~/ui/price-format";
import { riskPercent } from "../call-chart.rules";
import { daysBetween } from "./record.rules";
import type { LastSettled } from "./settled-cards.queries.server";
import { kindInWords, type LeadScope, leadPromise } from "./settled-cards.rules";
import "./lead-call.css";

/**
 * The page's lead story: the last settled call, right or wrong. @param settled the number of settled calls
 */
export function LeadCall({ call, settled }: { call: LastSettled; settled: number }) {
  const { id, name, direction, madeOn, endedOn, chart, comparison, record, scope } = call;
  const { made, closed, unit } = chart.call;
  const page = `/track-record/${id}`;
  return (
    <article className="lead-call" aria-labelledby="lead-call">
      <p className="kicker">
        {`Settled ${dayInWords(endedOn, "day")} `}
        <span className="text-muted">{`${kindInWords(call)} of ${dayInWords(madeOn, "day")}`}</span>
      </p>
      <h2 id="lead-call">
        <a href={page}>
          {`We said ${direction} ${name} at ${formatPrice(made.price, unit)}. It settled at ${formatPrice(closed.price, unit)}`}
        </a>
      </h2>
      <p className="deck">{`${comparison} ${leadPromise(scope)}`}</p>
      <Exhibit lead title={chart.title} source={leadSource(call)} table={chart.table}>
        <CallChart name={name} call={chart.call} sentence={chart.sentence} table={chart.table} />
      </Exhibit>
      <Figures call={call} />
      <p className="lead-ways">
        <a href={record ?? page}>{record ? "Read the alert in full" : "How it was made and settled"}</a>
        <a href="/track-record">{moreCallsText(settled, scope)}</a>
      </p>
    </article>
  );
}

/**
 * The count here covers public calls. Readers with access find more in the track record, so they get no
 * number.
 */
function moreCallsText(settled: number, scope: LeadScope): string {
  if (settled <= 1) return "The record";
  return scope === "public" ? `All ${formatCount(settled)} settled calls` : "All settled calls";
}

function leadSource({ chart, currency, index, endedOn }: LastSettled): string {
  const compared = (chart.call.benchmark?.points.length ?? 0) > 0;
  return [
    `Daily close to ${dayInWords(endedOn)}${currency ? `, in ${currencyText(currency)}` : ""}.`,
    compared ? `The dotted line is the ${index}, from the same start.` : "",
    gapNotes(chart.call.points),
  ]
    .filter(Boolean)
    .join(" ");
}

function Figures({ call }: { call: LastSettled }) {
  const { direction, enteredOn, endedOn, lastDay, result, over, index, chart } = call;
  const risk = riskPercent(chart.call);
  const allowed = lastDay === null ? undefined : dayNumber(lastDay) - dayNumber(enteredOn);
  return (
    <dl className="proof">
      <div>
        <dt>Result</dt>
        <dd>
          <Change value={result} decimals={1} />
          <small>{direction === "sell" ? "falls count as gains on a sell" : "before costs and tax"}</small>
        </dd>
      </div>
      <div>
        <dt>{`${index}, same dates`}</dt>
        <dd>
          <Change value={over} decimals={1} />
          <small>{`${dayInWords(enteredOn, "short-day")} to ${dayInWords(endedOn, "short-day")}`}</small>
        </dd>
      </div>
      <div>
        <dt>Held</dt>
        <dd>
          {pluralize(daysBetween(enteredOn, endedOn), "day")}
          {allowed !== undefined && <small>{`of ${formatCount(allowed)} allowed`}</small>}
        </dd>
      </div>
      <div>
        <dt>Risked</dt>
        <dd>
          {risk === undefined ? DASH : `${formatNumber(risk, 1)}%`}
          <small>{risk === undefined ? "no stop was set" : "entry to stop"}</small>
        </dd>
      </div>
    </dl>
  );
}
