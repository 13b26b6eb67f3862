import { Mail } from "db/entities/mail";
import { Member } from "db/entities/member";
import { Registration } from "db/entities/registration";
import { columns, columnsAs } from "db/entity-columns.server";
import { type EntityManager, em } from "db/orm.server";
import { bool, type RowOf, text, uuid } from "db/sql";
import { statement } from "db/statement.server";
import {
  type AskedSignIn,
  addToken,
  FIRST_PASSWORD_MINUTES,
  issueSignIn,
  issueToken,
} from "~/auth/single-use-tokens.server";
import {
  addressLinkMail,
  addressTakenMail,
  alreadyRegisteredMail,
  importedMail,
  resetMail,
  signInLinkMail,
  verificationMail,
} from "~/features/mail/mail-templates";
import { queueMail } from "~/features/mail/queue.server";
import { config } from "~/platform/config.server";
import { enqueue } from "~/platform/jobs/queue.server";
import { MAIL_REQUEST_QUEUE } from "~/platform/jobs/queue-names";

export type MailRequest =
  | { about: "registration" | "reset" | "verification" | "import"; email: string }
  /** A member requests this address. */
  | { about: "address"; email: string; memberId: string }
  /** A browser asks for a link to sign in with. */
  | { about: "sign-in"; email: string; browser: AskedSignIn };

export function requestMail(request: MailRequest, manager?: EntityManager): Promise<void> {
  return enqueue(MAIL_REQUEST_QUEUE, request, { last: request.about === "import" }, manager);
}

const RECIPIENT = {
  ...columns(Member, "id", "email", "status", "remindByMail"),
  hasPassword: bool.from`password_hash is not null`,
};
type MailRecipient = RowOf<typeof RECIPIENT>;

const LOCK_RECIPIENT = statement("mail-requests.lock-recipient", RECIPIENT)`
  select ${RECIPIENT} from members where email = ${text("email")} for update`;

/**
 * Finds the recipient of a request and queues the matching email, once per request. Unknown addresses get
 * none.
 */
export async function handleMailRequest(jobId: string, request: MailRequest): Promise<void> {
  await em().transactional(async (manager) => {
    const member = await LOCK_RECIPIENT.first({ email: request.email }, manager);
    if (await isQueued(manager, jobId)) return;
    if (request.about === "address") return queueAddressLink(manager, request, member, jobId);
    if (!member) return;
    if (request.about === "sign-in") return queueSignIn(manager, request, member, jobId);
    if (request.about === "import") return queueImported(manager, member, jobId);
    if (request.about === "reset" && member.status !== "pending") return queueReset(manager, member, jobId);
    if (member.status === "pending") return queueVerification(manager, member, jobId, request);
    if (request.about === "registration") return queueAlreadyRegistered(manager, member, jobId);
  });
}

const causeKey = (jobId: string) => `letter:${jobId}`;

const QUEUED = statement("mail-requests.queued", columns(Mail, "id"))`
  select id from mails where cause = ${text("cause")}`;

/** A job that runs twice must not void the link it has sent. */
async function isQueued(manager: EntityManager, jobId: string): Promise<boolean> {
  return (await QUEUED.first({ cause: causeKey(jobId) }, manager)) !== undefined;
}

async function queueVerification(
  manager: EntityManager,
  member: MailRecipient,
  jobId: string,
  { about }: MailRequest,
): Promise<void> {
  // Each registration of an address keeps its own link; any other new link replaces the old one.
  const make = about === "registration" ? addToken : issueToken;
  const tokenId = await make(manager, member.id, "verify-email");
  const mail = verificationMail(config().siteName, await isRegisteredAgain(manager, member.id));
  await queueMail(manager, { to: member.email, content: mail, dedupeKey: causeKey(jobId), tokenId });
}

const REGISTERED_AGAIN = statement("mail-requests.registered-again", columnsAs("r", Registration, "id"))`
  select r.id from registrations r join members m on m.id = r.member_id
   where m.id = ${uuid("memberId")} and r.password_hash <> m.password_hash limit 1`;

/** Whether a second registration of the member's address also waits for its link. */
async function isRegisteredAgain(manager: EntityManager, memberId: string): Promise<boolean> {
  return (await REGISTERED_AGAIN.first({ memberId }, manager)) !== undefined;
}

const ASKING = statement("mail-requests.asking", columns(Member, "id"))`
  select id from members where id = ${uuid("memberId")} and status = 'active' for update`;

/**
 * A free address gets the link that gives it to the member. The owner of a taken address learns that nothing
 * changed.
 */
async function queueAddressLink(
  manager: EntityManager,
  { email, memberId }: Extract<MailRequest, { about: "address" }>,
  owner: MailRecipient | undefined,
  jobId: string,
): Promise<void> {
  const { siteName } = config();
  if (owner) {
    const content = addressTakenMail(siteName);
    return void (await queueMail(manager, { to: owner.email, content, dedupeKey: causeKey(jobId) }));
  }
  if (!(await ASKING.first({ memberId }, manager))) return;
  const tokenId = await issueToken(manager, memberId, "change-email", { newEmail: email });
  const content = addressLinkMail(siteName);
  // The email is deleted with the account even if the address never became the member's.
  const mail = { to: email, content, dedupeKey: causeKey(jobId), tokenId, namesMember: memberId };
  await queueMail(manager, mail);
}

async function queueReset(manager: EntityManager, member: MailRecipient, jobId: string): Promise<void> {
  const tokenId = await issueToken(manager, member.id, "reset-password");
  const mail = resetMail(config().siteName);
  await queueMail(manager, { to: member.email, content: mail, dedupeKey: causeKey(jobId), tokenId });
}

/** Whether the member may sign in is decided when the link is used: only then is the mailbox proved. */
async function queueSignIn(
  manager: EntityManager,
  { browser }: Extract<MailRequest, { about: "sign-in" }>,
  member: MailRecipient,
  jobId: string,
): Promise<void> {
  const tokenId = await issueSignIn(manager, member.id, browser);
  const content = signInLinkMail(config().siteName, member.status !== "pending");
  await queueMail(manager, { to: member.email, content, dedupeKey: causeKey(jobId), tokenId });
}

/**
 * To an imported member who has not signed in yet. They did not request it, so members who opted out get
 * none.
 */
async function queueImported(manager: EntityManager, member: MailRecipient, jobId: string): Promise<void> {
  if (member.status !== "active" || member.hasPassword || !member.remindByMail) return;
  const tokenId = await issueToken(manager, member.id, "reset-password", { minutes: FIRST_PASSWORD_MINUTES });
  const content = importedMail(config().siteName);
  await queueMail(manager, {
    to: member.email,
    content,
    dedupeKey: causeKey(jobId),
    tokenId,
    isOneOfMany: true,
  });
}

async function queueAlreadyRegistered(
  manager: EntityManager,
  member: MailRecipient,
  jobId: string,
): Promise<void> {
  const mail = alreadyRegisteredMail(config().siteName);
  await queueMail(manager, { to: member.email, content: mail, dedupeKey: causeKey(jobId) });
}
