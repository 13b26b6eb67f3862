import { ACCESS_CAUSES, type AccessCause, AccessPeriod } from "db/entities/access-period";
import { TIERS, type Tier } from "db/entities/member";
import { columnAs, columnsAs } from "db/entity-columns.server";
import type { EntityManager } from "db/orm.server";
import { array, int, literal, type RowOf, text, timestamp, uuid } from "db/sql";
import { command, statement } from "db/statement.server";
import { type Entitlement, type GotAccess, isActive, layOut, withoutPeriod } from "./entitlement.rules";
import { setEntitlement, storedEntitlementOf } from "./stored-entitlement.server";

/** What was got: days of a tier, or of whichever runs (a reward). */
export type NewPeriod = {
  cause: Exclude<AccessCause, "staff" | "carried">;
  /** The payment, the gift, the trial or the referral. */
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

const asGot = ({ id, since, tier, days, until }: Listed): GotAccess =>
  days === null
    ? { id, since, sets: { tier: tier ?? "Basic", until } }
    : { id, since, adds: { tier: tier ?? undefined, days } };

const counting = (list: readonly Listed[]) =>
  list.filter(({ takenBackAt }) => takenBackAt === null).map(asGot);

const ADD = command("periods.add")`
  insert into access_periods (member_id, cause, cause_id, since, tier, days)
  values (${uuid("memberId")}, ${literal(ACCESS_CAUSES)("cause")}, ${uuid("causeId")}, ${timestamp("since")},
          ${literal(TIERS).orNull("tier")}, ${int("days")})`;

const CARRY = command("periods.carry")`
  insert into access_periods (member_id, cause, tier, until)
  values (${uuid("memberId")}, 'carried', ${literal(TIERS)("tier")}, ${timestamp.orNull("until")})`;

/**
 * Gives a member days, and writes what they hold from now on. To be called in the transaction of what gives them.
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
  if (!isWhatIsHeld(list, held)) await CARRY.run({ memberId, tier: held.tier, until: held.until }, manager);
  await ADD.run({ memberId, since: held.now, ...period }, manager);
  return writeWhatIsHeld(manager, memberId);
}

/** Two ends that differ by less are one: older ones were rounded. Milliseconds. */
const SAME_END_MS = 1_000;

/** An end in the past is as good as none. */
function isWhatIsHeld(list: readonly Listed[], { tier, until, now }: Entitlement & { now: Date }): boolean {
  const { entitlement } = layOut(counting(list));
  const isOver = (end: Date | null) => end !== null && end <= now;
  if (tier === "Basic" || isOver(until)) return entitlement.tier === "Basic" || isOver(entitlement.until);
  if (entitlement.tier !== tier) return false;
  if (entitlement.until === null || until === null) return entitlement.until === until;
  return Math.abs(Number(entitlement.until) - Number(until)) < SAME_END_MS;
}

/** Whether what was carried over behind an entry stands for it, too. */
const isCarried = (list: readonly Listed[], ids: ReadonlySet<string>): boolean => {
  const [last] = list.filter(({ days, takenBackAt }) => days === null && takenBackAt === null).slice(-1);
  return last?.cause === "carried" && list.some(({ id }, nth) => ids.has(id) && nth < list.indexOf(last));
};

/** What an entry came to be. */
const periodOf = ({ accessTier, accessFrom, accessUntil }: Listed) =>
  accessTier && accessFrom && accessUntil
    ? { tier: accessTier, from: accessFrom, until: accessUntil }
    : undefined;

/** Works the list out and writes it: what the member holds, and what each of what they got came to be. */
async function writeWhatIsHeld(manager: EntityManager, memberId: string): Promise<Entitlement> {
  const list = await LIST.all({ memberId }, manager);
  const { entitlement, periods } = layOut(counting(list));
  const held = await storedEntitlementOf(memberId, manager);
  await setEntitlement(manager, memberId, held ? endedNow(entitlement, held) : entitlement);
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

/** Access that was held until this moment ends in it, not earlier, and is told by its tier. */
const endedNow = (entitlement: Entitlement, held: Entitlement & { now: Date }): Entitlement =>
  isActive(held, held.now) && !isActive(entitlement, held.now)
    ? { tier: held.tier, until: held.now }
    : entitlement;

/**
 * What is past stays as it was: a period that has begun began when it did, one that is over ended when it did, and none is moved to before
 * this moment. So what was counted of days that are past still holds, but of a period that goes on after it was over.
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
 * Takes back what a payment, a gift or a referral gave, whoever got it: their access is what it would be without it. Their rows are
 * locked by the caller.
 */
export async function takeBackPeriods(manager: EntityManager, causeId: string): Promise<void> {
  const taken = await TAKE_BACK.all({ causeId }, manager);
  const ids = new Set(taken.map(({ id }) => id));
  for (const memberId of new Set(taken.map((one) => one.memberId))) {
    const held = await storedEntitlementOf(memberId, manager);
    if (!held) continue;
    const list = await LIST.all({ memberId }, manager);
    const before = list.map((one) => (ids.has(one.id) ? { ...one, takenBackAt: null } : one));
    // Where older rules, or somebody's hands, had made something else of it, that goes on without what is left of the period.
    if (!isWhatIsHeld(before, held) || isCarried(before, ids)) {
      const gone = before.filter(({ id }) => ids.has(id)).flatMap((one) => periodOf(one) ?? []);
      const { tier, until } = gone.reduce<Entitlement>(
        (rest, period) => withoutPeriod(rest, period, held.now),
        held,
      );
      await CARRY.run({ memberId, tier, until }, manager);
    }
    await writeWhatIsHeld(manager, memberId);
  }
}

/**
 * Gives back what had been taken back, where the money came back: the access is what it would be if it had never gone. Where that is not
 * known, the days that were left are given anew. Their rows are locked by the caller.
 */
export async function giveBackPeriods(manager: EntityManager, causeId: string): Promise<void> {
  for (const { id, memberId } of await TAKEN_BACK.all({ causeId }, manager)) {
    const held = await storedEntitlementOf(memberId, manager);
    if (!held) continue;
    const list = await LIST.all({ memberId }, manager);
    const gone = list.find((one) => one.id === id);
    if (isWhatIsHeld(list, held) && !isCarried(list, new Set([id]))) await GIVE_BACK.run({ id }, manager);
    else if (gone) await giveAnew(manager, memberId, held, gone);
    await writeWhatIsHeld(manager, memberId);
  }
}

const DAY_MS = 86_400_000;

async function giveAnew(
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

/** Brings into a member's list what an older release gave beside it while this one was coming up. */
export const fillPeriods = (manager: EntityManager, memberId: string): Promise<void> =>
  FILL.run({ memberId }, manager);

const KEEP = command("periods.keep")`
  insert into access_periods (member_id, cause, cause_id, tier, until)
  select m.id, 'staff', ${uuid.orNull("causeId")}::uuid, m.subscription, m.subscription_expires_at from members m where m.id = any(${array(uuid)("memberIds")}::uuid[])`;

/**
 * Keeps in the lists of members what staff have just set them to; whatever came before counts no more.
 * @param causeId the payment whose access it gives back, or the import that gives it: it goes with either
 */
export const keepSetAccess = async (
  manager: EntityManager,
  memberIds: readonly string[],
  causeId?: string,
): Promise<void> => {
  if (memberIds.length > 0) await KEEP.run({ memberIds: [...memberIds], causeId: causeId ?? null }, manager);
};

const TAKE_BACK_SET = command("periods.take-back-set")`
  update access_periods set taken_back_at = now()
   where cause_id = ${uuid("causeId")} and member_id = ${uuid("memberId")} and days is null and taken_back_at is null`;

/** Takes back what a member was set to, which nothing has changed since: they hold again what they held before. Their row is locked by the caller. */
export async function takeBackSet(
  manager: EntityManager,
  { causeId, memberId, before }: { causeId: string; memberId: string; before: Entitlement },
): Promise<void> {
  await TAKE_BACK_SET.run({ causeId, memberId }, manager);
  const held = await storedEntitlementOf(memberId, manager);
  const list = await LIST.all({ memberId }, manager);
  if (held && !isWhatIsHeld(list, { ...before, now: held.now }))
    await CARRY.run({ memberId, ...before }, manager);
  await setEntitlement(manager, memberId, before);
}

const FORGET = command("periods.forget")`delete from access_periods where member_id = ${uuid("memberId")}`;

/** Forgets the list of a member whose account is deleted. */
export const forgetPeriods = (manager: EntityManager, memberId: string): Promise<void> =>
  FORGET.run({ memberId }, manager);
