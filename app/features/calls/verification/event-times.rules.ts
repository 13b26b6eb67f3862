import { dayIn } from "~/ui/dates";
import {
  type CallEventBody,
  type CallState,
  type Entry,
  isMistake,
  isSlip,
  measuredFrom,
} from "../call-events.rules";

/**
 * Where days begin first and last. A day in the ledger is one of the site's zone, which may be another one by now: a moment has the
 * days that it has anywhere.
 */
const [FIRST_ZONE, LAST_ZONE] = ["Etc/GMT+12", "Etc/GMT-14"];

/**
 * What contradicts an event of a call in the times it says, without a word of what it says else; undefined where nothing does. Hashes
 * and folds tell nothing of it: who computes them anew can write any time. An opened event has the moment of its call, or is marked
 * as recorded later; a result is of a day of the call that had begun; a withdrawal is of its own day, and a mistake by the ten minutes.
 * @param before the call until then. @param at when the ledger was told
 * @param closedAt when its result was said, where that is the one of its closing
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
    return "corrected at another time than it says";
  return wrongEnd(before, event.body.on, at);
}

type Opened = Extract<CallEventBody, { kind: "opened" }>["body"];

function wrongOpening({ madeAt, recordedLater, entry }: Opened, at: Date): string | undefined {
  const recordedAt = at.toISOString();
  if (madeAt > recordedAt) return "made after it was recorded";
  if (recordedLater && madeAt === recordedAt)
    return "marked as recorded later, and made when it was recorded";
  if (!recordedLater && madeAt !== recordedAt) return "made before it was recorded, and not marked so";
  return wrongEntry(entry, at);
}

/** The moment of a close is its day's end in UTC. Other prices have the times that their sources say. */
const wrongEntry = (entry: Entry | null | undefined, at: Date): string | undefined =>
  entry?.source === "history" && entry.at.slice(0, 10) > dayIn(LAST_ZONE, at)
    ? "measured from a price of a day that was to come"
    : undefined;

function wrongWithdrawal(
  before: CallState,
  { on, mistake }: Extract<CallEventBody, { kind: "withdrawn" }>["body"],
  at: Date,
): string | undefined {
  if (on < dayIn(FIRST_ZONE, at) || on > dayIn(LAST_ZONE, at)) return "withdrawn on another day than it says";
  if (mistake === isMistake(before, at)) return undefined;
  return mistake ? "too late for a mistake" : "within ten minutes, and not marked as a mistake";
}

function wrongReopening(
  before: CallState,
  { at: saidAt, mistake, note, undone }: Extract<CallEventBody, { kind: "reopened" }>["body"],
  at: Date,
  closedAt: Date | undefined,
): string | undefined {
  if (saidAt !== at.toISOString()) return "reopened at another time than it says";
  if (mistake !== isSlip(closedAt, at))
    return mistake
      ? "reopened too late for a mistake"
      : "reopened within ten minutes, and not marked as a mistake";
  if (!mistake && note === null) return "reopened without a reason";
  const { on, price, ratio, reason } = undone;
  const isItsResult =
    on === before.endedOn &&
    price === before.closePrice &&
    ratio === before.closeRatio &&
    reason === before.closeReason;
  return isItsResult ? undefined : "reopened from another result than it had";
}

function wrongEnd(before: CallState, on: string, at: Date): string | undefined {
  if (on > dayIn(LAST_ZONE, at)) return "ended on a day that was to come";
  return on < measuredFrom(before, FIRST_ZONE) ? "ended before its first day" : undefined;
}
