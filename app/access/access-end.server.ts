import { TIERS } from "db/entities/member";
import type { EntityManager } from "db/orm.server";
import { array, day, literal, text, timestamp, uuid } from "db/sql";
import { command, statement } from "db/statement.server";
import type { Tier } from "~/auth/viewer.server";
import { config } from "~/platform/config.server";
import { AppError, invalidFields } from "~/web/app-error.server";
import { saveSetAccess } from "./periods.server";

/** A member's last day of access (yyyy-mm-dd, site time zone); null: no end date, or Basic. */
export type AccessDay = string | null;

const zone = text("zone", "UTC");

/** A member's stored tier, last day and the current day, in the site's time zone. Selects from `members`. */
export const ACCESS_DAY = {
  tier: literal(TIERS).from`subscription`,
  day: text.orNull.from`(subscription_expires_at at time zone ${zone})::date::text`,
  today: text.from`(now() at time zone ${zone})::date::text`,
};

/** The access end before and after a change, for the change log. ISO timestamps. */
export type AccessEndChange = { from: string | null; to: string | null };

const PAST = "The last day of access must be today or later. To end access now, switch to Basic";

// The last millisecond of the day, so that every screen shows that day as the end.
const SET_END = statement("access-end.set", { from: timestamp.orNull, to: timestamp.orNull })`
  update members m
     set subscription_expires_at = (${day.orNull("day")}::date + 1)::timestamp at time zone ${zone} - interval '1 millisecond'
    from (select id, subscription_expires_at from members where id = ${uuid("memberId")}) as b
   where m.id = b.id returning b.subscription_expires_at as from, m.subscription_expires_at as to`;

const ENDLESS = "Only Premium and Private access can have an end date";

/**
 * Why a last day of access is not allowed; undefined when it is.
 * @param term the member's tier, and the current day in the site's time zone
 */
export function accessDayProblem(
  { tier, today }: { tier: Tier; today: string },
  lastDay: AccessDay,
): string | undefined {
  if (tier === "Basic") return lastDay === null ? undefined : ENDLESS;
  return lastDay !== null && lastDay < today ? PAST : undefined;
}

/**
 * Sets the last day of a member's access; that day is included in full. An unchanged day writes nothing, so
 * the minute that a payment set is kept. The caller locks the row and increments its version.
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
  const problem = accessDayProblem(before, lastDay);
  if (problem === ENDLESS) throw new AppError(422, ENDLESS);
  if (problem) throw invalidFields({ accessUntil: problem });
  const changed = await SET_END.first({ day: lastDay, zone: config().siteTz, memberId }, manager);
  await saveSetAccess(manager, [memberId]);
  return { from: changed?.from?.toISOString() ?? null, to: changed?.to?.toISOString() ?? null };
}

const GRANT = statement("access-end.grant", { id: uuid, from: timestamp.orNull, to: timestamp.orNull })`
  update members m
     set subscription = given.tier, subscription_expires_at = (given.day + 1)::timestamp at time zone ${zone} - interval '1 millisecond'
    from (select g.*, b.subscription_expires_at as before
            from unnest(${array(uuid)("ids")}::uuid[], ${array(text)("tiers", ["Premium"])}::text[],
                        ${array(day.orNull)("days")}::date[]) as g (id, tier, day)
            join members b on b.id = g.id) as given
   where m.id = given.id returning m.id, given.before as from, m.subscription_expires_at as to`;

/** A tier with its last day, for one member of a bulk update. */
export type Grant = { memberId: string; tier: Tier; lastDay: AccessDay };

/**
 * Grants a tier and last day to many members at once. The caller has checked `accessDayProblem`, locks the
 * members and increments their versions.
 * @returns how each member's end changed, by id
 */
export async function grantTerms(
  manager: EntityManager,
  grants: readonly Grant[],
): Promise<Map<string, AccessEndChange>> {
  if (grants.length === 0) return new Map();
  const given = {
    ids: grants.map(({ memberId }) => memberId),
    tiers: grants.map(({ tier }) => tier),
    days: grants.map(({ lastDay }) => lastDay),
  };
  const written = await GRANT.all({ ...given, zone: config().siteTz }, manager);
  await saveSetAccess(manager, given.ids);
  const iso = (at: Date | null) => at?.toISOString() ?? null;
  return new Map(written.map(({ id, from, to }) => [id, { from: iso(from), to: iso(to) }]));
}

const GRANT_UNTIL = command("access-end.grant-until")`
  update members m set subscription = given.tier, subscription_expires_at = given.until
    from unnest(${array(uuid)("ids")}::uuid[], ${array(text)("tiers", ["Premium"])}::text[],
                ${array(timestamp.orNull)("ends")}::timestamptz[]) as given (id, tier, until)
   where m.id = given.id`;

/**
 * Like `grantTerms`, with ends to the millisecond, in the past or future. The caller locks the members and
 * increments their versions.
 * @param causeId the import that grants them; `takeBackSetAccess` uses it to undo the import
 */
export async function grantUntil(
  manager: EntityManager,
  grants: readonly { memberId: string; tier: Tier; until: Date | null }[],
  causeId?: string,
): Promise<void> {
  if (grants.length === 0) return;
  const given = {
    ids: grants.map(({ memberId }) => memberId),
    tiers: grants.map(({ tier }) => tier),
    ends: grants.map(({ until }) => until),
  };
  await GRANT_UNTIL.run(given, manager);
  await saveSetAccess(manager, given.ids, causeId);
}
