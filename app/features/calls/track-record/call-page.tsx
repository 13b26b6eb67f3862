import { Change } from "~/ui/change";
import { dayInWords, dayNumber } from "~/ui/charts/calendar";
import { type Fact, Facts } from "~/ui/facts";
import { DASH, formatCount, formatNumber, pluralize } from "~/ui/format";
import { formatPrice, type PriceUnit } from "~/ui/price-format";
import { riskPercent } from "../call-chart.rules";
import type { CallPage } from "./call-page.server";
import type { CallStep } from "./call-steps.rules";
import { daysBetween } from "./record.rules";
import { ENDED_AT } from "./settled-cards.rules";
import "./record-page.css";

/** The steps of a call, from its day until it ended. */
export const CallSteps = ({ steps, unit }: { steps: readonly CallStep[]; unit?: PriceUnit }) => (
  <ol className="timeline">
    {steps.map(({ day, text, price, end }) => (
      <li key={`${day} ${text}`} className={end && `end-${end}`}>
        <time dateTime={day}>{dayInWords(day)}</time>
        <span>{text}</span>
        <span className="num">{price === undefined ? "" : formatPrice(price, unit)}</span>
      </li>
    ))}
  </ol>
);

type FiguresProps = Pick<CallPage, "call" | "enteredOn"> & { settled: NonNullable<CallPage["settled"]> };

/** The figures of a call's result. */
export function CallFigures({ call, enteredOn, settled }: FiguresProps) {
  const { closeReason, endedOn, lastDay } = call;
  const { result, over, index, chart } = settled;
  const risk = chart && riskPercent(chart.call);
  const allowed =
    lastDay === null ? "" : ` of ${formatCount(dayNumber(lastDay) - dayNumber(enteredOn))} days`;
  const held = endedOn === null ? undefined : daysBetween(enteredOn, endedOn);
  const facts: Fact[] = [
    { label: "Result", value: <Change value={result} decimals={1} /> },
    {
      label: `${index}, same dates`,
      value: over === undefined ? DASH : <Change value={over} decimals={1} />,
    },
    { label: "Risked", value: risk === undefined ? DASH : `${formatNumber(risk, 1)}%` },
    { label: "Ended by", value: closeReason ? ENDED_AT[closeReason] : DASH },
    ...(held === undefined
      ? []
      : [{ label: "Held", value: allowed ? `${formatCount(held)}${allowed}` : pluralize(held, "day") }]),
  ];
  return <Facts items={facts} />;
}
