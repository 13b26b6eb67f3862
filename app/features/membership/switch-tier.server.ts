import { em } from "db/orm.server";
import { rows } from "db/rows.server";
import type { StaffViewer, Tier } from "~/http/viewer.server";
import { recordChange } from "~/resource/changes.server";

/** A member's tier as it counts now, and its end. */
type Standing = { name: string; tier: Tier; until: Date | null; version: number };

export type Switched = { switched: Standing } | { unchanged: Standing } | { conflict: Standing };

/**
 * Puts a member on a tier, without an end date; the old one is dropped. decisions.md, "Money".
 * Choosing the tier that runs already is no switch: it must not turn a term into a membership without an end.
 * @param version the one that staff had in front of them: a payment may have come in since
 * @returns undefined when there is no such member
 */
export function switchTier(
  staff: StaffViewer,
  memberId: string,
  tier: Tier,
  version?: number,
): Promise<Switched | undefined> {
  return em().transactional(async (manager) => {
    const [held] = await rows<Standing>(
      `select firstname || ' ' || lastname as name, version, subscription_expires_at as until,
              case when subscription_expires_at <= now() then 'Basic' else subscription end as tier
         from members where id = ? for update`,
      [memberId],
      manager,
    );
    if (!held) return undefined;
    if (version !== undefined && version !== held.version) return { conflict: held };
    if (held.tier === tier) return { unchanged: held };
    await rows(
      `update members set subscription = ?, subscription_expires_at = null, version = version + 1 where id = ?`,
      [tier, memberId],
      manager,
    );
    recordChange(manager, staff, {
      ...{ action: "switched", resource: "manage-users", recordId: memberId, recordTitle: held.name },
      detail: { fields: ["subscription"], from: held.tier, to: tier },
    });
    return { switched: { ...held, tier, until: null, version: held.version + 1 } };
  });
}
