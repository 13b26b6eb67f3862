import type { EntityManager } from "db/orm.server";
import { query } from "db/query.server";
import type { Tier } from "~/features/auth/viewer.server";
import { config } from "~/platform/config.server";
import { AppError } from "~/web/errors.server";
import { FIX_THE_FORM } from "~/web/validator";

/** A member's last day of access at the site (yyyy-mm-dd); null: no end, or Basic. */
export type AccessDay = string | null;

/** The columns of a member's stored tier and last day, and of today; takes the zone twice. */
export const ACCESS_DAY_COLUMNS = `subscription as tier, (subscription_expires_at at time zone ?)::date::text as day,
  (now() at time zone ?)::date::text as today`;

/** Its end, for the change log. ISO texts. */
export type AccessEndChange = { from: string | null; to: string | null };

const PAST = "Access until must be today or later. To end access now, switch to Basic";

/**
 * Sets the last day of a member's access; the whole of that day is included. A day that is the last one already
 * changes nothing, so the minute a payment set stays. The row is locked by the caller, who counts its version up.
 * @returns undefined when nothing changes
 * @throws AppError 422
 */
export async function setAccessDay(
  manager: EntityManager,
  memberId: string,
  before: { tier: Tier; day: AccessDay; today: string },
  day: AccessDay,
): Promise<AccessEndChange | undefined> {
  if (day === before.day || (before.tier === "Basic" && day === null)) return undefined;
  if (before.tier === "Basic") throw new AppError(422, "Only Premium and Private have an end");
  if (day !== null && day < before.today) {
    throw new AppError(422, FIX_THE_FORM, { fieldErrors: { accessUntil: PAST } });
  }
  const [changed] = await query<{ from: Date | null; to: Date | null }>(
    // Last millisecond of the day: it reads as that day wherever an end is shown.
    `update members m
        set subscription_expires_at = (?::date + 1)::timestamp at time zone ? - interval '1 millisecond'
       from (select id, subscription_expires_at from members where id = ?) as b
      where m.id = b.id returning b.subscription_expires_at as from, m.subscription_expires_at as to`,
    [day, config().siteTz, memberId],
    manager,
  );
  return { from: changed?.from?.toISOString() ?? null, to: changed?.to?.toISOString() ?? null };
}
