import type { AuthorCalls, EndedCall, OpenCall } from "~/features/calls/author-calls.queries.server";
import { callTitle, REASON_LABELS } from "~/features/calls/calls.rules";
import { Proof } from "~/features/calls/record-parts";
import { Change } from "~/ui/change";
import { dayInWords } from "~/ui/charts/calendar";
import { DASH, formatCount, formatNumber, pluralize } from "~/ui/format";
import { Cell, HeaderCell, RowHeader, Table } from "~/ui/table";
import { pickHref } from "../picks/picks.rules";

type FiguresProps = Pick<AuthorCalls, "figures" | "openCount"> & {
  /** Figures are of so many calls at most. */
  most: number;
};

/** How an author's calls went, by the rules of the record. */
export function AuthorFigures({ figures, openCount, most }: FiguresProps) {
  const { settled, right, winRate, mean, median } = figures;
  return (
    <dl className="proof">
      <Proof
        label="Settled"
        note={settled < most ? `${settled - right} at zero or below` : `the last ${formatCount(most)}`}
      >
        {formatCount(settled)}
      </Proof>
      <Proof label="Right" note={`${right} above zero`}>
        {winRate === undefined ? DASH : `${formatNumber(winRate, 0)}%`}
      </Proof>
      <Proof label="Mean result" note="one stake on each">
        <Change value={mean} decimals={1} />
      </Proof>
      <Proof label="Median result" note="half did better">
        <Change value={median} decimals={1} />
      </Proof>
      <Proof label="Open" note="not in the figures">
        {formatCount(openCount)}
      </Proof>
    </dl>
  );
}

/** Calls that ended, each leading to its page. */
export function EndedCalls({ calls }: { calls: readonly EndedCall[] }) {
  return (
    <Table label="Calls that ended" className="extremes">
      <thead>
        <tr>
          <HeaderCell>Call</HeaderCell>
          <HeaderCell>Ended</HeaderCell>
          <HeaderCell numeric>Result</HeaderCell>
        </tr>
      </thead>
      <tbody>
        {calls.map((call) => (
          <tr key={call.id}>
            <RowHeader>
              <a href={`/track-record/${call.id}`}>{callTitle(call)}</a>
              <span className="sub">{call.list ?? call.symbol}</span>
            </RowHeader>
            <Cell>
              {dayInWords(call.endedOn)}
              <span className="sub">
                {call.state === "withdrawn" ? "Withdrawn" : call.reason && REASON_LABELS[call.reason]}
              </span>
            </Cell>
            <Cell numeric>{call.result === null ? DASH : <Change value={call.result} decimals={1} />}</Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** Open calls, for who may read them. */
export function OpenCalls({ calls }: { calls: readonly OpenCall[] }) {
  return (
    <Table label="Calls that are open" className="extremes">
      <thead>
        <tr>
          <HeaderCell>Call</HeaderCell>
          <HeaderCell>Made</HeaderCell>
        </tr>
      </thead>
      <tbody>
        {calls.map((call) => (
          <tr key={call.id}>
            <RowHeader>
              <a href={recordHref(call)}>{callTitle(call)}</a>
              <span className="sub">{call.list ?? call.symbol}</span>
            </RowHeader>
            <Cell>{dayInWords(call.madeOn)}</Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

const recordHref = ({ kind, list, recordId }: OpenCall): string =>
  kind === "alert" ? `/trade-alert/${recordId}` : pickHref(list ?? "", recordId);

/** What there is of an author, in a sentence. */
export function describeWork({ figures, openCount }: AuthorCalls): string {
  const calls = [
    figures.settled > 0 && `${pluralize(figures.settled, "call")} settled`,
    openCount > 0 && `${formatCount(openCount)} open`,
  ].filter(Boolean);
  return calls.length === 0 ? "What was written under this name." : `${calls.join(", ")}.`;
}
