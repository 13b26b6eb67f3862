import { isDatabaseUnavailable } from "db/orm.server";
import { float, int, text } from "db/sql";
import { command, statement } from "db/statement.server";
import { MailboxError, openMailbox, type ReportMailbox } from "~/features/mail/imap-mailbox.server";
import { config } from "~/platform/config.server";
import { enqueueUnlessWaiting } from "~/platform/jobs/queue.server";
import { MAIL_REPORT_QUEUE } from "~/platform/jobs/queue-names";
import { log } from "~/platform/log.server";
import { isStopping } from "~/platform/stopping-flag.server";
import { takeReport } from "./take-report.server";

/** Minutes between two rounds, of all processes together, once everything is read. A round is shorter. */
const EVERY_MINUTES = 3;

/** A message at which the connection breaks in so many rounds is left out. */
const MOST_TRIES = 3;

/** Milliseconds of a round: a job expires after 120 seconds. */
const ROUND_MS = 40_000;

const IS_DUE = statement("report-mailbox.is-due", { one: int })`
  select one from report_mailbox
   where one = 1 and coalesce(read_at < now() - make_interval(mins => ${EVERY_MINUTES}), true)`;

const STATE = { uidValidity: text.orNull.from`uid_validity`, lastUid: float.from`last_uid` };
const TAKE = statement("report-mailbox.take", STATE)`
  update report_mailbox set read_at = now()
   where one = 1 and coalesce(read_at < now() - make_interval(mins => ${EVERY_MINUTES}), true) returning ${STATE}`;
const KEEP = command("report-mailbox.keep")`
  update report_mailbox set uid_validity = ${text("uidValidity")}, last_uid = ${float("uid")} where one = 1`;
const TRIED = { tries: int };
const TRY = statement("report-mailbox.try", TRIED)`
  update report_mailbox set tries = case when tried_uid = ${float("uid")} then tries + 1 else 1 end, tried_uid = ${float("uid")}
   where one = 1 returning tries`;
const CONTINUE = command("report-mailbox.continue")`update report_mailbox set read_at = null where one = 1`;

/** Requests a round if the owner has a mailbox and none began lately. */
export async function requestMailboxRound(): Promise<void> {
  if (config().bounceMailbox && (await IS_DUE.first())) await enqueueUnlessWaiting(MAIL_REPORT_QUEUE);
}

/**
 * Reads what arrived in the owner's mailbox for returned emails since the last round, and marks it as read. Nothing is
 * deleted. A message that cannot be read stops nobody; if the server is away, the next round begins where this one ended.
 * While there is more, such as a flood of other messages, another round follows at once.
 * @param open opens the mailbox
 * @param roundMs the longest time until the last message is begun
 */
export async function readReports(
  open: (url: string) => Promise<ReportMailbox> = openMailbox,
  roundMs = ROUND_MS,
): Promise<void> {
  const { bounceMailbox } = config();
  const state = bounceMailbox ? await TAKE.first() : undefined;
  if (!bounceMailbox || !state) return;
  let mailbox: ReportMailbox | undefined;
  try {
    mailbox = await open(bounceMailbox);
    const from = state.uidValidity === mailbox.uidValidity ? state.lastUid : 0;
    if (!(await readNew(mailbox, from, performance.now() + roundMs))) await CONTINUE.run();
  } catch (error) {
    if (!(error instanceof MailboxError)) throw error;
    log().error({ err: error, againInMinutes: EVERY_MINUTES }, "mailbox of reports not read");
  } finally {
    mailbox?.close();
  }
}

/** @returns whether everything was read */
async function readNew(mailbox: ReportMailbox, from: number, until: number): Promise<boolean> {
  const { uidValidity } = mailbox;
  for (const uid of await mailbox.uidsAfter(from)) {
    if (performance.now() > until || isStopping()) return false;
    const { tries = 1 } = (await TRY.first({ uid })) ?? {};
    if (tries > MOST_TRIES) log().error({ uid }, "report left out: the mailbox breaks off at it");
    else await readOne(mailbox, uid);
    await KEEP.run({ uidValidity, uid });
  }
  return true;
}

async function readOne(mailbox: ReportMailbox, uid: number): Promise<void> {
  const raw = await mailbox.read(uid);
  if (!raw) return;
  await takeOrSkip(raw, uid);
  await mailbox.markRead(uid);
}

async function takeOrSkip(raw: Buffer, uid: number): Promise<void> {
  try {
    await takeReport(raw);
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    log().error({ err: error, uid }, "report skipped");
  }
}
