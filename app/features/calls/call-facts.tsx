import { dayInWords } from "~/ui/charts/calendar";
import { type Fact, Facts } from "~/ui/facts";
import { DASH, formatNumber } from "~/ui/format";
import { currencyText, exactPrice } from "~/ui/price-format";
import { Cell, HeaderCell, Table } from "~/ui/table";
import { Time } from "~/ui/time";
import type { CallState } from "./call-events.rules";
import { stateText } from "./call-is-open.rules";
import { KIND_LABELS, outcomeText, RECORDED_LATER } from "./calls.rules";

type LogEntry = { seq: number; kind: string; at: Date | string; hash: string };

/** @property today yyyy-mm-dd, in the site's zone */
type CallFactsProps = { call: CallState; events: readonly LogEntry[]; today: string; zone: string };

/** All facts about a call, and its entries in the log. */
export function CallFacts({ call, events, today, zone }: CallFactsProps) {
  return (
    <>
      <Facts items={callFactItems(call, today, zone)} />
      <div className="mt-6">
        <Table label="Entries in the log">
          <thead>
            <tr>
              <HeaderCell numeric>Entry</HeaderCell>
              <HeaderCell>What</HeaderCell>
              <HeaderCell>When</HeaderCell>
              <HeaderCell>Hash</HeaderCell>
            </tr>
          </thead>
          <tbody>
            {events.map(({ seq, kind, at, hash }) => (
              <tr key={seq}>
                <Cell numeric>{seq}</Cell>
                <Cell>{kind}</Cell>
                <Cell>
                  <Time at={at} style="datetime" zone={zone} />
                </Cell>
                <Cell>
                  <code>{hash.slice(0, 16)}</code>
                </Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
    </>
  );
}

const RECORD_PATHS = { alert: "trade-alert", pick: "stock-picks", brief: "daily-brief" } as const;

/** The form of the record that made the call. */
const recordEditPath = ({ kind, recordId }: CallState) => `/admin/${RECORD_PATHS[kind]}/${recordId}/edit`;

function callFactItems(call: CallState, today: string, zone: string): Fact[] {
  const { kind, madeAt, entryPrice, currency, target, stop, lastDay, endedOn, closeNote } = call;
  const { closeRatio, correctedAt, recordedLater } = call;
  const isGone = call.state === "withdrawn";
  const price = (value: string | null) =>
    value === null ? DASH : [exactPrice(value), currency && currencyText(currency)].filter(Boolean).join(" ");
  const outcome = outcomeText(call);
  return [
    {
      label: "From",
      value: isGone ? KIND_LABELS[kind] : <a href={recordEditPath(call)}>{KIND_LABELS[kind]}</a>,
    },
    { label: "Made", value: <Time at={madeAt} style="datetime" zone={zone} /> },
    ...(recordedLater
      ? [
          {
            label: RECORDED_LATER,
            value: "Older than the log: added later, as its record stood at that time",
          },
        ]
      : []),
    { label: "Made at", value: price(entryPrice) },
    { label: "Target", value: price(target) },
    { label: "Stop loss", value: price(stop) },
    { label: "Last day", value: lastDay === null ? DASH : dayInWords(lastDay) },
    {
      label: "State",
      value: [stateText(call, today), endedOn && dayInWords(endedOn)].filter(Boolean).join(", "),
    },
    ...(outcome ? [{ label: "Outcome", value: outcome }] : []),
    ...(closeRatio !== null && Number(closeRatio) !== 1
      ? [
          {
            label: "Shares",
            value: `One share had become ${formatNumber(closeRatio)} by the time the call closed`,
          },
        ]
      : []),
    ...(correctedAt
      ? [{ label: "Corrected", value: <Time at={correctedAt} style="datetime" zone={zone} /> }]
      : []),
    ...(closeNote ? [{ label: "Note", value: closeNote }] : []),
  ];
}
