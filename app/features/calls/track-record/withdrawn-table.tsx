import { Change } from "~/ui/change";
import { dayInWords } from "~/ui/charts/calendar";
import { pluralize } from "~/ui/format";
import { Cell, HeaderCell, Table } from "~/ui/table";
import { CallHeader } from "./called-on";
import { daysBetween } from "./record.rules";
import type { WithdrawnCall } from "./withdrawn-calls.queries.server";
import "./record-page.css";

/** Withdrawn calls, each with a link to its page. */
export const WithdrawnTable = ({ calls }: { calls: readonly WithdrawnCall[] }) => (
  <Table label="Withdrawn calls" cards className="extremes">
    <thead>
      <tr>
        <HeaderCell>Call</HeaderCell>
        <HeaderCell>Made</HeaderCell>
        <HeaderCell>Withdrawn</HeaderCell>
        <HeaderCell numeric>When withdrawn</HeaderCell>
      </tr>
    </thead>
    <tbody>
      {calls.map((call) => (
        <WithdrawnRow key={call.id} call={call} />
      ))}
    </tbody>
  </Table>
);

function WithdrawnRow({ call }: { call: WithdrawnCall }) {
  const { id, direction, name, symbol, companySymbol, list, madeOn, endedOn, result, recordedLater } = call;
  const days = Math.max(0, daysBetween(madeOn, endedOn));
  return (
    <tr>
      <CallHeader
        id={id}
        direction={direction}
        name={name}
        symbol={symbol}
        companySymbol={companySymbol}
        list={list}
        recordedLater={recordedLater}
      />
      <Cell label="Made">{dayInWords(madeOn)}</Cell>
      <Cell label="Withdrawn">
        {dayInWords(endedOn)}
        <span className="sub">{`after ${pluralize(days, "day")}`}</span>
      </Cell>
      <Cell numeric label="When withdrawn">
        <Change value={result} decimals={1} />
      </Cell>
    </tr>
  );
}
