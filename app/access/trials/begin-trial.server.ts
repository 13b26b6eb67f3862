import { randomUUID } from "node:crypto";
import { TIERS } from "db/entities/member";
import { Package } from "db/entities/package";
import { columns } from "db/entity-columns.server";
import { type EntityManager, em } from "db/orm.server";
import { bool, int, literal, text, timestamp, uuid } from "db/sql";
import { command, statement } from "db/statement.server";
import { AppError } from "~/web/app-error.server";
import { isUuid } from "~/web/uuid";
import { addDays, type Entitlement, isActive } from "../entitlement.rules";
import { givePeriod } from "../periods.server";
import { storedEntitlementOf } from "../stored-entitlement.server";
import { initialReminderStep, TRIAL_TEXTS, type TrialRefusal, trialRefusal } from "./trial.rules";
import { trialAddressHash } from "./trial-address.server";
import { type MemberTrial, trialFactsOf, trialOf } from "./trials.queries.server";

const OFFER = {
  ...columns(Package, "name", "tier"),
  days: int.present.from`trial_days`,
};
const OFFERED = statement("trials.offered", OFFER)`
  select ${OFFER} from packages
   where id = ${uuid("packageId")} and archived_at is null and price > 0 and trial_days is not null`;

const ADD = command("trials.add")`
  insert into trials (id, member_id, plan_name, tier, days, access_from, access_until)
  values (${uuid("id")}, ${uuid("memberId")}, ${text("packageName")}, ${literal(TIERS)("tier")}, ${int("days")},
          ${timestamp("accessFrom")}, ${timestamp("accessUntil")})`;

const KEEP_ADDRESS = statement("trials.keep-address", { hash: text })`
  insert into trial_addresses (address_hash) values (${text("hash")}) on conflict do nothing
  returning address_hash as hash`;

/** Inserts in a fixed order, so that two members with the same browsers do not deadlock. */
const KEEP_DEVICES = statement("trials.keep-devices", { tried: bool })`
  with own as (select device_hash from known_devices where member_id = ${uuid("memberId")} and is_browser),
       kept as (insert into trial_devices (device_hash) select device_hash from own order by device_hash
                on conflict do nothing returning device_hash)
  select (select count(*) from kept) < (select count(*) from own) as tried`;

const MARK_TOLD = command("trials.mark-initialStep")`
  update members set reminded_end = subscription_expires_at, reminded_days = ${int("initialStep")}
   where id = ${uuid("memberId")}`;

/**
 * Starts a member's free trial: no order, no payment and no referral reward. The member's row is locked
 * first, like for every change of access. Of several simultaneous requests one starts the trial; the others
 * return it.
 * @param promised the days that the page offered
 * @param networkTried whether the member's network has used up its recent trials
 * @returns the trial, and whether this request started it
 * @throws AppError 404 when the plan offers no trial, 409 or 429 with the reason when the member cannot have
 * one now
 */
export function startTrialOnce(
  memberId: string,
  packageId: string | undefined,
  promised: number | undefined,
  networkTried: boolean,
): Promise<{ trial: MemberTrial; isNew: boolean }> {
  return em().transactional(async (manager) => {
    const held = await storedEntitlementOf(memberId, manager);
    const facts = await trialFactsOf(memberId, manager);
    if (!held || !facts) throw trialError("leaving");
    const offer = isUuid(packageId) ? await OFFERED.first({ packageId }, manager) : undefined;
    const begun = await trialOf(memberId, manager);
    if (begun && begun.packageName === offer?.name && isOnlyAccess(begun, held))
      return { trial: begun, isNew: false };
    const refusal = trialRefusal(facts);
    if (refusal) throw trialError(refusal);
    if (!offer) throw trialError("not offered");
    if (offer.days !== promised) throw trialError("changed");
    if (networkTried) throw trialError("network tried");
    await saveTrialMark(manager, memberId, facts.mailbox);
    return { trial: await grantTrial(manager, { memberId, now: held.now }, offer), isNew: true };
  });
}

/** The trial is active and is all the access the member has. */
const isOnlyAccess = ({ tier, accessUntil }: MemberTrial, held: Entitlement & { now: Date }): boolean =>
  isActive(held, held.now) && held.tier === tier && held.until?.getTime() === accessUntil.getTime();

const STATUSES: Partial<Record<TrialRefusal, 404 | 429>> = { "not offered": 404, "network tried": 429 };

const trialError = (refusal: TrialRefusal) => new AppError(STATUSES[refusal] ?? 409, TRIAL_TEXTS[refusal]);

/**
 * Stores the mailbox and browsers of the trial. Two accounts with the same mailbox are serialised here: the
 * second one finds the mailbox taken.
 * @throws AppError 409
 */
async function saveTrialMark(manager: EntityManager, memberId: string, mailbox: string): Promise<void> {
  if (!(await KEEP_ADDRESS.first({ hash: trialAddressHash(mailbox) }, manager)))
    throw trialError("had a trial");
  if ((await KEEP_DEVICES.first({ memberId }, manager))?.tried) throw trialError("browser tried");
}

async function grantTrial(
  manager: EntityManager,
  { memberId, now }: { memberId: string; now: Date },
  { name: packageName, tier, days }: Pick<MemberTrial, "tier" | "days"> & { name: string },
): Promise<MemberTrial> {
  const trial = { packageName, tier, days, accessFrom: now, accessUntil: addDays(now, days) };
  const id = randomUUID();
  await ADD.run({ id, memberId, ...trial }, manager);
  await givePeriod(manager, memberId, { cause: "trial", causeId: id, tier, days });
  const initialStep = initialReminderStep(days);
  if (initialStep !== undefined) await MARK_TOLD.run({ memberId, initialStep }, manager);
  return trial;
}
