import type { Tier } from "~/auth/viewer.server";
import { pluralize } from "~/ui/format";
import { REMIND_DAYS } from "../term.rules";

/** What counts when somebody wants to begin a trial. */
export type TrialFacts = {
  /** They may sign in, and did not ask for the account to be deleted. */
  stays: boolean;
  /** They can read with a paid tier now. */
  reads: boolean;
  /** They ever held a paid tier, however they came by it: what members read is known to them. */
  hadAccess: boolean;
  /** They had a trial, or somebody had one whose mailbox is theirs. */
  hadTrial: boolean;
  /** Somebody else had one in a browser that they sign in with. */
  deviceTried: boolean;
  /** The provider has a payment of theirs in hand. */
  awaitsPayment: boolean;
};

export type TrialRefusal =
  | "leaving"
  | "reads already"
  | "had a trial"
  | "had access"
  | "browser tried"
  | "network tried"
  | "payment on its way"
  | "not offered"
  | "changed";

/** Why a member cannot begin any trial now; undefined when they can. */
export function trialRefusal(facts: TrialFacts): TrialRefusal | undefined {
  if (!facts.stays) return "leaving";
  if (facts.hadTrial) return "had a trial";
  if (facts.reads) return "reads already";
  if (facts.hadAccess) return "had access";
  if (facts.deviceTried) return "browser tried";
  return facts.awaitsPayment ? "payment on its way" : undefined;
}

export const TRIAL_TEXTS: Record<TrialRefusal, string> = {
  leaving: "Your account waits to be deleted. Keep it, and you can begin a trial.",
  "reads already": "You have access already, so there is nothing to try.",
  "had a trial": "You have had your free trial: there is one for each member.",
  "had access": "A free trial is for members who have never had access. Your access can be bought below.",
  "browser tried":
    "Somebody had a free trial in a browser that you sign in with, and there is one for each. If that was not you, please write to us.",
  "network tried":
    "Five free trials were begun from your network in 30 days, which is as many as there may be. If none of them was yours, please write to us.",
  "payment on its way":
    "A payment of yours is on its way, so no trial was begun. Its days begin when it is here.",
  "not offered": "There is no free trial of this plan any more. Nothing was begun.",
  changed: "The free trial of this plan has just changed. Nothing was begun: please look once more.",
};

/** "Try it free for 14 days" promises so many days; of what was sent as something else none. */
export const promisedDays = (sent: string | undefined): number | undefined =>
  sent !== undefined && /^[1-9]\d?$/.test(sent) ? Number(sent) : undefined;

/**
 * Of how many days before its end a member counts as told who begins a trial of so many: who has just read when it ends needs no mail that
 * says so. Undefined where the mails are still to come.
 */
export const toldAtBeginning = (days: number): number | undefined =>
  REMIND_DAYS.filter((step) => days <= step).at(-1);

/** Of the packages of one plan the one that may be tried longest. */
export function longestTrial<Offered extends { trial?: { days: number } }>(
  plan: readonly (Offered | undefined)[],
): Offered | undefined {
  return plan
    .flatMap((offered) => (offered?.trial ? [offered] : []))
    .toSorted((one, other) => (other.trial?.days ?? 0) - (one.trial?.days ?? 0))[0];
}

/** What the comparison of tiers says of trials that are offered: "14 days", "up to 14 days" where plans of one tier differ. */
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
