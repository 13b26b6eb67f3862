import type { ReportedEmail } from "~/features/mail/suppressions.queries.server";
import { isMailboxBusy, verdictOfRefusal } from "~/features/mail/verdict.rules";
import type { ClaimedReader, Outcome } from "./edition-members.server";
import type { Handover } from "./edition-transport.server";

/** Seconds before the next attempt after the n-th one failed. After the last the member counts as failed. */
const WAITS = [60, 300, 900, 3600, 3600];

/** Seconds without any email after the mail server could not be reached. */
export const AWAY_SECONDS = 30;

/**
 * What stops more than the readers of a batch: no server can be reached, which all editions wait for, or the sender of
 * this edition is refused, for now or for ever, or the server asks to come again with all of several emails.
 */
type Trouble = "away" | "sender waits" | "sender refused" | "all wait";

/** @returns undefined if at least one handover says something about its reader */
export function findTrouble(handovers: readonly Handover[]): Trouble | undefined {
  const causes = handovers.map((handover) => (handover.outcome === "not taken" ? handover.cause : undefined));
  if (causes.length === 0) return undefined;
  if (causes.every((cause) => cause === "connection")) return "away";
  if (handovers.length >= REFUSED_ALL && handovers.every(isRefusedForNow)) return "all wait";
  if (!causes.every((cause) => cause === "sender")) return undefined;
  return handovers.some(isForNow) ? "sender waits" : "sender refused";
}

const isForNow = (handover: Handover): boolean => "code" in handover && (handover.code ?? 500) < 500;

const isRefusedForNow = (handover: Handover): boolean => handover.outcome === "refused" && isForNow(handover);

/**
 * Whether it may say more about us than about the reader. A server that asks to come again says when, not why not.
 */
function mayBeAboutUs({ attempts }: ClaimedReader, handover: Handover): boolean {
  if (!("reason" in handover)) return false;
  if (handover.outcome !== "refused") return handover.cause !== "connection" && attempts === 1;
  return handover.code >= 500 && !isMailboxBusy(handover.code, handover.reason);
}

/**
 * Codes from 500 on are final; lower ones ask to come again. What never came to the email itself is no attempt.
 * @param isOnlyAsked the server said nothing about any email of the batch
 */
export function decideOutcome(
  { id, attempts }: ClaimedReader,
  handover: Handover,
  isOnlyAsked: boolean,
): Outcome {
  if (!("reason" in handover)) {
    const { outcome: state } = handover;
    const reason = state === "unknown" ? "The mail server did not answer." : null;
    return { id, state, reason, waitSeconds: 0, counts: true };
  }
  const { reason } = handover;
  if (isOnlyAsked || (handover.outcome === "not taken" && handover.cause === "connection"))
    return { id, state: "waiting", reason, waitSeconds: AWAY_SECONDS, counts: false };
  const wait = WAITS[attempts - 1];
  const isFinal = handover.outcome === "refused" && handover.code >= 500;
  if (isFinal || wait === undefined) return { id, state: "failed", reason, waitSeconds: 0, counts: true };
  return { id, state: "waiting", reason, waitSeconds: wait, counts: true };
}

/** A batch of at least so many refusals is about us: a blocked sender, a full quota. So are more of them in smaller batches. */
const REFUSED_ALL = 3;
const REFUSED_IN_A_ROW = 5;
/** Of a server that has taken an email of this edition: some dead addresses can follow one another. */
const REFUSED_AFTER_OTHERS = 10;

/** Refusals one after another in an edition, which are about its readers once the server takes another email. */
export class Refusals {
  private count = 0;
  private hasSent = false;
  private held: ReportedEmail[] = [];

  /** @returns whether the refusals are about us, and the bounces that are certain now */
  add(
    readers: readonly ClaimedReader[],
    handovers: readonly Handover[],
    outcomes: readonly Outcome[],
  ): { isAboutUs: boolean; bounces: ReportedEmail[] } {
    if (readers.length === 0) return { isAboutUs: false, bounces: [] };
    const doubtful = readers.filter((reader, at) => mayBeAboutUs(reader, handovers[at] as Handover));
    const isRun = doubtful.length === readers.length;
    this.count = isRun ? this.count + readers.length : 0;
    const isAboutUs = this.hasSent
      ? this.count >= REFUSED_AFTER_OTHERS
      : isRun && (readers.length >= REFUSED_ALL || this.count >= REFUSED_IN_A_ROW);
    const isDoubtful = new Set(doubtful.map(({ id }) => id));
    const bounces = listBounces(readers, handovers, outcomes);
    this.held.push(...bounces.filter(({ emailId }) => isDoubtful.has(emailId)));
    const certain = bounces.filter(({ emailId }) => !isDoubtful.has(emailId));
    const isTaken = handovers.some(({ outcome }) => outcome === "sent");
    this.hasSent ||= isTaken;
    if (isTaken) certain.push(...this.held.splice(0));
    return { isAboutUs, bounces: certain };
  }
}

/** What the final refusals of a batch say about its addresses. */
const listBounces = (
  readers: readonly ClaimedReader[],
  handovers: readonly Handover[],
  outcomes: readonly Outcome[],
): ReportedEmail[] =>
  readers.flatMap(({ id, to }, index) => {
    const handover = handovers[index];
    if (handover?.outcome !== "refused" || outcomes[index]?.state !== "failed") return [];
    const { code, reason: answer, isAboutReceiver = false } = handover;
    const kind = verdictOfRefusal({ code, answer, isAboutReceiver });
    return kind ? [{ emailId: id, address: to, kind, evidence: answer }] : [];
  });
