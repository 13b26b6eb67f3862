import { data, type LoaderFunctionArgs } from "@remix-run/node";
import type { EditionState } from "db/entities/edition";
import type { Newsletter } from "db/entities/newsletter";
import { em } from "db/orm.server";
import { logChange } from "~/admin-kit/change-log.server";
import { can, rolesWith } from "~/auth/permissions.server";
import { requireStaff } from "~/auth/viewer.server";
import { config } from "~/platform/config.server";
import { enqueueUnlessWaiting } from "~/platform/jobs/queue.server";
import { EDITION_QUEUE } from "~/platform/jobs/queue-names";
import { readBesideOr } from "~/web/optional-parts.server";
import { pageRange, requestedPageNumber } from "~/web/paging";
import { notFound, problem } from "~/web/replies.server";
import { readSubmission } from "~/web/submission.server";
import { redirectWithToast } from "~/web/toast.server";
import { isUuid } from "~/web/uuid";
import { countReaders } from "./choices.queries.server";
import { DIGEST_TIME } from "./digest.rules";
import { offeredWeeks } from "./digest-content.server";
import { editionContent } from "./edition-content.server";
import { readPace, returnUnsent } from "./edition-members.server";
import {
  automate,
  editionById,
  editionProblems,
  editionsPage,
  type ListedEdition,
  moveEdition,
} from "./editions.queries.server";
import { isStaffChange, STAFF_CHANGES, STILL } from "./editions.rules";
import {
  allNewsletters,
  type ListedNewsletter,
  newsletterNamed,
  offeredNewsletters,
} from "./newsletters.queries.server";
import {
  composePath,
  EDITIONS_PATH,
  editionPath,
  isNewsletter,
  isOwn,
  kindOf,
  NEWSLETTER_WORDS,
} from "./newsletters.rules";
import { publicationFigures } from "./publication-figures.server";
import { pushTotals } from "./push/push-devices.queries.server";

export const requireReader = (args: LoaderFunctionArgs) => requireStaff(args, rolesWith("newsletters.read"));
export const requireWriter = (args: LoaderFunctionArgs) => requireStaff(args, rolesWith("newsletters.write"));

/** The count reads all members, so a page does without it if it is late. */
export const readerCounts = (args: LoaderFunctionArgs): Promise<ReadonlyMap<Newsletter, number>> =>
  readBesideOr(args, "readers not counted", countReaders, new Map());

/** Editions per page. */
const PAGE_SIZE = 20;

/** `/admin/newsletters`: the newsletters, their readers, and all editions. */
export async function editionsScreen(args: LoaderFunctionArgs) {
  const viewer = await requireReader(args);
  const page = requestedPageNumber(args.request);
  const all = await allNewsletters();
  const active = all.filter(({ endedAt }) => endedAt === null);
  const [counts, { editions, total, capped }, weeks] = await Promise.all([
    readerCounts(args),
    editionsPage(pageRange(page, PAGE_SIZE)),
    readBesideOr(args, "digests not read", offeredWeeks, []),
  ]);
  return {
    newsletters: active.map((each) => ({
      ...each,
      readers: counts.get(each.newsletter),
      isAutomatic: each.automaticSince !== null,
    })),
    ended: all.flatMap(({ newsletter, title, endedAt }) => (endedAt ? [{ newsletter, title }] : [])),
    weeks,
    editions: editions.map((edition) => ({ ...edition, title: titleIn(all, edition.newsletter) })),
    total,
    capped,
    page,
    size: PAGE_SIZE,
    mayWrite: can(viewer, "newsletters.write"),
    mayPost: can(viewer, "settings.write"),
  };
}

const titleIn = (all: readonly ListedNewsletter[], name: Newsletter): string =>
  all.find(({ newsletter }) => newsletter === name)?.title ?? "";

/** Makes a newsletter automatic, or leaves each record to the staff. */
export async function automateAction(args: LoaderFunctionArgs) {
  const staff = await requireWriter(args);
  const { newsletter, automatic } = (await readSubmission(args.request)).values;
  if (!isNewsletter(newsletter) || isOwn(newsletter)) throw notFound("Newsletter not found.");
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
      ? `The digest is sent every Saturday at ${DIGEST_TIME}.`
      : `Every ${record} that is published from now on will be sent.`
    : `From now on, you choose which ${record} is sent.`;
  return redirectWithToast(EDITIONS_PATH, { tone: "good", text });
}

