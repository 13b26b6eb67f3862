import { TIERS } from "db/entities/member";
import type { EntityManager } from "db/orm.server";
import { day, literal, text, timestamp, uuid } from "db/sql";
import { statement } from "db/statement.server";
import type { Tier } from "~/features/auth/viewer.server";
import { config } from "~/platform/config.server";
import { AppError } from "~/web/app-error.server";
import { FIX_THE_FORM } from "~/web/validator";

/** A member's last day of access at the site (yyyy-mm-dd); null: no end, or Basic. */
export type AccessDay = string | null;

const zone = text("zone", "UTC");

/** A member's stored tier and last day, and today, in the days of the site's zone. Of `members`. */
export const ACCESS_DAY = {
  tier: literal(TIERS).from`subscription`,
  day: text.orNull.from`(subscription_expires_at at time zone ${zone})::date::text`,
  today: text.from`(now() at time zone ${zone})::date::text`,
};

/** Its end, for the change log. ISO texts. */
export type AccessEndChange = { from: string | null; to: string | null };

const PAST = "Access until must be today or later. To end access now, switch to Basic";

// Last millisecond of the day: it reads as that day wherever an end is shown.
const SET_END = statement("access-end.set", { from: timestamp.orNull, to: timestamp.orNull })`
  update members m
     set subscription_expires_at = (${day.orNull("day")}::date + 1)::timestamp at time zone ${zone} - interval '1 millisecond'
    from (select id, subscription_expires_at from members where id = ${uuid("memberId")}) as b
   where m.id = b.id returning b.subscription_expires_at as from, m.subscription_expires_at as to`;

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
  lastDay: AccessDay,
): Promise<AccessEndChange | undefined> {
  if (lastDay === before.day || (before.tier === "Basic" && lastDay === null)) return undefined;
  if (before.tier === "Basic") throw new AppError(422, "Only Premium and Private have an end");
  if (lastDay !== null && lastDay < before.today) {
    throw new AppError(422, FIX_THE_FORM, { fieldErrors: { accessUntil: PAST } });
  }
  const changed = await SET_END.first({ day: lastDay, zone: config().siteTz, memberId }, manager);
  return { from: changed?.from?.toISOString() ?? null, to: changed?.to?.toISOString() ?? null };
}
