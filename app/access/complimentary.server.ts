import type { EntityManager } from "db/orm.server";
import { bool, day, text, timestamp } from "db/sql";
import { statement } from "db/statement.server";
import type { Tier } from "~/auth/viewer.server";
import { config } from "~/platform/config.server";
import { AppError, invalidFields } from "~/web/app-error.server";
import { effectiveEntitlementOf, type MemberEntitlement } from "./effective-entitlement.server";
import { saveSetAccess } from "./periods.server";
import { setEntitlement } from "./stored-entitlement.server";
import { entitlementText, losesTerm } from "./term.rules";

/** A free tier until the end of a day (yyyy-mm-dd, site time zone). */
export type Complimentary = { tier: Exclude<Tier, "Basic">; lastDay: string };

// The last millisecond of the day, like every access end that is set as a day.
const END = statement("complimentary.end", { until: timestamp.present, over: bool })`
  select e.until, e.until <= now() as over
    from (select (${day("lastDay")}::date + 1)::timestamp at time zone ${text("zone", "UTC")} - interval '1 millisecond' as until) as e`;

const PAST = "The last day must be today or later";

/**
 * Gives a member free access until a day. No payment is recorded, so nothing can be refunded.
 * @param agreed whether staff accept losing a term of another tier
 * @returns the entitlement before the change and the new end; undefined when there is no such member
 * @throws AppError 422 for a day in the past, an access that already lasts as long, or a term that would be
 * lost
 */
export async function giveAccess(
  manager: EntityManager,
  memberId: string,
  { tier, lastDay }: Complimentary,
  agreed: boolean,
): Promise<{ before: MemberEntitlement; until: Date } | undefined> {
  const before = await effectiveEntitlementOf(memberId, manager);
  if (!before) return undefined;
  const { siteTz: zone } = config();
  const end = await END.first({ lastDay, zone }, manager);
  if (!end || end.over) throw invalidFields({ lastDay: PAST });
  const { until } = end;
  if (before.tier === tier && (before.until === null || before.until >= until)) {
    const runs = before.until ? entitlementText(before, zone) : `${tier} without an end date`;
    throw invalidFields({ lastDay: `${before.name} already has ${runs}` });
  }
  const better = before.tier === "Private" && tier === "Premium";
  if ((losesTerm(before, tier) || better) && !agreed) {
    const lost = before.until ? entitlementText(before, zone) : before.tier;
    throw new AppError(422, "Nothing has been saved yet: please check the warnings", {
      fieldErrors: { tier: `${lost} would end immediately` },
      confirm: "confirmed",
    });
  }
  await setEntitlement(manager, memberId, { tier, until });
  await saveSetAccess(manager, [memberId]);
  return { before, until };
}
