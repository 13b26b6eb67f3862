import { randomUUID } from "node:crypto";
import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { EDITION_VERSIONS } from "db/entities/edition";
import { em } from "db/orm.server";
import { z } from "zod";
import { logChange } from "~/admin-kit/change-log.server";
import { optionalMinute } from "~/admin-kit/fields.server";
import { passedText } from "~/admin-kit/publish-time.server";
import type { StaffViewer } from "~/auth/viewer.server";
import { mailReply } from "~/features/mail/mail-reply.server";
import { mailSite, queueRendered } from "~/features/mail/queue.server";
import { config } from "~/platform/config.server";
import { enqueueUnlessWaiting } from "~/platform/jobs/queue.server";
import { EDITION_QUEUE } from "~/platform/jobs/queue-names";
import { fieldError, parseOrThrow } from "~/web/app-error.server";
import { formReply } from "~/web/form-replies.server";
import { notFound } from "~/web/replies.server";
import { redirectWithToast } from "~/web/toast.server";
import { isUuid } from "~/web/uuid";
import { wallMinute } from "~/web/zoned-minute";
import { dueTime } from "./digest-content.server";
import { editionContent } from "./edition-content.server";
import { editionOfRecord } from "./editions.queries.server";
import { composeSchema, isReplaceable, SEND_LATER, SEND_TO_ME } from "./editions.rules";
import { readerCounts, requireReader, requireWriter } from "./editions.screen.server";
import { newsletterNamed, offeredNewsletters, senderOf } from "./newsletters.queries.server";
import { EDITIONS_PATH, editionPath, isNewsletter, kindOf, VERSION_WORDS } from "./newsletters.rules";
import { planEdition, renderBodies } from "./start-editions.server";

/** The record that the address names, as an email. @throws 404 */
async function loadContent({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const [newsletter, recordId] = [searchParams.get("newsletter"), searchParams.get("record") ?? ""];
  if (!isNewsletter(newsletter) || !isUuid(recordId)) throw notFound("This page does not exist.");
  const named = await newsletterNamed(newsletter);
  if (!named || named.endedAt) throw notFound("This newsletter does not exist.");
  const content = await editionContent(newsletter, recordId, "any");
  if (!content) throw notFound("This record does not exist.");
  return { newsletter, title: named.title, recordId, content };
}

/** `/admin/newsletters/new?newsletter=&record=`: sends one record. */
export async function composeScreen(args: LoaderFunctionArgs) {
  await requireWriter(args);
  const { newsletter, title, recordId, content } = await loadContent(args);
  const planned = await editionOfRecord(newsletter, recordId);
  if (planned && !isReplaceable(planned)) throw redirect(editionPath(planned.id));
  const [all, counts, published] = await Promise.all([
    offeredNewsletters(),
    readerCounts(args),
    editionContent(newsletter, recordId, "published"),
  ]);
  const { audience, teaser } = content;
  const due = dueTime(recordId);
  // After a test the form keeps its words.
  const { searchParams } = new URL(args.request.url);
  const typed = (name: string, otherwise: string) => searchParams.get(name) ?? otherwise;
  return {
    newsletter,
    title,
    // Those that send records of this kind.
    choices: all
      .filter((each) => kindOf(each.newsletter) === kindOf(newsletter))
      .map((each) => ({ newsletter: each.newsletter, title: each.title })),
    recordId,
    values: {
      // What a running week will contain is not known yet.
      subject: typed("subject", due ? `The week at ${config().siteName}` : content.subject),
      preview: typed("preview", due ? "" : content.preview),
      startsAt: typed("startsAt", due ? wallMinute(due, config().siteTz) : ""),
    },
    audience,
    hasTeaser: teaser !== undefined,
    readers: counts.get(newsletter),
    isOut: published !== undefined,
    isWeekRunning: due !== undefined,
  };
}

export async function composeAction(args: LoaderFunctionArgs) {
  const staff = await requireWriter(args);
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
        {
          ...{ newsletter, recordId, subject, preview, startsAt },
          followsRecord: false,
          staffName: staff.fullname,
        },
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
  if (due && startsAt < due)
    throw fieldError(422, "startsAt", "The week of this digest will not have ended by then.");
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
  const [bodies, from] = await Promise.all([
    renderBodies(newsletter, content, mailSite()),
    senderOf(newsletter),
  ]);
  await em().transactional(async (manager) => {
    for (const { version, html, text } of bodies)
      await queueRendered(manager, {
        to: staff.email,
        from,
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
  await requireReader(args);
  const { newsletter, content } = await loadContent(args);
  const { searchParams } = new URL(args.request.url);
  const version = EDITION_VERSIONS.find((each) => each === searchParams.get("version")) ?? "whole";
  const bodies = await renderBodies(newsletter, content, mailSite());
  const body = bodies.find((each) => each.version === version);
  if (!body) throw notFound("There is no such version.");
  return mailReply(body.html);
}
