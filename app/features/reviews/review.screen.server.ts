import type { EntityManager } from "@mikro-orm/postgresql";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { em } from "db/orm.server";
import { isOnlyHidden, logChange } from "~/admin-kit/change-log.server";
import { text } from "~/admin-kit/fields.server";
import { parseSubmission } from "~/admin-kit/parse-submission.server";
import { isPublic, mayPublish } from "~/admin-kit/publication-guard.server";
import { isScheduled, type Scheduled } from "~/admin-kit/publish-time.server";
import { requireChange } from "~/admin-kit/require-change.server";
import type { ManagedRecord, Resource } from "~/admin-kit/resource.server";
import {
  addEntry,
  approvalsOf,
  type ReviewedVersion,
  removeComment,
  reviewEntries,
  withdrawReview,
} from "~/admin-kit/review/entries.server";
import { reviewPath } from "~/admin-kit/review/review-path";
import { requireRow } from "~/admin-kit/submit.server";
import { workingCopyOf } from "~/admin-kit/working-copies/working-copies.queries.server";
import { WORKING_COPY } from "~/admin-kit/working-copies/working-copies.rules";
import { isOut } from "~/admin-kit/working-copies/working-copy.server";
import { requireStaff, type StaffViewer } from "~/auth/viewer.server";
import { queueMail } from "~/features/mail/queue.server";
import { config } from "~/platform/config.server";
import { AppError } from "~/web/app-error.server";
import { formReply } from "~/web/form-replies.server";
import type { Submission } from "~/web/submission.server";
import { redirectWithToast } from "~/web/toast.server";
import { isUuid } from "~/web/uuid";
import { COMMENT_LENGTH, mentionedIn } from "./mentions.rules";
import { mentionMail } from "./review-mail";
import { saversOf, staffWith } from "./reviewers.queries.server";

const COMMENT = text("body", { label: "Comment", maxLength: COMMENT_LENGTH, input: "textarea", rows: 4 });

const ONLY_REVIEWERS = "Your account writes drafts and does not approve them: a colleague does.";
const OWN_VERSION = "You saved this version yourself, or one before it: somebody else approves it.";
const UNKNOWN_WRITER =
  "The change log does not say who wrote this: a colleague saves it, then you approve it.";
const SEEN_BEFORE = "Readers saw this version before: it is published again without an approval.";
const CHANGED =
  "Somebody changed this record after you opened its review. Look at it again, then approve it.";
const NOT_A_DRAFT = "This record is published or scheduled already: nothing waits for a review.";

type Subject = ReviewedVersion & { savers: readonly (string | null)[] };

/** What is reviewed: the working copy's values if readers see the record and it has one, else the record's. @property savers who wrote them; empty if nobody knows */
async function subjectOf(
  { path }: Resource<ManagedRecord>,
  row: ManagedRecord,
  within?: EntityManager,
): Promise<Subject> {
  const copy = isOut(row) ? await workingCopyOf(path, row.id, within) : undefined;
  return copy
    ? { version: copy.version, ofCopy: true, savers: copy.writerIds }
    : { version: row.version, ofCopy: false, savers: await saversOf(path, row.id, within) };
}

/** Why this person does not approve a version. */
async function findDeniedReason(
  { id }: StaffViewer,
  { savers }: Subject,
  { path }: Resource<ManagedRecord>,
  row: ManagedRecord,
  within?: EntityManager,
): Promise<string | undefined> {
  if (savers.includes(id)) return OWN_VERSION;
  if (savers.length > 0) return undefined;
  return (await isOnlyHidden(path, row, within)) ? SEEN_BEFORE : UNKNOWN_WRITER;
}

/** The version as a form sends it. */
const writeVersion = ({ version, ofCopy }: ReviewedVersion): string => `${ofCopy ? "copy " : ""}${version}`;

/** `/admin/{path}/{id}/review` */
export async function reviewScreen(resource: Resource<ManagedRecord>, args: LoaderFunctionArgs) {
  const staff = await requireStaff(args, resource.roles.write);
  const row = await requireRow(resource, staff, args.params.id);
  const record = { kind: resource.path, recordId: row.id };
  const [subject, entries, people] = await Promise.all([
    subjectOf(resource, row),
    reviewEntries(record),
    staffWith(`${resource.noun}.write`),
  ]);
  const approvals = await approvalsOf({ ...record, ...subject });
  const deniedReason = await findDeniedReason(staff, subject, resource, row);
  const isOpen = subject.ofCopy || !isPublic(resource, row);
  return {
    title: resource.titleOf(row),
    list: { label: resource.listing.title, to: `/admin/${resource.path}` },
    editTo: `/admin/${resource.path}/${row.id}/edit${subject.ofCopy ? `?${WORKING_COPY}=on` : ""}`,
    previewTo: resource.hasPreview && `/admin/${resource.path}/${row.id}/preview`,
    seen: writeVersion(subject),
    ofCopy: subject.ofCopy,
    isOpen,
    isScheduled: isScheduled(row as Scheduled),
    ready: entries.find(({ what }) => what === "ready"),
    approvals: approvals.map(({ staffName, createdAt }) => ({ staffName, createdAt })),
    secondPerson: config().secondPerson === true,
    mayApprove:
      isOpen &&
      mayPublish(staff, resource) &&
      deniedReason === undefined &&
      !approvals.some(({ staffId }) => staffId === staff.id),
    deniedReason: mayPublish(staff, resource) ? deniedReason : undefined,
    entries: entries.map(({ staffId, ...entry }) => ({ ...entry, isOwn: staffId === staff.id })),
    names: people.filter(({ id }) => id !== staff.id).map(({ fullname }) => fullname),
  };
}

