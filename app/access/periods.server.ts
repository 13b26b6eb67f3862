import { ACCESS_CAUSES, type AccessCause, AccessPeriod } from "db/entities/access-period";
import { TIERS, type Tier } from "db/entities/member";
import { columnAs, columnsAs } from "db/entity-columns.server";
import type { EntityManager } from "db/orm.server";
import { array, int, literal, type RowOf, text, timestamp, uuid } from "db/sql";
import { command, statement } from "db/statement.server";
import {
  type AccessGrant,
  type Entitlement,
  isActive,
  replayGrants,
  withoutPeriod,
} from "./entitlement.rules";
import { setEntitlement, storedEntitlementOf } from "./stored-entitlement.server";

/** Days of a tier; without a tier they extend the active one (a reward). */
export type NewPeriod = {
  cause: Exclude<AccessCause, "staff" | "carried">;
  /** The id of the payment, gift, trial or referral. */
  causeId: string;
  tier: Tier | null;
  days: number;
};

const LISTED = {
  ...columnsAs("a", AccessPeriod, "id", "cause", "causeId", "since", "tier", "days", "until", "takenBackAt"),
  ...columnsAs("a", AccessPeriod, "accessTier", "accessFrom", "accessUntil"),
};
const LIST = statement("periods.list", LISTED)`
  select ${LISTED} from access_periods a where a.member_id = ${uuid("memberId")} order by a.serial_number`;

type Listed = RowOf<typeof LISTED>;

const toGrant = ({ id, since, tier, days, until }: Listed): AccessGrant =>
  days === null
    ? { id, since, sets: { tier: tier ?? "Basic", until } }
    : { id, since, adds: { tier: tier ?? undefined, days } };

const activeGrants = (list: readonly Listed[]) =>
  list.filter(({ takenBackAt }) => takenBackAt === null).map(toGrant);

const ADD = command("periods.add")`
  insert into access_periods (member_id, cause, cause_id, since, tier, days)
  values (${uuid("memberId")}, ${literal(ACCESS_CAUSES)("cause")}, ${uuid("causeId")}, ${timestamp("since")},
          ${literal(TIERS).orNull("tier")}, ${int("days")})`;

const CARRY = command("periods.carry")`
  insert into access_periods (member_id, cause, tier, until)
  values (${uuid("memberId")}, 'carried', ${literal(TIERS)("tier")}, ${timestamp.orNull("until")})`;

/**
 * Gives a member days and writes the new entitlement. Run in the transaction of the cause.
 * @returns undefined when there is no such member
 */
export async function givePeriod(
  manager: EntityManager,
  memberId: string,
  period: NewPeriod,
): Promise<Entitlement | undefined> {
  const held = await storedEntitlementOf(memberId, manager);
  if (!held) return undefined;
  const list = await LIST.all({ memberId }, manager);
  if (!matchesStored(list, held)) await CARRY.run({ memberId, tier: held.tier, until: held.until }, manager);
  await ADD.run({ memberId, since: held.now, ...period }, manager);
  return writeEntitlement(manager, memberId);
}

/** Ends that differ by less count as equal, because older ones were rounded. Milliseconds. */
const SAME_END_MS = 1_000;

/** Whether the list adds up to the stored entitlement. An expired end counts as none. */
function matchesStored(list: readonly Listed[], { tier, until, now }: Entitlement & { now: Date }): boolean {
  const { entitlement } = replayGrants(activeGrants(list));
  const isOver = (end: Date | null) => end !== null && end <= now;
  if (tier === "Basic" || isOver(until)) return entitlement.tier === "Basic" || isOver(entitlement.until);
  if (entitlement.tier !== tier) return false;
  if (entitlement.until === null || until === null) return entitlement.until === until;
  return Math.abs(Number(entitlement.until) - Number(until)) < SAME_END_MS;
}

/** Whether a later carried-over entry already includes one of these entries. */
const isInCarriedEntry = (list: readonly Listed[], ids: ReadonlySet<string>): boolean => {
  const [last] = list.filter(({ days, takenBackAt }) => days === null && takenBackAt === null).slice(-1);
  return last?.cause === "carried" && list.some(({ id }, nth) => ids.has(id) && nth < list.indexOf(last));
};

