import { em } from "db/orm.server";
import { type RowOf, text, timestamp, uuid } from "db/sql";
import { statement } from "db/statement.server";
import { type ReadReport, type ReportedReceiver, readReport } from "~/features/mail/read-report.server";
import { emailsReturnedTo } from "~/features/mail/return-address.server";
import { type ReportedEmail, reportEmails } from "~/features/mail/suppressions.queries.server";
import { verdictOfStatus } from "~/features/mail/verdict.rules";
import { log } from "~/platform/log.server";
import { chooseNewsletter, presentReader, wantedBefore } from "./choices.queries.server";
import { countBounced } from "./edition-counter.server";
import { readerOfToken } from "./unsubscribe-token.server";

const SENT = {
  id: uuid,
  /** The address that it was really sent to, whatever the reader's is now. */
  address: text.present.from`address`,
  readerId: uuid.orNull.from`"readerId"`,
  /** Of a newsletter's email that counts as sent. */
  editionId: uuid.orNull.from`edition_id`,
  sentAt: timestamp.orNull.from`sent_at`,
};
type SentEmail = RowOf<typeof SENT>;

/** Reports arrive within days, a complaint within weeks. */
const SENT_EMAIL = statement("reports.sent-email", SENT)`
  select ${SENT} from (
    select e.id, e.sent_to::text as address, coalesce(e.member_id, e.subscriber_id) as "readerId", e.sent_at,
           case when e.state = 'sent' then e.edition_id end as edition_id
      from edition_members e
     where e.id = ${uuid("id")} and e.sent_to is not null and e.state <> 'waiting'
    union all
    select c.id, c.to_address, (select m.id from members m where m.email = c.to_address::citext), c.sent_at, null
      from mails c
     where c.id = ${uuid("id")} and c.attempts > 0 and c.created_at > now() - interval '90 days') as sent`;

/**
 * Takes a message from the mailbox for returned emails. What is no report changes nothing, and neither does a
 * report about an email that was not sent by us, or whose return address we did not sign.
 * @returns whether it told something new
 */
export async function takeReport(raw: Buffer): Promise<boolean> {
  const report = await readReport(raw).catch((error: unknown) => {
    log().warn({ err: error }, "report not readable");
    return undefined;
  });
  if (!report) return false;
  return report.kind === "delivery" ? takeDelivery(report) : takeComplaint(report);
}

async function takeDelivery({ returnedTo, receivers }: ReadReport & { kind: "delivery" }): Promise<boolean> {
  const [id] = emailsReturnedTo(returnedTo);
  const email = id ? await SENT_EMAIL.first({ id }) : undefined;
  const { receiver, isNamed } = (email && receiverOf(email.address, receivers)) ?? {};
  if (!email || receiver?.action !== "failed") return false;
  const verdict = verdictOfStatus(enhancedStatus(receiver));
  if (!verdict) return false;
  const kind = verdict === "hard" && !isNamed ? "soft" : verdict;
  const evidence = [receiver.status, receiver.diagnostic.replace(/^\s*smtp;\s*/i, "")].join(" ");
  const sentAt = email.sentAt ?? undefined;
  const { id: emailId, address, editionId } = email;
  return em().transactional(async (manager) => {
    const isNew = (await reportEmails([{ emailId, address, kind, evidence, sentAt }], manager)) > 0;
    if (isNew && editionId) await countBounced({ editionId, emailId }, manager);
    return isNew;
  });
}

/** Some servers always write 5.0.0, and the other server's status only in its answer. */
const enhancedStatus = ({ status, diagnostic }: ReportedReceiver): string =>
  (/\.0\.0$/.test(status) &&
    /\b[45]\d\d[ -]([45]\.\d{1,3}\.\d{1,3})(?![\d.])/.exec(diagnostic.slice(0, 1000))?.[1]) ||
  status;

/**
 * An address that is forwarded is reported by another name: then nobody knows who else gets its emails, so that
 * is no proof that nobody does.
 */
function receiverOf(address: string, receivers: ReportedReceiver[]) {
  const named = receivers.find(({ addresses }) => addresses.includes(address.toLowerCase()));
  return {
    receiver: named ?? (receivers.length === 1 ? receivers[0] : undefined),
    isNamed: named !== undefined,
  };
}

const LINK = /\/unsubscribe\/(?<name>[\w-]+)\/(?<token>[\w-]{36})(?![\w-])/;
const EMAIL_ID = /<([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})@/i;

/**
 * Ends the newsletters that the reader had then, and suppresses the address that the email was sent to. A mailbox may be
 * read again after years: what the reader chose since the complaint stays.
 */
async function takeComplaint(complaint: ReadReport & { kind: "complaint" }): Promise<boolean> {
  const { name, token } = LINK.exec(complaint.unsubscribe)?.groups ?? {};
  const unsubscriber = token
    ? await readerOfToken(token, name === "price-alerts" || name === "messages" ? name : "unsubscribe")
    : undefined;
  const email = await complainedAbout(complaint, unsubscriber);
  const readerId = unsubscriber ?? email?.readerId;
  if (!email && !readerId) return false;
  const report: ReportedEmail | undefined = email && {
    emailId: email.id,
    address: email.address,
    kind: "complaint",
    evidence: "Its owner reported an email as spam.",
  };
  // Without a date, only an email that was sent lately shows that the complaint is no old one.
  const at = complaint.at ?? (email && new Date());
  const wanted = readerId && at ? await wantedBefore(readerId, at) : [];
  return em().transactional(async (manager) => {
    const isNew = report ? (await reportEmails([report], manager)) > 0 : wanted.length > 0;
    if (!isNew || !readerId) return isNew;
    for (const newsletter of wanted) await chooseNewsletter({ readerId, newsletter, isOn: false }, manager);
    return true;
  });
}

/** By our return address, otherwise by its id: that is not signed, so the reader's token must belong to it. */
async function complainedAbout(
  { returnedTo, messageId }: ReadReport & { kind: "complaint" },
  unsubscriber: string | undefined,
): Promise<SentEmail | undefined> {
  const [signed] = emailsReturnedTo(returnedTo);
  if (signed) return SENT_EMAIL.first({ id: signed });
  const id = EMAIL_ID.exec(messageId)?.[1];
  if (!id || !unsubscriber) return undefined;
  const found = await SENT_EMAIL.first({ id });
  if (!found?.readerId) return undefined;
  // The link is as old as the email, and what a subscriber got belongs to the account that they opened later.
  const [reader, owner] = await Promise.all([found.readerId, unsubscriber].map(presentReader));
  return reader === owner ? found : undefined;
}
