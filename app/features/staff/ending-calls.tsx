import { callTitle, KIND_LABELS } from "~/features/calls/calls.rules";
import { Badge } from "~/ui/badge";
import { dayInWords } from "~/ui/charts/calendar";
import { pluralize } from "~/ui/format";
import type { EndingCall } from "./ending-calls.queries.server";
import "./month-figures.css";

/** Calls that end automatically, today's first. */
export function EndingCalls({ calls }: { calls: readonly EndingCall[] }) {
  return (
    <ul className="ending-calls">
      {calls.map(({ id, kind, direction, name, on, inDays }) => (
        <li key={id}>
          <time dateTime={on}>{dayInWords(on, "short-day")}</time>
          <span>
            <a href={`/admin/calls/${id}`}>{callTitle({ direction, name })}</a>{" "}
            <span className="text-muted">{KIND_LABELS[kind]}</span>
          </span>
          <Badge tone={inDays > 0 ? "plain" : "warn"}>{dueText(inDays)}</Badge>
        </li>
      ))}
    </ul>
  );
}

function dueText(inDays: number): string {
  if (inDays < 0) return "Waiting for a price";
  return inDays === 0 ? "Ends today" : `In ${pluralize(inDays, "day")}`;
}
