import { DotsChart, edgeNote } from "~/ui/charts/dots-chart";
import { Exhibit } from "~/ui/charts/exhibit";
import { medianOf } from "./record.rules";
import { dotsSource, tableOfYears } from "./record-chart";
import type { TrackRecordProofData } from "./record-proof.queries.server";
import { dotsSentence, proofFinding, trackRecordText } from "./record-words.rules";

/** The exhibit below an offer: the settled calls and their results. */
export function TrackRecordProof(props: TrackRecordProofData) {
  const { figures, index, byYear, waiting, everPublic, readable, drawn } = props;
  const table = tableOfYears(byYear, index);
  return (
    <Exhibit
      number={1}
      title={proofFinding(figures)}
      lede={`${trackRecordText(figures, index)} Past results are no guarantee.`}
      source={
        <>
          {`Each dot is one settled call: filled if it gained, hollow if it lost. ${dotsSource({ drawn: drawn.length, readable, waiting, everPublic })} ${edgeNote(drawn)} `}
          <a href="/track-record">The full track record</a>
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
