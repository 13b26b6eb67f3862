import type { ReactNode } from "react";
import { Change } from "~/ui/change";
import { dayInWords } from "~/ui/charts/calendar";
import { StripChart } from "~/ui/charts/strip-chart";
import { DASH, formatNumber, pluralize } from "~/ui/format";
import { Section } from "~/ui/head";
import { Cell, HeaderCell, RowHeader, Table } from "~/ui/table";
import { Time } from "~/ui/time";
import type { CloseReason } from "../call-events.rules";
import { REASON_LABELS } from "../calls.rules";
import { CallHeader } from "./called-on";
import { daysBetween, type Figures } from "./record.rules";
import { type Dot, groupNote, signed, stripLabel } from "./record-words.rules";
import "./record-page.css";

/** The label of the difference to the index, in percentage points. */
const againstIndex = (index: string) => `Points against ${index}`;

const inPoints = (value: number | undefined) => `${formatNumber(value, 1)} points`;

/** A signed percentage with one decimal. */
const Percent = ({ value }: { value: number | null | undefined }) => <Change value={value} decimals={1} />;

type RecordFiguresProps = {
  figures: Figures;
  index: string;
  /** The call with the worst result, if the viewer may see it: "Coinbase, 2025". */
  worst?: string;
};

export function TrackRecordFigures({ figures, index, worst }: RecordFiguresProps) {
  const { settled, right, winRate, median, aboveIndex, compared } = figures;
  return (
    <dl className="proof">
      <Proof label="Settled" note={`${settled - right} at zero or below`}>
        {settled}
      </Proof>
      <Proof label="Right" note={`${right} above zero`}>
        {winRate === undefined ? DASH : `${formatNumber(winRate, 0)}%`}
      </Proof>
      <Proof label="Median result" note="half did better">
        <Percent value={median} />
      </Proof>
      <Proof label={againstIndex(index)} note={`mean of ${pluralize(compared, "call")} over the same dates`}>
        <Change value={aboveIndex} decimals={1} unit="" />
      </Proof>
      <Proof label="Worst" note={worst}>
        <Percent value={figures.worst} />
      </Proof>
    </dl>
  );
}

type ProofProps = { label: string; note?: string; children: ReactNode };

export const Proof = ({ label, note, children }: ProofProps) => (
  <div>
    <dt>{label}</dt>
    <dd>
      {children}
      {note && <small>{` ${note}`}</small>}
    </dd>
  </div>
);

/** A part of the track record, with the results that may be drawn. */
export type DrawnGroup = { name: string; figures: Figures; results: readonly number[] };

type GroupsProps = { groups: readonly DrawnGroup[]; index: string; byList: boolean };

/** The figures by kind, and by list if a call of a list was settled. Each rate has its count next to it. */
export function GroupSection({ groups, index, byList }: GroupsProps) {
  const title = byList ? "By kind and by list" : "By kind";
  return (
    <Section title={title}>
      <GroupTable label={`Results ${title.toLowerCase()}`} groups={groups} index={index} />
      <p className="record-note">{groupNote(groups.map(({ figures }) => figures.settled))}</p>
    </Section>
  );
}

type GroupTableProps = Omit<GroupsProps, "byList"> & { label: string };

function GroupTable({ label, groups, index }: GroupTableProps) {
  return (
    <Table label={label} cards className="bykind">
      <thead>
        <tr>
          <HeaderCell>Calls</HeaderCell>
          <HeaderCell numeric>Settled</HeaderCell>
          <HeaderCell>Each result, −40% to +60%</HeaderCell>
          <HeaderCell numeric>Right</HeaderCell>
          <HeaderCell numeric>Median</HeaderCell>
          <HeaderCell numeric>{againstIndex(index)}</HeaderCell>
        </tr>
      </thead>
      <tbody>
        {groups.map((group) => (
          <GroupRow key={group.name} group={group} index={index} />
        ))}
      </tbody>
    </Table>
  );
}

