import { FormerAddress } from "db/entities/former-address";
import { Member } from "db/entities/member";
import { columns } from "db/entity-columns.server";
import type { EntityManager } from "db/orm.server";
import { text, timestamp, uuid } from "db/sql";
import { command, statement } from "db/statement.server";
import { deletePasskeys } from "~/auth/passkeys/passkeys.server";
import { voidTokens } from "~/auth/single-use-tokens.server";
import { newAddressMail, oldAddressMail } from "~/features/mail/mail-templates";
import { queueMail } from "~/features/mail/queue.server";
import { adoptSubscriptions } from "~/features/newsletters/choices.queries.server";
import { config } from "~/platform/config.server";
import { invalidFields } from "~/web/app-error.server";
import { requestMail } from "./mail-requests.server";

const TAKEN = "Another member already uses this email";

/**
 * Concurrent changes to one address wait here, so the second gets an error message instead of an index
 * violation.
 */
const CLAIM = statement("address.claim", { email: text })`
  select ${text("email")}::text as email
    from pg_advisory_xact_lock(hashtext('member-address'), hashtext(${text("email")}::text))`;

const CHANGED = { ...columns(Member, "id", "status"), at: timestamp.from`now()` };
// A member that staff verified stays verified: staff answer for the address. Unproved addresses still need a
// link.
const CHANGE = statement("address.change", CHANGED)`
  update members set email = ${text("email")},
         email_verified_at = case when email_verified_at is null then null else now() end
   where id = ${uuid("memberId")} and not exists (select 1 from members where email = ${text("email")})
  returning ${CHANGED}`;

const KEEP_FORMER = command("address.keep-former")`
  insert into former_addresses (member_id, email) values (${uuid("memberId")}, ${text("email")})`;

/**
 * Gives a member another address, in the transaction that locks the row and raises its version. Links sent to
 * the old address become void. If the old address was verified, both addresses get an email; otherwise the
 * new address gets a verification link. A change by staff deletes the passkeys of the address's former owner.
 * @param email in its normal form
 * @param by the person who makes the change, as named in the emails
 * @throws AppError 422 for somebody else's address
 */
export async function changeAddress(
  manager: EntityManager,
  before: { id: string; email: string },
  email: string,
  by: "staff" | "member" = "staff",
): Promise<void> {
  await CLAIM.run({ email }, manager);
  const changed = await CHANGE.first({ memberId: before.id, email }, manager);
  if (!changed) throw invalidFields({ email: TAKEN });
  await KEEP_FORMER.run({ memberId: before.id, email: before.email }, manager);
  if (changed.status !== "pending") await adoptSubscriptions([before.id], manager, { isNew: false });
  await voidTokens(manager, before.id, "verify-email");
  await voidTokens(manager, before.id, "reset-password");
  await voidTokens(manager, before.id, "sign-in");
  await voidTokens(manager, before.id, "change-email");
  if (changed.status === "pending") {
    await requestMail({ about: "verification", email }, manager);
    return;
  }
  if (by === "staff") await deletePasskeys(manager, { kind: "member", id: before.id });
  const { siteName, siteTz } = config();
  const cause = `address-changed:${before.id}:${changed.at.toISOString()}`;
  const old = oldAddressMail(siteName, changed.at, siteTz, by);
  await queueMail(manager, { to: before.email, content: old, dedupeKey: `${cause}:old` });
  await queueMail(manager, { to: email, content: newAddressMail(siteName, by), dedupeKey: `${cause}:new` });
}

const EVERY = { email: text.from`lower(email::text)` };
const EVERY_ADDRESS = statement("address.every", EVERY)`
  select ${EVERY} from members where id = ${uuid("memberId")}
  union select ${EVERY} from former_addresses where member_id = ${uuid("memberId")}`;

/** Every current and former address of a member, in lower case. */
export const listAllAddresses = async (memberId: string, within?: EntityManager): Promise<string[]> =>
  (await EVERY_ADDRESS.all({ memberId }, within)).map(({ email }) => email);

const FORMER = columns(FormerAddress, "email", "createdAt");
const FORMER_OF = statement("address.former", FORMER)`
  select ${FORMER} from former_addresses where member_id = ${uuid("memberId")} order by created_at desc limit 20`;

/** A member's former addresses, the latest first, each with the time it ended. */
export const listFormerAddresses = (memberId: string, within?: EntityManager) =>
  FORMER_OF.all({ memberId }, within);
