import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { versionOf } from "~/admin-kit/parse-submission.server";
import { can, rolesWith } from "~/features/auth/permissions.server";
import { forbidden, requireStaff, type StaffViewer } from "~/features/auth/viewer.server";
import { referralOverview } from "~/features/entitlements/referrals.queries.server";
import { newestMailsTo } from "~/features/mail/log.queries.server";
import { changesOf } from "~/features/staff/changes.queries.server";
import { config } from "~/platform/config.server";
import { pictureAttributes } from "~/platform/images/picture";
import { formatTime } from "~/ui/dates";
import { parseOrThrow } from "~/web/errors.server";
import { notFound } from "~/web/replies.server";
import { readSubmission, type Submission } from "~/web/submission.server";
import { isUuid } from "~/web/uuid";
import { keepAccountByStaff, requestDeletionByStaff } from "../deletion.server";
import { memberById, membershipOf, paymentsOf } from "../member.queries.server";
import { members } from "../members.resource.server";
import { factsOf } from "./member-page.queries.server";
import { memberPaths } from "./paths.server";
import { type ActionResult, respond } from "./respond.server";
import { resendVerificationByStaff, setStatus } from "./status.server";
import { switchTierByForm } from "./tier.server";

const MISSING = members.texts.missing;

/** Everything about one member. Amounts are the superadmin's: for others they are not read at all. */
export async function memberPage(args: LoaderFunctionArgs) {
  const viewer = await requireStaff(args, rolesWith("members.read"));
  const { id } = args.params;
  if (!isUuid(id)) throw notFound(MISSING);
  const seesPayments = can(viewer, "payments.read");
  const deletes = can(viewer, "members.delete");
  const [account, facts, membership, referrals, payments, changes] = await Promise.all([
    memberById(id),
    factsOf(id),
    membershipOf(id),
    referralOverview(id),
    seesPayments ? paymentsOf(id) : undefined,
    changesOf(members.path, id),
  ]);
  if (!account || !facts || !membership) throw notFound(MISSING);
  const { image, ...member } = account;
  const { change, list, page, edit, ask } = memberPaths(args.request, id);
  // Only who can sign in can keep the account, as the mail about it says.
  const mayDelete = deletes && member.status === "active" && !member.deletionRequestedAt;
  return {
    member,
    facts,
    membership,
    referrals,
    payments,
    changes,
    owner: deletes,
    links: { list, page, edit, ask },
    photo: image ? pictureAttributes(image) : undefined,
    mails: await newestMailsTo(member.email),
    mayDelete,
    confirmingDelete: mayDelete && new URL(args.request.url).searchParams.get("delete") === id,
    actions: {
      subscription: change("subscription"),
      status: change("status"),
      verification: change("verification"),
      deletion: change("deletion"),
      keep: change("keep"),
    },
  };
}

export type MemberPageData = Awaited<ReturnType<typeof memberPage>>;

type Mutation = (
  staff: StaffViewer,
  memberId: string,
  submission: Submission,
  request: Request,
) => Promise<ActionResult>;

/** What can be changed about a member with one button. */
const MUTATIONS = new Map<string, Mutation>([
  ["subscription", switchOnPage],
  ["status", setStatusAction],
  ["verification", resendVerification],
  ["deletion", requestDeletion],
  ["keep", keepAccount],
]);

const DELETE_MUTATIONS = new Set(["deletion", "keep"]);

/** Makes the change that `?change=` names, and goes back to the member's page. */
export async function memberAction(args: LoaderFunctionArgs) {
  const staff = await requireStaff(args, rolesWith("members.write"));
  const { id } = args.params;
  const name = new URL(args.request.url).searchParams.get("change") ?? "";
  const mutation = MUTATIONS.get(name);
  if (!isUuid(id)) throw notFound(MISSING);
  if (!mutation) throw json({ message: "This page does not know what to change." }, 400);
  if (DELETE_MUTATIONS.has(name) && !can(staff, "members.delete"))
    throw forbidden(rolesWith("members.delete"));
  return respond(args, memberPaths(args.request, id).page, async () =>
    mutation(staff, id, await readSubmission(args.request), args.request),
  );
}

function switchOnPage(staff: StaffViewer, id: string, submission: Submission, request: Request) {
  return switchTierByForm(staff, id, submission, (to) => memberPaths(request, id).tier(to, "page"));
}

const statusSchema = z.object({
  status: z.enum(["active", "inactive"], "Status must be active or inactive"),
});

async function setStatusAction(
  staff: StaffViewer,
  id: string,
  submission: Submission,
): Promise<ActionResult> {
  const { status } = parseOrThrow(statusSchema, submission.values);
  const done = await setStatus(staff, id, status, versionOf(submission));
  if (!done) throw notFound(MISSING);
  if ("set" in done) return { success: `${done.set.name} is ${done.set.status} now` };
  if ("unchanged" in done) return { success: `${done.unchanged.name} is ${done.unchanged.status} already` };
  const { name, status: saved } = done.conflict;
  return {
    status: 409,
    error: `Nothing was changed: ${name} changed while you were looking. You chose ${status}; saved now is ${saved}.`,
  };
}

async function resendVerification(staff: StaffViewer, id: string): Promise<ActionResult> {
  const email = await resendVerificationByStaff(staff, id);
  return email
    ? { success: `A verification mail is on its way to ${email}` }
    : { status: 409, error: "Nothing was sent: this member has verified the address already." };
}

async function requestDeletion(staff: StaffViewer, id: string): Promise<ActionResult> {
  const deletionDay = await requestDeletionByStaff(staff, id);
  return deletionDay
    ? { success: `The account will be deleted on ${formatTime(deletionDay, "date", config().siteTz)}` }
    : { status: 409, error: "Nothing was changed: this account cannot be deleted from here now." };
}

async function keepAccount(staff: StaffViewer, id: string): Promise<ActionResult> {
  return (await keepAccountByStaff(staff, id))
    ? { success: "The account is kept" }
    : { status: 409, error: "Nothing was changed: nobody has asked to delete this account." };
}
