import { Change } from "~/ui/change";
import { dayInWords } from "~/ui/charts/calendar";
import { DotsChart } from "~/ui/charts/dots-chart";
import { Exhibit } from "~/ui/charts/exhibit";
import { Section } from "~/ui/head";
import { callTitle, KIND_LABELS, REASON_LABELS } from "./calls.rules";
import { medianOf } from "./record.rules";
import { sourceOf, yearsTable } from "./record-chart";
import type { RecordProofData } from "./record-proof.queries.server";
import { dotsSentence, proofFinding, recordInWords } from "./record-words.rules";
import "./record-proof.css";

/** What members were told, and how it ended: the exhibit below an offer. */
export function RecordProof({ figures, index, byYear, waiting, readable, drawn }: RecordProofData) {
  const table = yearsTable(byYear, index);
  return (
    <Exhibit
      number={1}
      title={proofFinding(figures)}
      lede={`${recordInWords(figures, index)} Past results are no promise.`}
      source={
        <>
          {`One dot is one settled call. Filled gained, hollow lost. ${sourceOf({ drawn: drawn.length, readable, waiting })} `}
          <a href="/track-record">The whole record</a>
        </>
      }
      table={table}
    >
      <DotsChart
        size="plans"
        calls={drawn.map(({ name, endedOn, result }) => ({ name: name ?? "", day: endedOn, result }))}
        from={drawn[0]?.endedOn ?? ""}
        to={drawn.at(-1)?.endedOn ?? ""}
        median={medianOf(drawn.map(({ result }) => result))}
        sentence={dotsSentence(drawn, readable)}
        table={table}
      />
    </Exhibit>
  );
}

/** The newest of them, right or wrong, each leading to its page. */
export function LastSettled({ last }: Pick<RecordProofData, "last">) {
  return (
    <Section title="Last settled" more={{ label: "The record", to: "/track-record" }} flush>
      <ul className="last-settled">
        {last.map(({ id, kind, direction, name, endedOn, reason, result }) => (
          <li key={id}>
            <p>
              <a href={`/track-record/${id}`}>{callTitle({ direction, name: name ?? "" })}</a>
              <span className="meta">{`${KIND_LABELS[kind]}, ${dayInWords(endedOn)}`}</span>
            </p>
            <p className="ended">
              <Outcome gained={result > 0} />
              <Change value={result} decimals={1} />
              {reason && <span className="meta">{REASON_LABELS[reason]}</span>}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** A disc is a gain, a ring is none: read by its shape. */
const Outcome = ({ gained }: { gained: boolean }) => (
  <svg className={gained ? "won" : "lost"} width="10" height="10" aria-hidden="true">
    <circle cx="5" cy="5" r={gained ? 5 : 4} />
  </svg>
);
