import { type EntityManager, em } from "db/orm.server";
import { query } from "db/query.server";
import { addToken, issueToken } from "~/features/auth/single-use-tokens.server";
import { alreadyRegisteredMail, resetMail, verificationMail } from "~/features/mail/mail-templates";
import { queueMail } from "~/features/mail/queue.server";
import { config } from "~/platform/config.server";
import { enqueue } from "~/platform/jobs/queue.server";

/**
 * Letters that somebody asked for by typing an address. The request only writes "somebody asked" into this queue,
 * the same for every address; who that is, and what to write to them, is found out by the worker. So the answer
 * cannot tell whether an address is known, not even by its time.
 */
export const MAIL_REQUEST_QUEUE = "member-letters";

export type MailRequest = {
  about: "registration" | "reset" | "verification";
  email: string;
};

export function requestMail(request: MailRequest, manager?: EntityManager): Promise<void> {
  return enqueue(MAIL_REQUEST_QUEUE, request, {}, manager);
}

type MailRecipient = { id: string; email: string; status: "active" | "inactive" | "pending" };

/** Finds out whom a request means and queues the fitting mail, once per request. Unknown addresses get none. */
export async function handleMailRequest(jobId: string, request: MailRequest): Promise<void> {
  await em().transactional(async (manager) => {
    const [member] = await query<MailRecipient>(
      "select id, email, status from members where email = ? for update",
      [request.email],
      manager,
    );
    if (!member || (await isQueued(manager, jobId))) return;
    if (request.about === "reset" && member.status !== "pending") return queueReset(manager, member, jobId);
    if (member.status === "pending") return queueVerification(manager, member, jobId, request);
    if (request.about === "registration") return queueAlreadyRegistered(manager, member, jobId);
  });
}

const causeKey = (jobId: string) => `letter:${jobId}`;

/** A job that is given a second time must not void the link it has sent. */
async function isQueued(manager: EntityManager, jobId: string): Promise<boolean> {
  const found = await query("select 1 from mails where cause = ?", [causeKey(jobId)], manager);
  return found.length > 0;
}

async function queueVerification(
  manager: EntityManager,
  member: MailRecipient,
  jobId: string,
  { about }: MailRequest,
): Promise<void> {
  // Registrations of one address stand beside each other, and so do their links; who asks for another one gives up the old.
  const make = about === "registration" ? addToken : issueToken;
  const tokenId = await make(manager, member.id, "verify-email");
  const mail = verificationMail(config().siteName, await isRegisteredAgain(manager, member.id));
  await queueMail(manager, { to: member.email, content: mail, dedupeKey: causeKey(jobId), tokenId });
}

/** Whether another registration than the member's first waits for a link, too. */
async function isRegisteredAgain(manager: EntityManager, memberId: string): Promise<boolean> {
  const found = await query(
    `select 1 from registrations r join members m on m.id = r.member_id
      where m.id = ? and r.password_hash <> m.password_hash limit 1`,
    [memberId],
    manager,
  );
  return found.length > 0;
}

async function queueReset(manager: EntityManager, member: MailRecipient, jobId: string): Promise<void> {
  const tokenId = await issueToken(manager, member.id, "reset-password");
  const mail = resetMail(config().siteName);
  await queueMail(manager, { to: member.email, content: mail, dedupeKey: causeKey(jobId), tokenId });
}

async function queueAlreadyRegistered(
  manager: EntityManager,
  member: MailRecipient,
  jobId: string,
): Promise<void> {
  const mail = alreadyRegisteredMail(config().siteName);
  await queueMail(manager, { to: member.email, content: mail, dedupeKey: causeKey(jobId) });
}
