import { isOverSql } from "db/effective-tier";
import { Member } from "db/entities/member";
import { columnAs } from "db/entity-columns.server";
import type { EntityManager } from "db/orm.server";
import { bool, raw, timestamp, uuid } from "db/sql";
import { command, statement } from "db/statement.server";
import { HELD_BY_TRIAL } from "~/access/trials/trials.queries.server";
import type { Tier } from "~/auth/viewer.server";
import { ACCESS_TIER } from "~/features/billing/payments/payments.queries.server";

export type Membership = {
  tier: Tier;
  /** Null for an open end and for Basic. */
  until: Date | null;
  /** The tier comes from the member's free trial, which may be over. */
  isTrial: boolean;
  /** When the running term began, if a payment, gift or trial records it. */
  since: Date | null;
  now: Date;
  /** Whether they get an email before it ends. */
  remindByMail: boolean;
  /** The tier and end of an expired membership. */
  lapsed: { tier: Tier; until: Date } | null;
};

const HELD = {
  tier: columnAs("m", Member, "subscription"),
  until: columnAs("m", Member, "subscriptionExpiresAt"),
  now: timestamp.from`now()`,
  remindByMail: columnAs("m", Member, "remindByMail"),
  over: bool.from`coalesce(${raw(isOverSql("m"))}, false)`,
  since: timestamp.orNull.from`greatest(
    (select max(p.access_from) from payments p
      where p.member_id = m.id and p.status = 'COMPLETED' and p.refunded_at is null
        and p.access_from <= now() and ${ACCESS_TIER} = m.subscription),
    (select max(g.access_from) from gifts g
      where g.claimed_by_id = m.id and g.taken_back_at is null and g.access_from <= now() and g.tier = m.subscription),
    t.access_from)`,
  isTrial: bool.from`t.id is not null`,
};
const MEMBERSHIP = statement(
  "members.membership",
  HELD,
)`select ${HELD} from members m ${HELD_BY_TRIAL} where m.id = ${uuid("memberId")}`;

/** A member's membership, by the database's clock. */
export async function loadMembership(memberId: string): Promise<Membership | undefined> {
  const found = await MEMBERSHIP.first({ memberId });
  if (!found) return undefined;
  const { tier, until, since, over, ...known } = found;
  if (over && until) return { ...known, tier: "Basic", until: null, since: null, lapsed: { tier, until } };
  return { ...known, tier, until: tier === "Basic" ? null : until, since, lapsed: null };
}

const REMIND = command("membership.remind")`
  update members set remind_by_mail = ${bool("reminds")}, version = version + 1
   where id = ${uuid("memberId")} and remind_by_mail <> ${bool("reminds")}`;

/** Switches reminders on or off. */
export const setReminders = (memberId: string, reminds: boolean, manager: EntityManager): Promise<void> =>
  REMIND.run({ memberId, reminds }, manager);
