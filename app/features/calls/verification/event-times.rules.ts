import { dayIn } from "~/ui/dates";
import {
  type CallEventBody,
  type CallState,
  type Entry,
  entryDay,
  isMistake,
  isSlip,
} from "../call-events.rules";

/**
 * The zones where days begin first and last. The site's zone may have changed, so a day is valid if it
 * exists in any zone.
 */
const [FIRST_ZONE, LAST_ZONE] = ["Etc/GMT+12", "Etc/GMT-14"];

/**
 * Finds an event whose times contradict each other or its call; undefined if none do. Hashes cannot show
 * this, because anyone who recomputes them can choose any time. An opened event has its call's time, or is
 * marked as recorded later. A result is on a day since the entry. A withdrawal is on its own day. A mistake
 * is within ten minutes.
 * @param before the call before the event. @param at when the ledger recorded it
 * @param closedAt when the call was closed, unless it was corrected since
 */
export function wrongTime(
  before: CallState | undefined,
  event: CallEventBody,
  at: Date,
  closedAt?: Date,
): string | undefined {
  if (event.kind === "opened") return wrongOpening(event.body, at);
  if (!before) return undefined;
  if (event.kind === "changed") return wrongEntry(event.body.entry, at);
  if (event.kind === "withdrawn") return wrongWithdrawal(before, event.body, at);
  if (event.kind === "reopened") return wrongReopening(before, event.body, at, closedAt);
  if (event.kind === "corrected" && event.body.at !== at.toISOString())
    return "corrected at a different time than stated";
  return wrongEnd(before, event.body.on, at);
}

type Opened = Extract<CallEventBody, { kind: "opened" }>["body"];

function wrongOpening({ madeAt, recordedLater, entry }: Opened, at: Date): string | undefined {
  const recordedAt = at.toISOString();
  if (madeAt > recordedAt) return "made after it was recorded";
  if (recordedLater && madeAt === recordedAt)
    return "marked as recorded later, but made when it was recorded";
  if (!recordedLater && madeAt !== recordedAt)
    return "made before it was recorded, but not marked as recorded later";
  return wrongEntry(entry, at);
}

/** A close has the time of the UTC day end. Other prices have their source's time. */
const wrongEntry = (entry: Entry | null | undefined, at: Date): string | undefined =>
  entry?.source === "history" && entry.at.slice(0, 10) > dayIn(LAST_ZONE, at)
    ? "measured from the price of a future day"
    : undefined;

function wrongWithdrawal(
  before: CallState,
  { on, mistake }: Extract<CallEventBody, { kind: "withdrawn" }>["body"],
  at: Date,
): string | undefined {
  if (on < dayIn(FIRST_ZONE, at) || on > dayIn(LAST_ZONE, at))
    return "withdrawn on a different day than stated";
  if (mistake === isMistake(before, at)) return undefined;
  return mistake ? "too late for a mistake" : "withdrawn within ten minutes, but not marked as a mistake";
}

function wrongReopening(
  before: CallState,
  { at: saidAt, mistake, note, undone }: Extract<CallEventBody, { kind: "reopened" }>["body"],
  at: Date,
  closedAt: Date | undefined,
): string | undefined {
  if (saidAt !== at.toISOString()) return "reopened at a different time than stated";
  if (mistake !== isSlip(closedAt, at))
    return mistake
      ? "reopened too late for a mistake"
      : "reopened within ten minutes, but not marked as a mistake";
  if (!mistake && note === null) return "reopened without a reason";
  const { on, price, ratio, reason } = undone;
  const isItsResult =
    on === before.endedOn &&
    price === before.closePrice &&
    ratio === before.closeRatio &&
    reason === before.closeReason;
  return isItsResult ? undefined : "reopened from a different result";
}

function wrongEnd(before: CallState, on: string, at: Date): string | undefined {
  if (on > dayIn(LAST_ZONE, at)) return "ended on a future day";
  return on < entryDay(before, FIRST_ZONE) ? "ended before its first day" : undefined;
}