export type ReviewScreenData = Awaited<ReturnType<typeof reviewScreen>>;

type ReviewArgs = {
  resource: Resource<ManagedRecord>;
  row: ManagedRecord;
  staff: StaffViewer;
  submission: Submission;
  manager: EntityManager;
};
type ReviewAction = (args: ReviewArgs) => Promise<string>;

/** What the buttons of the page do. Each returns the message. */
const ACTIONS: Readonly<Record<string, ReviewAction>> = {
  async ready(args) {
    const { resource, row, manager } = args;
    const { savers: _, ...version } = await subjectOf(resource, row, manager);
    if (!version.ofCopy && isPublic(resource, row)) throw new AppError(409, NOT_A_DRAFT);
    const added = await addEntry(manager, args.staff, { ...recordOf(args), what: "ready", ...version });
    if (added) note(args, "asked for a review of");
    return "Marked as ready for review";
  },
  async withdraw(args) {
    await withdrawReview(recordOf(args), args.manager);
    return "No longer marked as ready";
  },
  async approve(args) {
    const { resource, row, staff, submission, manager } = args;
    const { savers, ...version } = await subjectOf(resource, row, manager);
    const deniedReason = await findDeniedReason(staff, { ...version, savers }, resource, row, manager);
    if (!mayPublish(staff, resource)) throw new AppError(403, ONLY_REVIEWERS);
    if (!version.ofCopy && isPublic(resource, row)) throw new AppError(409, NOT_A_DRAFT);
    if (deniedReason) throw new AppError(403, deniedReason);
    if (submission.values.seen !== writeVersion(version)) throw new AppError(409, CHANGED);
    const added = await addEntry(manager, staff, { ...recordOf(args), what: "approval", ...version });
    if (added) note(args, "approved");
    return "Version approved";
  },
  async comment(args) {
    const { resource, row, staff, submission, manager } = args;
    const { values } = await parseSubmission({ fields: [COMMENT] }, submission, "create");
    const body = String(values.body);
    const { savers: _, ...version } = await subjectOf(resource, row, manager);
    const people = mentionedIn(body, await staffWith(`${resource.noun}.write`, manager)).filter(
      ({ id }) => id !== staff.id,
    );
    const mentions = people.map(({ id }) => id);
    const id = await addEntry(manager, staff, {
      ...recordOf(args),
      what: "comment",
      ...version,
      body,
      mentions,
    });
    const about = {
      by: staff.fullname,
      singular: resource.singular,
      path: reviewPath(resource.path, row.id),
    };
    for (const person of people)
      await queueMail(manager, {
        to: person.email,
        content: mentionMail(config().siteName, about),
        dedupeKey: `mention:${id}:${person.id}`,
      });
    note(args, "commented on");
    return people.length > 0
      ? `Comment added. ${people.map(({ fullname }) => fullname).join(", ")} will get an email`
      : "Comment added";
  },
  async removal(args) {
    const { staff, submission, manager } = args;
    const { entry } = submission.values;
    const own = { ...recordOf(args), id: String(entry), staffId: staff.id };
    if (!isUuid(own.id) || !(await removeComment(own, manager)))
      throw new AppError(404, "This comment is gone, or somebody else wrote it.");
    return "Comment deleted";
  },
};

const recordOf = ({ resource, row }: ReviewArgs) => ({ kind: resource.path, recordId: row.id });

const note = ({ resource, row, staff, manager }: ReviewArgs, action: string): void =>
  logChange(manager, staff, {
    action,
    resource: resource.path,
    recordId: row.id,
    recordTitle: resource.titleOf(row),
    recordVersion: row.version,
  });

export async function reviewAction(resource: Resource<ManagedRecord>, sent: LoaderFunctionArgs) {
  const { staff, args } = await requireChange(resource, sent, "write");
  return formReply(args, "Failed to save the review", async (submission) => {
    const row = await requireRow(resource, staff, args.params.id);
    const change = String(submission.values.change);
    const act = Object.hasOwn(ACTIONS, change) ? ACTIONS[change] : undefined;
    if (!act) throw new AppError(422, "Choose what to do");
    const done = await em().transactional((manager) => act({ resource, row, staff, submission, manager }));
    return redirectWithToast(reviewPath(resource.path, row.id), { tone: "good", text: done });
  });
}
