import { randomBytes, randomUUID } from "node:crypto";
import { MEMBER_STATUSES, Member } from "db/entities/member";
import { columns } from "db/entity-columns.server";
import { type EntityManager, em } from "db/orm.server";
import { bool, literal, text, uuid } from "db/sql";
import { command, statement } from "db/statement.server";
import type { FollowedLink } from "~/access/followed-link.server";
import { recordReferral } from "~/access/referrals.server";
import { logChange } from "~/admin-kit/change-log.server";
import type { Registration } from "~/auth/account.rules";
import { intentIdFor, type RegistrationIntent } from "~/auth/intents/intents.server";
import { hashPassword } from "~/auth/password-hash.server";
import type { StaffViewer } from "~/auth/viewer.server";
import { adoptSubscriptions } from "~/features/newsletters/choices.queries.server";
import { consumeLimit, fieldError } from "~/web/app-error.server";
import type { RequestArgs } from "~/web/request-args.server";
import { requestMail } from "./mail-requests.server";

/** Letters and digits that look unlike each other. */
const CODE_ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";

/** Eight characters out of 31: 850 billion codes. */
export function newReferralCode(): string {
  return [...randomBytes(8)].map((byte) => CODE_ALPHABET[byte % CODE_ALPHABET.length]).join("");
}

export const EMAIL_TAKEN = "A member with this email already exists";

type NewMember = Registration & { passwordHash: string; byStaff: boolean };

const ADD_MEMBER = statement("registration.add-member", columns(Member, "id"))`
  insert into members (id, firstname, lastname, email, password_hash, status, registered_by_admin,
                       referral_code, email_verified_at)
  select ${uuid("id")}, ${text("firstname")}, ${text("lastname")}, ${text("email")}, ${text("passwordHash")},
         ${literal(MEMBER_STATUSES)("status")}, ${bool("byStaff")}, ${text("referralCode")},
         case when ${bool("byStaff")} then now() end
   where not exists (select 1 from members where email = ${text("email")})
  on conflict (email) do nothing returning id`;

/**
 * Adds a member unless the address has one. The check before the insert keeps serial numbers without gaps;
 * the database lets only one of several concurrent registrations through.
 * @returns the member's id, or undefined when the address is taken.
 */
async function addMember(manager: EntityManager, member: NewMember): Promise<string | undefined> {
  const { firstname, lastname, email, passwordHash, byStaff } = member;
  const status = byStaff ? "active" : "pending";
  const person = { id: randomUUID(), firstname, lastname, email, passwordHash };
  return (await ADD_MEMBER.first({ ...person, status, byStaff, referralCode: newReferralCode() }, manager))
    ?.id;
}

/** A registration's origin: the browser's proof, the referral link, and the interrupted purchase or claim. */
export type RegistrationOrigin = { browserHash?: string; link?: FollowedLink; intent?: RegistrationIntent };

const KEEP = command("registration.keep")`
  insert into registrations (id, member_id, firstname, lastname, password_hash, browser_hash, referral_code,
                             referrers_browser, intent_id)
  select ${uuid("id")}, m.id, ${text("firstname")}, ${text("lastname")}, ${text("passwordHash")},
         ${text.orNull("browserHash")}::text, ${text.orNull("referralCode")}::text, ${bool("referrersBrowser")},
         ${uuid.orNull("intentId")}::uuid
    from (select id from members where email = ${text("email")} and status = 'pending' for share) as m`;

const DELETE_REGISTRATIONS = command("registration.delete")`
  delete from registrations where member_id = ${uuid("memberId")}`;

/** Deletes the registrations of an address once its password is settled. */
export const deleteRegistrations = (manager: EntityManager, memberId: string): Promise<void> =>
  DELETE_REGISTRATIONS.run({ memberId }, manager);

/**
 * Keeps a registration with the others of its address until a link shows which one counts. The same statement
 * runs for every address, so the time is the same; for a taken address it changes nothing.
 */
async function keepRegistration(
  manager: EntityManager,
  { email, firstname, lastname }: Registration,
  passwordHash: string,
  { browserHash, link, intent }: RegistrationOrigin,
): Promise<void> {
  const intentId = await intentIdFor(manager, intent);
  const origin = {
    browserHash: browserHash ?? null,
    referralCode: link?.code ?? null,
    referrersBrowser: link?.referrersBrowser ?? false,
    intentId: intentId ?? null,
  };
  await KEEP.run({ id: randomUUID(), firstname, lastname, passwordHash, email, ...origin }, manager);
}

/**
 * Registers a member; for a pending address, keeps the registration with earlier ones; for a taken address,
 * does nothing. Reply and duration are the same each time, and an email informs the owner.
 * @throws AppError 429
 */
export async function register(
  args: RequestArgs,
  values: Registration,
  origin: RegistrationOrigin,
): Promise<void> {
  await consumeLimit({ "register-network": args.context.ip, "register-address": values.email });
  const passwordHash = await hashPassword(values.password);
  await em().transactional(async (manager) => {
    const id = await addMember(manager, { ...values, passwordHash, byStaff: false });
    await keepRegistration(manager, values, passwordHash, origin);
    if (origin.link) await recordReferral(manager, id, origin.link);
    await requestMail({ about: "registration", email: values.email }, manager);
  });
}

/**
 * Adds a member for staff: active immediately, marked `registeredByAdmin`, with an entry in the change log.
 * @returns the member's id
 * @throws AppError 409 if the address is taken; staff may learn that
 */
export async function registerByStaff(staff: StaffViewer, values: Registration): Promise<string> {
  const passwordHash = await hashPassword(values.password);
  return em().transactional(async (manager) => {
    const id = await addMember(manager, { ...values, passwordHash, byStaff: true });
    if (!id) throw fieldError(409, "email", EMAIL_TAKEN);
    await adoptSubscriptions([id], manager);
    const recordTitle = `${values.firstname} ${values.lastname}`;
    logChange(manager, staff, { action: "added", resource: "manage-users", recordId: id, recordTitle });
    return id;
  });
}
