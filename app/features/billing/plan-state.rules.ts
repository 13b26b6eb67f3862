import type { Tier } from "~/features/auth/viewer.server";
import { daysLeft } from "~/ui/dates";

/**
 * A reader before the plans; `until` is when a paid tier ends, absent for one without an end. `bonusDays` come with
 * the first payment of who was invited.
 */
export type PlanReader = { tier: Tier; until?: Date; bonusDays?: number } | undefined;

export type PlanState =
  | { kind: "included" }
  | { kind: "current"; until?: Date }
  | { kind: "waits"; until?: Date }
  | { kind: "open"; until: Date; bonusDays?: number; replaces?: { tier: Tier; daysLeft?: number } };

const DAY_MS = 86_400_000;

/**
 * What can be done with a plan. Basic cannot be bought and is the current plan of who holds no other, the current plan
 * is not offered again, and Premium waits until Private ends; specification, section 4, and decisions.md, "Money".
 * @param now when a purchase would begin
 */
export function planState(
  plan: { tier: Tier; days: number | null },
  reader: PlanReader,
  now: Date,
): PlanState {
  if (plan.tier === "Basic" && reader?.tier === "Basic") return { kind: "current" };
  if (plan.tier === "Basic" || plan.days === null) return { kind: "included" };
  if (reader?.tier === plan.tier) return { kind: "current", until: reader.until };
  if (reader?.tier === "Private") return { kind: "waits", until: reader.until };
  const bonusDays = reader?.bonusDays || undefined;
  const until = new Date(now.getTime() + (plan.days + (bonusDays ?? 0)) * DAY_MS);
  const open: PlanState = { kind: "open", until, bonusDays };
  if (!reader || reader.tier === "Basic") return open;
  // Private begins at once, and what is left of Premium ends with that: who pays must have been told.
  return {
    ...open,
    replaces: { tier: reader.tier, daysLeft: reader.until && daysLeft(now, reader.until) },
  };
}
