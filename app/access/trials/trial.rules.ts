import type { Tier } from "~/auth/viewer.server";
import { pluralize } from "~/ui/format";
import { REMIND_DAYS } from "../term.rules";

/** Facts that decide whether a member can start a trial. */
export type TrialFacts = {
  /** The account is active and not about to be deleted. */
  stays: boolean;
  /** A paid tier is active now. */
  reads: boolean;
  /** The member ever had a paid tier, from any source: they already know the content. */
  hadAccess: boolean;
  /** The member, or another account with the same mailbox, had a trial. */
  hadTrial: boolean;
  /** Another member had a trial in a browser that this member uses. */
  deviceTried: boolean;
  /** PayPal is processing one of the member's payments. */
  awaitsPayment: boolean;
};

export type TrialRefusal =
  | "leaving"
  | "already has access"
  | "had a trial"
  | "had access"
  | "browser tried"
  | "network tried"
  | "payment pending"
  | "not offered"
  | "changed";

/** Why a member cannot start a trial now; undefined when they can. */
export function trialRefusal(facts: TrialFacts): TrialRefusal | undefined {
  if (!facts.stays) return "leaving";
  if (facts.hadTrial) return "had a trial";
  if (facts.reads) return "already has access";
  if (facts.hadAccess) return "had access";
  if (facts.deviceTried) return "browser tried";
  return facts.awaitsPayment ? "payment pending" : undefined;
}

export const TRIAL_TEXTS: Record<TrialRefusal, string> = {
  leaving: "Your account is scheduled for deletion. Keep it to start a trial.",
  "already has access": "You already have access, so you do not need a trial.",
  "had a trial": "You have already had your free trial. Each member gets one.",
  "had access": "Free trials are for members who have never had access. Choose a plan below.",
  "browser tried":
    "This browser has already been used for a free trial. If that trial was not yours, please contact us.",
  "network tried":
    "Your network has reached the limit of five free trials in 30 days. If none of them was yours, please contact us.",
  "payment pending":
    "Your payment is being processed, so no trial was started. Your access starts when the payment arrives.",
  "not offered": "This plan no longer has a free trial. No trial was started.",
  changed: "The free trial for this plan has just changed. Check the new terms and try again.",
};

/** The days promised by "Try it free for 14 days"; undefined for a malformed value. */
export const promisedDays = (sent: string | undefined): number | undefined =>
  sent !== undefined && /^[1-9]\d?$/.test(sent) ? Number(sent) : undefined;

/**
 * The reminder step that counts as sent when a trial starts: the member has just read its end. Undefined when
 * all reminders are still to come.
 */
export const initialReminderStep = (days: number): number | undefined =>
  REMIND_DAYS.filter((step) => days <= step).at(-1);

/** The longest trial among the packages of a plan. */
export function longestTrial<Offered extends { trial?: { days: number } }>(
  plan: readonly (Offered | undefined)[],
): Offered | undefined {
  return plan
    .flatMap((offered) => (offered?.trial ? [offered] : []))
    .toSorted((one, other) => (other.trial?.days ?? 0) - (one.trial?.days ?? 0))[0];
}

/**
 * The trials in the comparison of tiers: "14 days", or "up to 14 days" when plans of the same tier differ.
 */
export function trialsByTier(
  plans: readonly { tier: Tier; trial?: { days: number } }[],
): Partial<Record<Tier, string>> {
  const lengths = new Map<Tier, number[]>();
  for (const { tier, trial } of plans) {
    if (trial) lengths.set(tier, [...(lengths.get(tier) ?? []), trial.days]);
  }
  return Object.fromEntries([...lengths].map(([tier, days]) => [tier, lengthText(days)]));
}

function lengthText(offered: readonly number[]): string {
  const most = Math.max(...offered);
  const words = pluralize(most, "day");
  return Math.min(...offered) === most ? words : `up to ${words}`;
}
