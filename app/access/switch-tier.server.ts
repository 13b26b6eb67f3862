import { type EntityManager, em } from "db/orm.server";
import { logChange } from "~/admin-kit/change-log.server";
import type { StaffViewer, Tier } from "~/auth/viewer.server";
import { effectiveEntitlementOf, type MemberEntitlement } from "./effective-entitlement.server";
import { saveSetAccess } from "./periods.server";
import { setEntitlement } from "./stored-entitlement.server";
import { losesTerm } from "./term.rules";

export type TierSwitch =
  | { switched: MemberEntitlement }
  | { unchanged: MemberEntitlement }
  | { conflict: MemberEntitlement }
  /** Nothing changed: staff have not confirmed the loss. */
  | { loses: MemberEntitlement };

type Terms = {
  /** The version that staff saw; a payment may have arrived since. */
  version?: number;
  /** Whether staff accept losing a term; without it the switch is refused. */
  agreed: boolean;
  /** Throws if the member is not the one that staff read; runs with the row locked. */
  check?: (manager: EntityManager) => Promise<void>;
};

/**
 * Sets a member's tier without an end date and drops the old end. Choosing the active
 * tier changes nothing, so that a term does not become endless by accident.
 * @returns undefined when there is no such member
 */
export const switchTier = (
  staff: StaffViewer,
  memberId: string,
  tier: Tier,
  terms: Terms,
): Promise<TierSwitch | undefined> =>
  em().transactional((manager) => switchTierWithin(manager, staff, memberId, tier, terms));

/** The same in a transaction of the caller. */
export async function switchTierWithin(
  manager: EntityManager,
  staff: StaffViewer,
  memberId: string,
  tier: Tier,
  { version, agreed, check }: Terms,
): Promise<TierSwitch | undefined> {
  const current = await effectiveEntitlementOf(memberId, manager);
  if (!current) return undefined;
  if (version !== undefined && version !== current.version) return { conflict: current };
  await check?.(manager);
  if (current.tier === tier) return { unchanged: current };
  const loses = losesTerm(current, tier);
  if (loses && !agreed) return { loses: current };
  await setEntitlement(manager, memberId, { tier, until: null });
  await saveSetAccess(manager, [memberId]);
  const lost = loses ? { until: { from: current.until?.toISOString() ?? null, to: null } } : {};
  logChange(manager, staff, {
    action: "switched",
    resource: "manage-users",
    recordId: memberId,
    recordTitle: current.name,
    recordVersion: current.version + 1,
    detail: {
      fields: loses ? ["subscription", "subscriptionExpiresAt"] : ["subscription"],
      from: current.tier,
      to: tier,
      ...lost,
    },
  });
  return { switched: { ...current, tier, until: null, version: current.version + 1 } };
}
