import type { Newsletter } from "db/entities/newsletter";
import type { EntityManager } from "db/orm.server";
import { z } from "zod";
import { logChange, nameInLog } from "~/admin-kit/change-log.server";
import { isScheduled, type Scheduled } from "~/admin-kit/publish-time.server";
import type { CarryOut, Door, Offered, SaveChoice } from "~/admin-kit/save-choice.server";
import { can } from "~/auth/permissions.server";
import type { Writer } from "~/auth/viewer.server";
import { isolated } from "~/features/mail/isolated";
import { enqueueUnlessWaiting } from "~/platform/jobs/queue.server";
import { EDITION_QUEUE } from "~/platform/jobs/queue-names";
import { truncate } from "~/ui/format";
import { AppError, fieldError } from "~/web/app-error.server";
import { editionContent } from "./edition-content.server";
import { isReplaceable, STAFF_CHANGES } from "./editions.rules";
import {
  editionsOfRecord,
  goesOutAutomatically,
  holdBack,
  type MadeEdition,
  type RecordNewsletter,
  takeBack,
} from "./email-choice.queries.server";
import { type ListedNewsletter, offeredNewsletters } from "./newsletters.queries.server";
import { composePath, editionPath, kindOf } from "./newsletters.rules";
import { planEdition } from "./start-editions.server";

const NAME = "sendByEmail";

/** With the newsletter of every site, and with none. */
const YES = "true";
/** Before the value of an email that leaves at once: a kept form must not turn “when it is published” into this. */
const NOW = "now:";
const NO = "false";

/** The buttons that lead to an edition. */
const EDITION_LINKS: Record<MadeEdition["state"], string> = {
  planned: "Email is planned",
  sending: "Email is being sent",
  paused: "Email is paused",
  stalled: "Email is waiting for you",
  cancelled: "Email was cancelled",
  done: "Sent by email",
};

/** Letters of a newsletter's title on a button. */
const BUTTON_LETTERS = 30;

const MAY_NOT = "You may not send newsletters. Leave out sendByEmail.";

/**
 * Whether a record is sent by email with its publication, chosen where it is written.
 * @param kind the newsletter of every site for such records
 */
export const emailChoice = (kind: RecordNewsletter): SaveChoice => ({
  name: NAME,
  label: "Email",
  after: "publishAt",
  body: (kind === "news" ? z.union([z.boolean(), z.string().regex(NEWS_KEY)]) : z.boolean()).meta({
    description: DESCRIPTIONS[kind],
    examples: [true],
  }),
  offer: async (viewer, record) =>
    can(viewer, "newsletters.write") ? offerFor(kind, record as Written | undefined) : undefined,
  read: (staff, sent, door) => readChoice(kind, staff, sent, door),
});

const NEWS_KEY = /^(news|own-[1-9][0-9]{0,5})$/;
const WHEN =
  "true sends the record by email when it is published, now or later. false cancels an email that is planned, and stops a newsletter that is currently automatic from sending it. If it is absent, nothing changes. Only admins and superadmins can send.";
const DESCRIPTIONS: Record<RecordNewsletter, string> = {
  briefs: WHEN,
  alerts: WHEN,
  news: `${WHEN} To send it with one of your own newsletters, give that newsletter’s key, such as "own-1".`,
};

/** The newsletters for these records that have not ended; that of every site is first. */
const newslettersFor = async (kind: RecordNewsletter): Promise<ListedNewsletter[]> =>
  (await offeredNewsletters()).filter(({ newsletter }) => kindOf(newsletter) === kind);

const hasStarted = ({ startedAt }: MadeEdition) => startedAt !== null;

/** It can still be taken back. */
const isWaiting = (edition: MadeEdition) => !hasStarted(edition) && edition.state !== "cancelled";

type Written = Scheduled & { id: string };

async function offerFor(kind: RecordNewsletter, record: Written | undefined): Promise<Offered> {
  const all = await newslettersFor(kind);
  const made = record
    ? await editionsOfRecord(
        all.map(({ newsletter }) => newsletter),
        record.id,
      )
    : [];
  const madeWith = (name: Newsletter) => made.find(({ newsletter }) => newsletter === name);
  const isAutomatic = !madeWith(kind) && (await isSentAnyway(kind, all, record));
  const isPlanned = made.some(isWaiting);
  const free = all.filter(({ newsletter }) => {
    const edition = madeWith(newsletter);
    return edition
      ? edition.state === "cancelled" && !hasStarted(edition)
      : !isAutomatic || newsletter !== kind;
  });
  const isNow = record !== undefined && isOut(record);
  const time = isNow ? "now" : "when it is published";
  const goes = isPlanned || isAutomatic;
  return {
    options: [
      {
        value: "",
        label: isPlanned ? "Send as planned" : isAutomatic ? `Send ${time}, automatically` : DO_NOT,
      },
      ...free.map(({ newsletter, title }) => ({
        value: (isNow ? NOW : "") + (newsletter === kind ? YES : newsletter),
        label: `${goes ? "Also send" : "Send"}${all.length > 1 ? ` with “${isolated(title)}”` : ""} ${time}`,
      })),
      ...(goes ? [{ value: NO, label: DO_NOT }] : []),
    ],
    hint: "The subject comes from the text. To change it or choose a time, save and then choose “Send by email”.",
    links: [
      ...made.map(({ id, newsletter, state }) => ({
        label: EDITION_LINKS[state] + (all.length > 1 ? `: ${titleIn(all, newsletter, BUTTON_LETTERS)}` : ""),
        to: editionPath(id),
      })),
      ...(record && isFree(madeWith(kind))
        ? [{ label: "Send by email", to: composePath(kind, record.id) }]
        : []),
    ],
  };
}