/** The period that an entry became. */
const periodOf = ({ accessTier, accessFrom, accessUntil }: Listed) =>
  accessTier && accessFrom && accessUntil
    ? { tier: accessTier, from: accessFrom, until: accessUntil }
    : undefined;

/** Computes the list and writes the member's entitlement and the period of each entry. */
async function writeEntitlement(manager: EntityManager, memberId: string): Promise<Entitlement> {
  const list = await LIST.all({ memberId }, manager);
  const { entitlement, periods } = replayGrants(activeGrants(list));
  const held = await storedEntitlementOf(memberId, manager);
  await setEntitlement(manager, memberId, held ? endedAtNow(entitlement, held) : entitlement);
  const laid = [...periods].map(([id, period]) => ({ id, ...period }));
  await LAY.run(
    {
      ids: laid.map(({ id }) => id),
      tiers: laid.map(({ tier }) => tier),
      from: laid.map(({ from }) => from),
      until: laid.map(({ until }) => until),
    },
    manager,
  );
  return entitlement;
}

/** Access that was active until now ends at this moment, not earlier, and keeps its tier. */
const endedAtNow = (entitlement: Entitlement, held: Entitlement & { now: Date }): Entitlement =>
  isActive(held, held.now) && !isActive(entitlement, held.now)
    ? { tier: held.tier, until: held.now }
    : entitlement;

/**
 * The past is final: a started period keeps its start, an ended period keeps its end, and no period moves to
 * before now. Statistics of past days therefore stay valid.
 */
const LAY = command("periods.lay")`
  update access_periods a set access_tier = laid.tier, access_from = laid.starts, access_until = laid.ends
    from (select own.id, given.tier,
                 case when own.access_from is null then given.starts when own.access_from <= now() then own.access_from
                      else greatest(given.starts, now()) end as starts,
                 case when own.access_until is null or given.ends > now() then given.ends
                      else least(own.access_until, now()) end as ends
            from unnest(${array(uuid)("ids")}::uuid[], ${array(text)("tiers", ["Premium"])}::text[],
                        ${array(timestamp)("from")}::timestamptz[], ${array(timestamp)("until")}::timestamptz[])
                   as given (id, tier, starts, ends)
            join access_periods own on own.id = given.id) as laid
   where a.id = laid.id
     and (a.access_tier, a.access_from, a.access_until) is distinct from (laid.tier, laid.starts, laid.ends)`;

const OF_CAUSE = { id: uuid, memberId: columnAs("a", AccessPeriod, "member") };
const TAKE_BACK = statement("periods.take-back", OF_CAUSE)`
  update access_periods a set taken_back_at = now()
   where a.cause_id = ${uuid("causeId")} and a.taken_back_at is null returning a.id, a.member_id as "memberId"`;
const TAKEN_BACK = statement("periods.taken-back", OF_CAUSE)`
  select a.id, a.member_id as "memberId" from access_periods a
   where a.cause_id = ${uuid("causeId")} and a.taken_back_at is not null and a.days is not null`;
const GIVE_BACK = command("periods.give-back")`
  update access_periods set taken_back_at = null where id = ${uuid("id")}`;

/**
 * Takes back what a payment, gift or referral granted, for all its recipients. Their access becomes what it
 * would be without it. The caller locks their rows.
 */
export async function takeBackPeriods(manager: EntityManager, causeId: string): Promise<void> {
  const taken = await TAKE_BACK.all({ causeId }, manager);
  const ids = new Set(taken.map(({ id }) => id));
  for (const memberId of new Set(taken.map((one) => one.memberId))) {
    const held = await storedEntitlementOf(memberId, manager);
    if (!held) continue;
    const list = await LIST.all({ memberId }, manager);
    const before = list.map((one) => (ids.has(one.id) ? { ...one, takenBackAt: null } : one));
    // If the stored entitlement differs from the list (older rules, manual changes), subtract the period's
    // remaining days from it.
    if (!matchesStored(before, held) || isInCarriedEntry(before, ids)) {
      const gone = before.filter(({ id }) => ids.has(id)).flatMap((one) => periodOf(one) ?? []);
      const { tier, until } = gone.reduce<Entitlement>(
        (rest, period) => withoutPeriod(rest, period, held.now),
        held,
      );
      await CARRY.run({ memberId, tier, until }, manager);
    }
    await writeEntitlement(manager, memberId);
  }
}

