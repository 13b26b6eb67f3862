import { dayInWords } from "~/ui/charts/calendar";
import { Section } from "~/ui/head";
import { callTitle } from "../calls.rules";
import { Outcome } from "./outcome";
import type { SettledLine } from "./settled-cards.queries.server";
import { kindInWords } from "./settled-cards.rules";

/**
 * The last settled public calls, right or wrong; nothing without any. Members may know later calls, but the
 * section is rendered once for everyone.
 */
export function LastSettledSection({ calls }: { calls: readonly SettledLine[] }) {
  if (calls.length === 0) return null;
  return (
    <Section title="Recently made public" more={{ label: "All settled", to: "/track-record" }} flush>
      <ul className="side-list">
        {calls.map((call) => (
          <li key={call.id}>
            <span>
              <a href={`/track-record/${call.id}`}>{callTitle(call)}</a>
              <span className="meta">{`${kindInWords(call)}, ${dayInWords(call.madeOn, "day")}; settled ${dayInWords(call.endedOn, "day")}`}</span>
            </span>
            <Outcome reason={call.reason} result={call.result} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