/** The title of a newsletter, for a sentence. */
const titleIn = (all: readonly ListedNewsletter[], name: Newsletter, letters?: number): string =>
  isolated(truncate(all.find(({ newsletter }) => newsletter === name)?.title ?? "", letters));

const DO_NOT = "Do not send";

const isFree = (edition: MadeEdition | undefined) => edition === undefined || isReplaceable(edition);

const isOut = (record: Written) => record.status === "published" && !isScheduled(record);

async function isSentAnyway(
  kind: RecordNewsletter,
  all: readonly ListedNewsletter[],
  record: Written | undefined,
): Promise<boolean> {
  if (!all.some(({ newsletter, automaticSince }) => newsletter === kind && automaticSince)) return false;
  return !record || goesOutAutomatically(kind, record.id);
}

/** A form's field that this person was not offered is not read. */
async function readChoice(
  kind: RecordNewsletter,
  staff: Writer,
  sent: unknown,
  door: Door,
): Promise<CarryOut | undefined> {
  const maySend = can(staff, "newsletters.write");
  if (door === "form" && (sent === "" || !maySend)) return undefined;
  const all = await newslettersFor(kind);
  const word = typeof sent === "boolean" ? String(sent) : door === "form" ? withoutTime(sent) : sent;
  if (word === NO) return (manager, { id }) => doNotSend(manager, { staff, kind, all, recordId: id });
  const newsletter = word === YES ? kind : all.find((each) => each.newsletter === word)?.newsletter;
  if (!newsletter) throw fieldError(422, NAME, wrongChoice(all));
  if (!maySend) throw new AppError(403, MAY_NOT);
  return (manager, { id }) => send(manager, { staff, newsletter, all, recordId: id });
}

const withoutTime = (sent: unknown) => (typeof sent === "string" ? sent.replace(NOW, "") : sent);

const wrongChoice = (all: readonly ListedNewsletter[]) =>
  `Email must be true, false, or one of: ${all.map(({ newsletter }) => newsletter).join(", ")}`;

type Chosen = { staff: Writer; all: readonly ListedNewsletter[]; recordId: string };

async function send(
  manager: EntityManager,
  { staff, newsletter, all, recordId }: Chosen & { newsletter: Newsletter },
): Promise<string | undefined> {
  const { subject, preview } = await wordsOf(newsletter, recordId, manager);
  const words = { subject, preview, followsRecord: true };
  const id = await planEdition(
    { newsletter, recordId, ...words, staffName: nameInLog(staff), startsAt: null },
    manager,
  );
  if (id) {
    logEdition(manager, staff, { id, subject }, "planned");
    await enqueueUnlessWaiting(EDITION_QUEUE, manager);
    return undefined;
  }
  const [made] = await editionsOfRecord([newsletter], recordId, manager);
  if (made && made.state !== "planned" && isWaiting(made))
    return `The email with “${titleIn(all, newsletter)}” is waiting for you on its page, so it is not planned again`;
  // It already is as they chose.
  if (made?.state === "planned" && made.startsAt === null) return undefined;
  const title = titleIn(all, newsletter);
  return made?.state === "planned"
    ? `The email with “${title}” is already planned for another time`
    : `The email with “${title}” has already been sent or started, so it is not sent again`;
}

async function doNotSend(
  manager: EntityManager,
  { staff, kind, all, recordId }: Chosen & { kind: RecordNewsletter },
): Promise<string | undefined> {
  const names = all.map(({ newsletter }) => newsletter);
  const stopped = await takeBack(names, recordId, manager);
  const { subject, preview } = await wordsOf(kind, recordId, manager);
  const held = await holdBack(kind, { recordId, subject, preview, staffName: nameInLog(staff) }, manager);
  if (held) stopped.push({ id: held, subject });
  if (stopped.length > 0 && !can(staff, "newsletters.write")) throw new AppError(403, MAY_NOT);
  for (const edition of stopped) logEdition(manager, staff, edition, STAFF_CHANGES.cancel.action);
  const isLate = (await editionsOfRecord(names, recordId, manager)).some(hasStarted);
  return isLate ? "Its email has already been sent or started. See Newsletters" : undefined;
}

async function wordsOf(newsletter: Newsletter, recordId: string, manager: EntityManager) {
  const content = await editionContent(newsletter, recordId, manager);
  if (!content) throw new Error(`${newsletter}: the record ${recordId} cannot be turned into an email`);
  return content;
}

const logEdition = (
  manager: EntityManager,
  staff: Writer,
  { id, subject }: { id: string; subject: string },
  action: string,
) => logChange(manager, staff, { action, resource: "newsletters", recordId: id, recordTitle: subject });