/** `/admin/newsletters/{id}`: the progress of one edition. It refreshes while emails are sent. */
export async function editionScreen(args: LoaderFunctionArgs) {
  const viewer = await requireReader(args);
  const edition = await loadEdition(args);
  const problems = edition.failed + edition.unknown > 0 ? await editionProblems(edition.id) : [];
  const newsletter = await newsletterNamed(edition.newsletter);
  const isStill = new URL(args.request.url).searchParams.has(STILL);
  const isPublished = edition.state === "planned" && (await hasContent(edition));
  const isOut = isPublished && (edition.startsAt === null || edition.startsAt <= new Date());
  const refresh = !isStill && (isOut || edition.state === "sending") ? refreshSeconds(edition.startedAt) : 0;
  const screen = {
    edition,
    title: newsletter?.title ?? "",
    others: await othersFor(edition),
    problems,
    isOut,
    isPublished,
    refresh,
    ...(await expectEnd(edition)),
    // Without it nothing that comes back reaches us.
    countsBounces: config().bounceAddress !== undefined,
    pushes: await pushTotals(edition.id),
    brought: await readBesideOr(
      args,
      "publication figures not read",
      () => publicationFigures(edition, { withPurchases: can(viewer, "payments.read") }),
      undefined,
    ),
    mayWrite: can(viewer, "newsletters.write"),
  };
  return data(screen, refresh > 0 ? { headers: { Refresh: String(refresh) } } : {});
}

/** The other newsletters with which the record can be sent. */
const othersFor = async ({ newsletter, recordId }: ListedEdition) =>
  (await offeredNewsletters())
    .filter((other) => other.newsletter !== newsletter && kindOf(other.newsletter) === kindOf(newsletter))
    .map((other) => ({ title: other.title, to: composePath(other.newsletter, recordId) }));

const hasContent = async ({ newsletter, recordId }: ListedEdition): Promise<boolean> =>
  (await editionContent(newsletter, recordId, "published")) !== undefined;

/** Rarely after the first minute: a reload moves the place of people who use a keyboard or a screen reader. */
const refreshSeconds = (startedAt: Date | null): number =>
  startedAt && Date.now() - startedAt.getTime() > 60_000 ? 15 : 2;

/**
 * When it ends, at the pace of the last minute: undefined while readers are still being counted, or nothing is known.
 * @property nextAt everybody who is left waits until then
 */
async function expectEnd(edition: ListedEdition): Promise<{ minutesLeft?: number; nextAt?: Date }> {
  const { id, state, startedAt, filledAt, total, sent, skipped, failed, unknown } = edition;
  const pace = state === "sending" && filledAt && startedAt ? await readPace(id) : undefined;
  if (!pace || !startedAt) return {};
  if (pace.nextAt && pace.nextAt > new Date()) return { nextAt: pace.nextAt };
  const ended = sent + skipped + failed + unknown;
  if (pace.lastMinute === 0) return {};
  const emailsLeft = (total - ended) * (sent / ended);
  const minutes = Math.min(1, (Date.now() - startedAt.getTime()) / 60_000);
  return { minutesLeft: Math.ceil((emailsLeft / pace.lastMinute) * minutes) };
}

async function loadEdition({ params: { id } }: LoaderFunctionArgs) {
  const edition = isUuid(id) ? await editionById(id) : undefined;
  if (!edition) throw notFound("Edition not found.");
  return edition;
}

/** Pauses, continues or cancels an edition, or sends again what may be lost. */
export async function editionAction(args: LoaderFunctionArgs) {
  const staff = await requireWriter(args);
  const edition = await loadEdition(args);
  const { id, subject } = edition;
  const { change } = (await readSubmission(args.request)).values;
  if (!isStaffChange(change)) throw problem(400, "Choose what to do.");
  const { from, action, done } = STAFF_CHANGES[change];
  const changed = await em().transactional(async (manager) => {
    const isChanged =
      change === "again"
        ? (await returnUnsent(id, "done", manager)) > 0
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
