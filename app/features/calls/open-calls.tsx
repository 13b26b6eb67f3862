import { BuySellTag } from "~/ui/badge";
import { Change } from "~/ui/change";
import { dayInWords } from "~/ui/charts/calendar";
import { Exhibit } from "~/ui/charts/exhibit";
import { Ladder } from "~/ui/charts/ladder";
import { DASH, formatNumber } from "~/ui/format";
import { formatPrice } from "~/ui/price-format";
import { Cell, HeaderCell, RowHeader, Table } from "~/ui/table";
import { daysLeftText } from "./call-is-open.rules";
import { levelDistances, type OpenCall, type OpenState, openFinding, resultSoFar } from "./open-calls.rules";
import "./open-calls.css";

/** Open calls between their stops and targets, newest first. @param today yyyy-mm-dd */
export function OpenCalls({ today, ...state }: OpenState & { today: string }) {
  const { calls } = state;
  if (calls.length === 0) return null;
  return (
    <Exhibit
      number={1}
      level={3}
      title={openFinding(state)}
      lede={`${calls.length < state.open ? "The newest calls" : "Newest first"}, at the latest prices.`}
      source="The half-disc marks the last price, the vertical line the price when the call was made. Red is risk, green is reward."
    >
      <Table label="Open calls" cards className="calls">
        <thead>
          <tr>
            <HeaderCell>Call</HeaderCell>
            <HeaderCell numeric>Since the call</HeaderCell>
            <HeaderCell className="ladder-cell">Stop to target</HeaderCell>
            <HeaderCell numeric>To stop</HeaderCell>
            <HeaderCell numeric>To target</HeaderCell>
            <HeaderCell numeric>Days left</HeaderCell>
          </tr>
        </thead>
        <tbody>
          {calls.map((call) => (
            <OpenCallRow key={call.id} call={call} today={today} />
          ))}
        </tbody>
      </Table>
    </Exhibit>
  );
}

function OpenCallRow({ call, today }: { call: OpenCall; today: string }) {
  const { recordId, name, direction, enteredOn, made, now, stop, target, lastDay, unit } = call;
  const { toStop, toTarget } = levelDistances(call);
  return (
    <tr>
      <RowHeader sub={`${dayInWords(enteredOn, "day")} at ${formatPrice(made, unit)}`}>
        <BuySellTag side={direction} /> <a href={`/trade-alert/${recordId}`}>{name}</a>
      </RowHeader>
      <Cell numeric label="Since the call">
        <Change value={resultSoFar(call)} decimals={1} />
      </Cell>
      <Cell className="ladder-cell" label="Stop to target">
        <Ladder name={name} stop={stop} made={made} now={now} target={target} unit={unit} />
      </Cell>
      <Cell numeric label="To stop">{`${formatNumber(toStop, 1)}%`}</Cell>
      <Cell numeric label="To target">{`${formatNumber(toTarget, 1)}%`}</Cell>
      <Cell numeric label="Days left">
        {lastDay === null ? DASH : daysLeftText(lastDay, today)}
      </Cell>
    </tr>
  );
}