/**
 * Restores what was taken back, after the money arrived again. The access becomes what it would be if nothing
 * had been taken back. If that is unknown, the remaining days are granted again. The caller locks the rows.
 */
export async function restorePeriods(manager: EntityManager, causeId: string): Promise<void> {
  for (const { id, memberId } of await TAKEN_BACK.all({ causeId }, manager)) {
    const held = await storedEntitlementOf(memberId, manager);
    if (!held) continue;
    const list = await LIST.all({ memberId }, manager);
    const gone = list.find((one) => one.id === id);
    if (matchesStored(list, held) && !isInCarriedEntry(list, new Set([id])))
      await GIVE_BACK.run({ id }, manager);
    else if (gone) await grantRemainingDays(manager, memberId, held, gone);
    await writeEntitlement(manager, memberId);
  }
}

const DAY_MS = 86_400_000;

async function grantRemainingDays(
  manager: EntityManager,
  memberId: string,
  { tier, until, now }: Entitlement & { now: Date },
  gone: Listed,
): Promise<void> {
  const period = periodOf(gone);
  if (!period || !gone.takenBackAt || gone.cause === "staff" || gone.cause === "carried") return;
  const left = Number(period.until) - Math.max(Number(period.from), Number(gone.takenBackAt));
  await CARRY.run({ memberId, tier, until }, manager);
  const again = { cause: gone.cause, causeId: gone.causeId ?? gone.id, tier: gone.tier };
  await ADD.run({ memberId, since: now, ...again, days: Math.max(0, Math.ceil(left / DAY_MS)) }, manager);
}

const FILL = command("periods.fill")`select from fill_access_periods(${uuid("memberId")})`;

/** Adds to a member's list the grants that the previous release wrote during the deployment. */
export const fillPeriods = (manager: EntityManager, memberId: string): Promise<void> =>
  FILL.run({ memberId }, manager);

const KEEP = command("periods.keep")`
  insert into access_periods (member_id, cause, cause_id, tier, until)
  select m.id, 'staff', ${uuid.orNull("causeId")}::uuid, m.subscription, m.subscription_expires_at from members m where m.id = any(${array(uuid)("memberIds")}::uuid[])`;

/**
 * Stores what staff set as a new entry of the members' lists; earlier entries no longer count.
 * @param causeId the payment or the import that sets it; reversing either removes it
 */
export const saveSetAccess = async (
  manager: EntityManager,
  memberIds: readonly string[],
  causeId?: string,
): Promise<void> => {
  if (memberIds.length > 0) await KEEP.run({ memberIds: [...memberIds], causeId: causeId ?? null }, manager);
};

const TAKE_BACK_SET = command("periods.take-back-set")`
  update access_periods set taken_back_at = now()
   where cause_id = ${uuid("causeId")} and member_id = ${uuid("memberId")} and days is null and taken_back_at is null`;

/**
 * Takes back what was set for a member and restores the entitlement before it, provided nothing has changed
 * since. The caller locks the row.
 */
export async function takeBackSetAccess(
  manager: EntityManager,
  { causeId, memberId, before }: { causeId: string; memberId: string; before: Entitlement },
): Promise<void> {
  await TAKE_BACK_SET.run({ causeId, memberId }, manager);
  const held = await storedEntitlementOf(memberId, manager);
  const list = await LIST.all({ memberId }, manager);
  if (held && !matchesStored(list, { ...before, now: held.now }))
    await CARRY.run({ memberId, ...before }, manager);
  await setEntitlement(manager, memberId, before);
}

const FORGET = command("periods.forget")`delete from access_periods where member_id = ${uuid("memberId")}`;

/** Deletes the list of a member whose account is deleted. */
export const deletePeriods = (manager: EntityManager, memberId: string): Promise<void> =>
  FORGET.run({ memberId }, manager);
