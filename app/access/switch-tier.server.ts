import { em } from "db/orm.server";
import { logChange } from "~/admin-kit/change-log.server";
import type { StaffViewer, Tier } from "~/auth/viewer.server";
import { effectiveEntitlementOf, type MemberEntitlement } from "./effective-entitlement.server";
import { keepSetAccess } from "./periods.server";
import { setEntitlement } from "./stored-entitlement.server";
import { losesTerm } from "./term.rules";

export type TierSwitch =
  | { switched: MemberEntitlement }
  | { unchanged: MemberEntitlement }
  | { conflict: MemberEntitlement }
  /** Nothing was done: staff have not agreed to what would be lost. */
  | { loses: MemberEntitlement };

type Terms = {
  /** The one that staff had in front of them: a payment may have come in since. */
  version?: number;
  /** Whether a term may be lost; without it such a switch is not made. */
  agreed: boolean;
};

/**
 * Puts a member on a tier, without an end date; the old one is dropped. decisions.md, "Money".
 * Choosing the tier that runs already is no switch: it must not turn a term into a membership without an end.
 * @returns undefined when there is no such member
 */
export function switchTier(
  staff: StaffViewer,
  memberId: string,
  tier: Tier,
  { version, agreed }: Terms,
): Promise<TierSwitch | undefined> {
  return em().transactional(async (manager) => {
    const current = await effectiveEntitlementOf(memberId, manager);
    if (!current) return undefined;
    if (version !== undefined && version !== current.version) return { conflict: current };
    if (current.tier === tier) return { unchanged: current };
    const loses = losesTerm(current, tier);
    if (loses && !agreed) return { loses: current };
    await setEntitlement(manager, memberId, { tier, until: null });
    await keepSetAccess(manager, [memberId]);
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
  });
}
