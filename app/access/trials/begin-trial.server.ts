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
import { TRIAL_TEXTS, type TrialRefusal, toldAtBeginning, trialRefusal } from "./trial.rules";
import { trialAddressHash } from "./trial-address.server";
import { type BegunTrial, trialFactsOf, trialOf } from "./trials.queries.server";

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

/** In one order, so that no two members of the same browsers wait for each other. */
const KEEP_DEVICES = statement("trials.keep-devices", { tried: bool })`
  with own as (select device_hash from known_devices where member_id = ${uuid("memberId")} and is_browser),
       kept as (insert into trial_devices (device_hash) select device_hash from own order by device_hash
                on conflict do nothing returning device_hash)
  select (select count(*) from kept) < (select count(*) from own) as tried`;

const MARK_TOLD = command("trials.mark-told")`
  update members set reminded_end = subscription_expires_at, reminded_days = ${int("told")}
   where id = ${uuid("memberId")}`;

/**
 * Begins a member's trial of a package, for nothing: no order, no payment, and nothing that earns anybody a reward. The member's row is locked
 * first, as by everything that gives or ends an access, so of any number of clicks one begins it, and those after it find it begun.
 * @param promised the days that the member was told
 * @param networkTried whether as many trials as there may be were begun from their network lately
 * @returns the trial, and whether it begins with this
 * @throws AppError 404 for what offers none, 409 or 429 with the reason for who may have none now
 */
export function beginTrial(
  memberId: string,
  packageId: string | undefined,
  promised: number | undefined,
  networkTried: boolean,
): Promise<{ trial: BegunTrial; isNew: boolean }> {
  return em().transactional(async (manager) => {
    const held = await storedEntitlementOf(memberId, manager);
    const facts = await trialFactsOf(memberId, manager);
    if (!held || !facts) throw notBegun("leaving");
    const offer = isUuid(packageId) ? await OFFERED.first({ packageId }, manager) : undefined;
    const begun = await trialOf(memberId, manager);
    if (begun && begun.packageName === offer?.name && isHeld(begun, held))
      return { trial: begun, isNew: false };
    const refusal = trialRefusal(facts);
    if (refusal) throw notBegun(refusal);
    if (!offer) throw notBegun("not offered");
    if (offer.days !== promised) throw notBegun("changed");
    if (networkTried) throw notBegun("network tried");
    await rememberTrial(manager, memberId, facts.mailbox);
    return { trial: await grantTrial(manager, { memberId, now: held.now }, offer), isNew: true };
  });
}

/** It runs, and is all that they hold. */
const isHeld = ({ tier, accessUntil }: BegunTrial, held: Entitlement & { now: Date }): boolean =>
  isActive(held, held.now) && held.tier === tier && held.until?.getTime() === accessUntil.getTime();

const STATUSES: Partial<Record<TrialRefusal, 404 | 429>> = { "not offered": 404, "network tried": 429 };

const notBegun = (refusal: TrialRefusal) => new AppError(STATUSES[refusal] ?? 409, TRIAL_TEXTS[refusal]);

/**
 * Remembers by which mailbox and in which browsers there was a trial. Two accounts of one mailbox wait for each other here, and the
 * second one finds it kept. @throws AppError 409
 */
async function rememberTrial(manager: EntityManager, memberId: string, mailbox: string): Promise<void> {
  if (!(await KEEP_ADDRESS.first({ hash: trialAddressHash(mailbox) }, manager)))
    throw notBegun("had a trial");
  if ((await KEEP_DEVICES.first({ memberId }, manager))?.tried) throw notBegun("browser tried");
}

async function grantTrial(
  manager: EntityManager,
  { memberId, now }: { memberId: string; now: Date },
  { name: packageName, tier, days }: Pick<BegunTrial, "tier" | "days"> & { name: string },
): Promise<BegunTrial> {
  const trial = { packageName, tier, days, accessFrom: now, accessUntil: addDays(now, days) };
  const id = randomUUID();
  await ADD.run({ id, memberId, ...trial }, manager);
  await givePeriod(manager, memberId, { cause: "trial", causeId: id, tier, days });
  const told = toldAtBeginning(days);
  if (told !== undefined) await MARK_TOLD.run({ memberId, told }, manager);
  return trial;
}
