import { randomUUID } from "node:crypto";
import { data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { EDITION_VERSIONS, type EditionState } from "db/entities/edition";
import type { Newsletter } from "db/entities/newsletter";
import { em } from "db/orm.server";
import { z } from "zod";
import { logChange } from "~/admin-kit/change-log.server";
import { optionalMinute } from "~/admin-kit/fields.server";
import { passedText } from "~/admin-kit/publish-time.server";
import { can, rolesWith } from "~/auth/permissions.server";
import { requireStaff, type StaffViewer } from "~/auth/viewer.server";
import { mailReply } from "~/features/mail/mail-reply.server";
import { mailSite, queueRendered } from "~/features/mail/queue.server";
import { config } from "~/platform/config.server";
import { enqueueUnlessWaiting } from "~/platform/jobs/queue.server";
import { EDITION_QUEUE } from "~/platform/jobs/queue-names";
import { fieldError, parseOrThrow } from "~/web/app-error.server";
import { formReply } from "~/web/form-replies.server";
import { readBesideOr } from "~/web/optional-parts.server";
import { pageRange, requestedPageNumber } from "~/web/paging";
import { notFound, problem } from "~/web/replies.server";
import { readSubmission } from "~/web/submission.server";
import { redirectWithToast } from "~/web/toast.server";
import { isUuid } from "~/web/uuid";
import { wallMinute } from "~/web/zoned-minute";
import { countReaders } from "./choices.queries.server";
import { digestTime, lastDigest, nextDigest, recordOfWeek, weekOfRecord } from "./digest.rules";
import { editionContent } from "./edition-content.server";
import { returnUnsent } from "./edition-members.server";
import {
  automate,
  editionById,
  editionOfRecord,
  editionProblems,
  editionsPage,
  type ListedEdition,
  moveEdition,
  newsletterSettings,
} from "./editions.queries.server";
import { composeSchema, isStaffChange, SEND_LATER, SEND_TO_ME, STAFF_CHANGES, STILL } from "./editions.rules";
import {
  ALL_NEWSLETTERS,
  EDITIONS_PATH,
  editionPath,
  isNewsletter,
  NEWSLETTER_WORDS,
  VERSION_WORDS,
} from "./newsletters.rules";
import { pushTotals } from "./push/push-devices.queries.server";
import { planEdition, renderBodies } from "./start-editions.server";

const reader = (args: LoaderFunctionArgs) => requireStaff(args, rolesWith("newsletters.read"));
const writer = (args: LoaderFunctionArgs) => requireStaff(args, rolesWith("newsletters.write"));

/** The count reads all members, so a page does without it if it is late. */
const readersOf = (args: LoaderFunctionArgs, newsletter: Newsletter) =>
  readBesideOr(args, "readers not counted", () => countReaders(newsletter), undefined);

/** Editions per page. */
const PAGE_SIZE = 20;

/** `/admin/newsletters`: the newsletters, their readers, and all editions. */
export async function editionsScreen(args: LoaderFunctionArgs) {
  const viewer = await reader(args);
  const page = requestedPageNumber(args.request);
  const [settings, counts, listed] = await Promise.all([
    newsletterSettings(),
    Promise.all(ALL_NEWSLETTERS.map((newsletter) => readersOf(args, newsletter))),
    editionsPage(pageRange(page, PAGE_SIZE)),
  ]);
  const newsletters = ALL_NEWSLETTERS.map((newsletter, index) => ({
    newsletter,
    readers: counts[index],
    isAutomatic: settings.some((each) => each.newsletter === newsletter && each.automaticSince !== null),
  }));
  return {
    newsletters,
    weeks: await unsentWeeks(),
    ...listed,
    page,
    size: PAGE_SIZE,
    mayWrite: can(viewer, "newsletters.write"),
  };
}

/** The digests of the week that ended last and of the running one, if they have something and no edition. */
async function unsentWeeks(): Promise<{ recordId: string; isRunning: boolean }[]> {
  const { siteTz } = config();
  const now = new Date();
  const weeks = [lastDigest(now, siteTz), nextDigest(now, siteTz)].map(recordOfWeek);
  const found = await Promise.all(
    weeks.map(async (recordId) => ({
      recordId,
      isRunning: dueTime(recordId) !== undefined,
      isOffered:
        !(await editionOfRecord("weekly", recordId)) &&
        (await editionContent("weekly", recordId, "any")) !== undefined,
    })),
  );
  return found.filter(({ isOffered }) => isOffered);
}

/** Makes a newsletter automatic, or leaves each record to the staff. */
export async function automateAction(args: LoaderFunctionArgs) {
  const staff = await writer(args);
  const { newsletter, automatic } = (await readSubmission(args.request)).values;
  if (!isNewsletter(newsletter)) throw notFound("Newsletter not found.");
  const isAutomatic = automatic === "yes";
  const { title, record } = NEWSLETTER_WORDS[newsletter];
  await em().transactional(async (manager) => {
    await automate({ newsletter, isAutomatic }, manager);
    logChange(manager, staff, {
      action: isAutomatic ? "made automatic" : "made manual",
      resource: "newsletters",
      recordId: newsletter,
      recordTitle: title,
    });
  });
  const text = isAutomatic
    ? newsletter === "weekly"
      ? "The digest is sent every Saturday at 08:00."
      : `Every ${record} that is published from now on is sent.`
    : `From now on, you choose which ${record} is sent.`;
  return redirectWithToast(EDITIONS_PATH, { tone: "good", text });
}

/** `/admin/newsletters/{id}`: the progress of one edition. It refreshes while emails are sent. */
export async function editionScreen(args: LoaderFunctionArgs) {
  const viewer = await reader(args);
  const edition = await loadEdition(args);
  const problems = edition.failed + edition.unknown > 0 ? await editionProblems(edition.id) : [];
  const isStill = new URL(args.request.url).searchParams.has(STILL);
  const isPublished = edition.state === "planned" && (await hasContent(edition));
  const isOut = isPublished && (edition.startsAt === null || edition.startsAt <= new Date());
  const refresh = !isStill && (isOut || edition.state === "sending") ? refreshSeconds(edition.startedAt) : 0;
  const screen = {
    edition,
    problems,
    isOut,
    isPublished,
    refresh,
    minutesLeft: minutesLeft(edition),
    pushes: await pushTotals(edition.id),
    mayWrite: can(viewer, "newsletters.write"),
  };
  return data(screen, refresh > 0 ? { headers: { Refresh: String(refresh) } } : {});
}

const hasContent = async ({ newsletter, recordId }: ListedEdition): Promise<boolean> =>
  (await editionContent(newsletter, recordId, "published")) !== undefined;

/** Rarely after the first minute: a reload moves the place of people who use a keyboard or a screen reader. */
const refreshSeconds = (startedAt: Date | null): number =>
  startedAt && Date.now() - startedAt.getTime() > 60_000 ? 15 : 2;

/** At the highest rate; undefined while readers are still being counted. */
function minutesLeft({ filledAt, total, sent, skipped, failed, unknown }: ListedEdition): number | undefined {
  if (!filledAt) return undefined;
  return Math.ceil((total - sent - skipped - failed - unknown) / config().newsletterRate / 60);
}

async function loadEdition({ params: { id } }: LoaderFunctionArgs) {
  const edition = isUuid(id) ? await editionById(id) : undefined;
  if (!edition) throw notFound("Edition not found.");
  return edition;
}

/** Pauses, continues or cancels an edition, or sends again what may be lost. */
export async function editionAction(args: LoaderFunctionArgs) {
  const staff = await writer(args);
  const edition = await loadEdition(args);
  const { id, subject } = edition;
  const { change } = (await readSubmission(args.request)).values;
  if (!isStaffChange(change)) throw problem(400, "Choose what to do.");
  const { from, action, done } = STAFF_CHANGES[change];
  const changed = await em().transactional(async (manager) => {
    const isChanged =
      change === "again"
        ? (await returnUnsent(id, manager)) > 0
        : await moveEdition({ id, from: [...from], to: stateAfter(change, edition), reason: null }, manager);
    if (!isChanged) return false;
    logChange(manager, staff, { action, resource: "newsletters", recordId: id, recordTitle: subject });
    await enqueueUnlessWaiting(EDITION_QUEUE, manager);
    return true;
  });
  return redirectWithToast(
    editionPath(id),
    changed
      ? { tone: "good", text: done }
      : { tone: "bad", text: "Nothing was changed: the edition has moved on since you opened this page." },
  );
}

/** A cancelled edition gets the record's present text. */
function stateAfter(
  change: "pause" | "resume" | "cancel",
  { state, startedAt }: ListedEdition,
): EditionState {
  if (change === "pause") return "paused";
  if (change === "cancel") return "cancelled";
  return startedAt && state !== "cancelled" ? "sending" : "planned";
}

/** The record that the address names, as an email. @throws 404 */
async function loadContent({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const [newsletter, recordId] = [searchParams.get("newsletter"), searchParams.get("record") ?? ""];
  if (!isNewsletter(newsletter) || !isUuid(recordId)) throw notFound("This page does not exist.");
  const content = await editionContent(newsletter, recordId, "any");
  if (!content) throw notFound("This record does not exist.");
  return { newsletter, recordId, content };
}

/** `/admin/newsletters/new?newsletter=&record=`: sends one record. */
export async function composeScreen(args: LoaderFunctionArgs) {
  await writer(args);
  const { newsletter, recordId, content } = await loadContent(args);
  const planned = await editionOfRecord(newsletter, recordId);
  if (planned) throw redirect(editionPath(planned.id));
  const [readers, published] = await Promise.all([
    readersOf(args, newsletter),
    editionContent(newsletter, recordId, "published"),
  ]);
  const { audience, teaser } = content;
  const due = dueTime(recordId);
  // After a test the form keeps its words.
  const { searchParams } = new URL(args.request.url);
  const typed = (name: string, otherwise: string) => searchParams.get(name) ?? otherwise;
  return {
    newsletter,
    recordId,
    values: {
      // What a running week will contain is not known yet.
      subject: typed("subject", due ? `The week at ${config().siteName}` : content.subject),
      preview: typed("preview", due ? "" : content.preview),
      startsAt: typed("startsAt", due ? wallMinute(due, config().siteTz) : ""),
    },
    audience,
    hasTeaser: teaser !== undefined,
    readers,
    isOut: published !== undefined,
    isWeekRunning: due !== undefined,
  };
}

/** When the digest of a week is due. Undefined for records, and once its week has ended. */
function dueTime(recordId: string): Date | undefined {
  const saturday = weekOfRecord(recordId);
  const due = saturday && digestTime(saturday, config().siteTz);
  return due && due > new Date() ? due : undefined;
}

export async function composeAction(args: LoaderFunctionArgs) {
  const staff = await writer(args);
  const { newsletter, recordId, content } = await loadContent(args);
  return formReply(args, "Nothing was sent.", async ({ values }) => {
    const { subject, preview, startsAt: typed = "" } = parseOrThrow(composeSchema, values);
    if (values.to === SEND_TO_ME) {
      const kept = new URLSearchParams({ newsletter, record: recordId, subject, preview, startsAt: typed });
      await sendTest(staff, newsletter, { ...content, subject, preview });
      return redirectWithToast(`${EDITIONS_PATH}/new?${kept}`, {
        tone: "good",
        text: `A test was sent to ${staff.email}.`,
      });
    }
    const startsAt = values.to === SEND_LATER ? readLater(typed, dueTime(recordId)) : dueNow(typed, recordId);
    const id = await em().transactional(async (manager) => {
      const added = await planEdition(
        { newsletter, recordId, subject, preview, staffName: staff.fullname, startsAt },
        manager,
      );
      if (!added) return undefined;
      logChange(manager, staff, {
        action: "planned",
        resource: "newsletters",
        recordId: added,
        recordTitle: subject,
      });
      await enqueueUnlessWaiting(EDITION_QUEUE, manager);
      return added;
    });
    const edition = id ?? (await editionOfRecord(newsletter, recordId))?.id;
    return redirectWithToast(edition ? editionPath(edition) : EDITIONS_PATH, {
      tone: id ? "good" : "bad",
      text: id ? "The edition is planned." : "Somebody else has just sent this record.",
    });
  });
}

const LATER = z.object({
  startsAt: optionalMinute("startsAt", { label: "Send at", description: "" }).schema,
});

/** @throws AppError 422 if a time was typed, which this button ignores */
function dueNow(typed: string, recordId: string): Date | null {
  const due = dueTime(recordId) ?? null;
  if (typed && !due) throw fieldError(422, "startsAt", "Choose “Send at this time”, or leave this empty.");
  return due;
}

/** @param due when the week of a digest ends @throws AppError 422 unless it is a time to come, and after that */
function readLater(typed: string, due: Date | undefined): Date {
  const startsAt = parseOrThrow(LATER, { startsAt: typed }).startsAt as Date | null;
  if (!startsAt) throw fieldError(422, "startsAt", "Choose a date and time.");
  if (due && startsAt < due) throw fieldError(422, "startsAt", "The week of this digest has not ended then.");
  if (startsAt <= new Date())
    throw fieldError(422, "startsAt", `“Send at” ${passedText(startsAt)}. Choose a later time.`);
  return startsAt;
}

type Content = Parameters<typeof renderBodies>[1];

/** Both versions, as their readers get them. The links to unsubscribe lead nowhere. */
async function sendTest(
  staff: StaffViewer,
  newsletter: Parameters<typeof renderBodies>[0],
  content: Content,
) {
  const bodies = renderBodies(newsletter, content, mailSite());
  await em().transactional(async (manager) => {
    for (const { version, html, text } of bodies)
      await queueRendered(manager, {
        to: staff.email,
        subject: `Test (${VERSION_WORDS[version]}): ${content.subject}`.slice(0, 200),
        template: "edition-test",
        html,
        text,
        dedupeKey: `edition-test:${randomUUID()}`,
      });
  });
}

/** `/admin/newsletters/preview?newsletter=&record=&version=`: the email as an email program shows it. */
export async function previewReply(args: LoaderFunctionArgs) {
  await reader(args);
  const { newsletter, content } = await loadContent(args);
  const { searchParams } = new URL(args.request.url);
  const version = EDITION_VERSIONS.find((each) => each === searchParams.get("version")) ?? "whole";
  const body = renderBodies(newsletter, content, mailSite()).find((each) => each.version === version);
  if (!body) throw notFound("There is no such version.");
  return mailReply(body.html);
}
