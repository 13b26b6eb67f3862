import { Member } from "db/entities/member";
import { columns } from "db/entity-columns.server";
import { type EntityManager, em } from "db/orm.server";
import { timestamp, uuid } from "db/sql";
import { statement } from "db/statement.server";
import type { AddressChange } from "~/auth/account.rules";
import { consumeToken, findAddressLink } from "~/auth/single-use-tokens.server";
import type { MemberViewer } from "~/auth/viewer.server";
import { addressAskedMail } from "~/features/mail/mail-templates";
import { queueMail } from "~/features/mail/queue.server";
import { liftBounce } from "~/features/mail/suppressions.queries.server";
import { config } from "~/platform/config.server";
import { AppError, consumeLimit, invalidFields } from "~/web/app-error.server";
import { changeAddress } from "./address.server";
import { requestMail } from "./mail-requests.server";
import { checkCurrentPassword } from "./passwords.server";
import { ADDRESS_TEXTS, LINK_INVALID } from "./passwords.texts";

const ASKING = { ...columns(Member, "email"), at: timestamp.from`now()` };
const READ_ASKING = statement("own-address.asking", ASKING)`
  select ${ASKING} from members where id = ${uuid("id")}`;

/**
 * A member requests another address. A free address gets a link, and the current address a notice. The reply
 * is the same for a taken address; the worker finds that out later.
 * @throws AppError 422 for a wrong password and for their current address, 429
 */
export async function requestAddress(member: MemberViewer, values: AddressChange): Promise<void> {
  await checkCurrentPassword(member, values.password, "password");
  await consumeLimit({ "address-member": member.id });
  await em().transactional(async (manager) => {
    const asking = await READ_ASKING.first({ id: member.id }, manager);
    if (!asking) throw new AppError(401, "Sign in as a member to do this.");
    if (asking.email.toLowerCase() === values.email.toLowerCase())
      throw invalidFields({ email: ADDRESS_TEXTS.same });
    await requestMail({ about: "address", email: values.email, memberId: member.id }, manager);
    await notifyFormerAddress(manager, member.id, asking);
  });
}

function notifyFormerAddress(
  manager: EntityManager,
  memberId: string,
  { email, at }: { email: string; at: Date },
) {
  const { siteName, siteTz } = config();
  const content = addressAskedMail(siteName, at, siteTz);
  return queueMail(manager, {
    to: email,
    content,
    dedupeKey: `address-asked:${memberId}:${at.toISOString()}`,
  });
}

/**
 * The address that a link gives to this member. Opening it changes nothing, so email scanners do no harm.
 * @throws AppError 400 for a used, expired, replaced or foreign link, 403 for another member's
 */
export async function addressOfLink(member: MemberViewer, token: string): Promise<string> {
  const link = await findAddressLink(token);
  if (link?.state !== "good" || !link.newEmail) throw new AppError(400, LINK_INVALID);
  // A mistyped address may be a stranger's: reading the email there must not be enough.
  if (link.memberId !== member.id) throw new AppError(403, ADDRESS_TEXTS.notYours);
  return link.newEmail;
}

const OWN = columns(Member, "id", "email");
const LOCK = statement("own-address.lock", OWN)`
  update members set version = version + 1 where id = ${uuid("id")} returning ${OWN}`;

/**
 * Gives the member the link's address, once.
 * @throws as `addressOfLink`, and AppError 422 if the address is taken since
 */
export async function takeAddress(member: MemberViewer, token: string): Promise<string> {
  const email = await addressOfLink(member, token);
  await em().transactional(async (manager) => {
    const before = await LOCK.first({ id: member.id }, manager);
    const memberId = await consumeToken(manager, "change-email", token);
    if (!before || memberId !== member.id) throw new AppError(400, LINK_INVALID);
    await changeAddress(manager, before, email, "member");
    await liftBounce(email, manager);
  });
  return email;
}