/** All figures of a group. Figures without a column appear below a related one. */
function GroupRow({ group: { name, figures, results }, index }: { group: DrawnGroup; index: string }) {
  return (
    <tr>
      <RowHeader>{name}</RowHeader>
      <Cell numeric label="Settled">
        {figures.settled}
        <span className="sub">{`days held ${formatNumber(figures.daysHeld, 0)}`}</span>
      </Cell>
      <Cell className="strip-cell" label="Each result">
        <StripChart
          results={results}
          median={figures.median}
          label={stripLabel(name, results, figures.median)}
        />
        <span className="sub">{`worst ${signed(figures.worst, "%")}, best ${signed(figures.best, "%")}`}</span>
      </Cell>
      <Cell numeric label="Right">
        {`${formatNumber(figures.winRate, 0)}%`}
      </Cell>
      <Cell numeric label="Median">
        <Percent value={figures.median} />
        <span className="sub">{`mean ${signed(figures.mean, "%")}`}</span>
      </Cell>
      <Cell numeric label={againstIndex(index)}>
        <Change value={figures.aboveIndex} decimals={1} unit="" />
        <span className="sub">{`drawdown ${inPoints(figures.drawdown)}`}</span>
      </Cell>
    </tr>
  );
}

type Listed = Dot & {
  id: string;
  symbol: string | null;
  companySymbol: string | null;
  enteredOn: string;
  recordedLater: boolean;
  reason: CloseReason | null;
  index: number | null;
};

/** Settled calls, each with a link to its page. */
export function CallTable(props: { label: string; calls: readonly Listed[]; index: string }) {
  return (
    <Table label={props.label} cards className="extremes">
      <thead>
        <tr>
          <HeaderCell>Call</HeaderCell>
          <HeaderCell>Ended</HeaderCell>
          <HeaderCell numeric>Result</HeaderCell>
          <HeaderCell numeric>{props.index}</HeaderCell>
        </tr>
      </thead>
      <tbody>
        {props.calls.map((call) => (
          <CallRow key={call.id} call={call} index={props.index} />
        ))}
      </tbody>
    </Table>
  );
}

function CallRow({ call, index }: { call: Listed; index: string }) {
  const { id, direction, name, symbol, companySymbol, list, recordedLater } = call;
  const { enteredOn, endedOn, reason, result } = call;
  const days = pluralize(daysBetween(enteredOn, endedOn), "day");
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
      <Cell label="Ended">
        {dayInWords(endedOn)}
        <span className="sub">{[reason && REASON_LABELS[reason], days].filter(Boolean).join(", ")}</span>
      </Cell>
      <Cell numeric label="Result">
        <Percent value={result} />
      </Cell>
      <Cell numeric label={index}>
        <Percent value={call.index} />
      </Cell>
    </tr>
  );
}

type HowProps = { formulas: readonly { name: string; formula: string }[]; figures: Figures };

/** The formula of each figure, with the values that appear nowhere else. */
export function HowItIsComputed({ formulas, figures: { mean, best, daysHeld, drawdown } }: HowProps) {
  const values: Record<string, string | undefined> = {
    Mean: mean === undefined ? undefined : signed(mean, "%"),
    Best: best === undefined ? undefined : signed(best, "%"),
    "Days held": daysHeld === undefined ? undefined : formatNumber(daysHeld, 0),
    Drawdown: drawdown === undefined ? undefined : inPoints(drawdown),
  };
  return (
    <dl className="how">
      {formulas.map(({ name, formula }) => (
        <div key={name}>
          <dt>{name}</dt>
          {values[name] !== undefined && <dd className="figure">{values[name]}</dd>}
          <dd>{formula}</dd>
        </div>
      ))}
      <div>
        <dt>What is not counted</dt>
        <dd>
          Briefs are views, not calls. Costs, tax, dividends and currency are left out for both calls and
          index.
        </dd>
      </div>
      <div>
        <dt>What it does not show</dt>
        <dd>
          What comes next. Past results are no guarantee. These figures give every call equal weight; a real
          portfolio does not.
        </dd>
      </div>
    </dl>
  );
}

type HashLineProps = {
  head: { seq: number; hash: string; at: Date | string | null };
  zone: string;
  children?: ReactNode;
};

/** The head of the log. Anyone who stores it can later detect a change to any entry before it. */
export function HashLine({ head, zone, children }: HashLineProps) {
  return (
    <div className="hashline">
      {children}
      <p className="text-muted">
        {`Hash after ${pluralize(head.seq, "entry", "entries")}, `}
        {head.at && (
          <>
            <Time at={head.at} style="datetime" zone={zone} />
            {", "}
          </>
        )}
        SHA-256
      </p>
      <p>
        <code>{head.hash.replace(/(.{8})(?=.)/g, "$1 ")}</code>
      </p>
      <p className="text-muted">
        Each entry contains the hash of the previous one, so changing one means changing every entry after it.
      </p>
    </div>
  );
}
