import { callTitle, KIND_LABELS, REASON_LABELS } from "~/features/calls/calls.rules";
import type { PublicCall } from "~/features/calls/track-record/public-calls-of.queries.server";
import type { FeedItem } from "~/features/discovery.server";
import { dayInWords } from "~/ui/charts/calendar";
import { formatSigned } from "~/ui/format";

/** A call's feed entry, dated by the day on which it became public. */
export function callEntry({
  id,
  publicAt,
  kind,
  madeOn,
  endedOn,
  reason,
  result,
  ...call
}: PublicCall): FeedItem {
  const title = callTitle(call);
  const outcome = result === null ? "ended without a result" : `${formatSigned(result, 1)}%`;
  return {
    id,
    title: reason === null ? `${title}: withdrawn` : `${title}: ${outcome}`,
    description: [
      `${KIND_LABELS[kind]} of ${dayInWords(madeOn)}, ${reason === null ? "withdrawn" : "settled"} on ${dayInWords(endedOn)}.`,
      reason === null ? "" : `${REASON_LABELS[reason]}.`,
    ]
      .filter(Boolean)
      .join(" "),
    category: "Track record",
    path: `/track-record/${id}`,
    createdAt: publicAt,
  };
}
