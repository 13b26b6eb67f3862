import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { isId } from "~/admin-kit/find.server";
import { versionOf } from "~/admin-kit/parse-submission.server";
import { DESK, OWNER, refuse, requireStaff, type StaffViewer } from "~/features/auth/viewer.server";
import { referralOverview } from "~/features/entitlements/referrals.queries.server";
import { newestMailsTo } from "~/features/mail/log.queries.server";
import { changesOf } from "~/features/staff/changes.queries.server";
import { config } from "~/platform/config.server";
import { pictureAttributes } from "~/platform/images/picture";
import { formatTime } from "~/ui/dates";
import { understood } from "~/web/errors.server";
import { notFound } from "~/web/replies.server";
import { readSubmission, type Submission } from "~/web/submission.server";
import { keepAccountByStaff, requestDeletionByStaff } from "../deletion.server";
import { memberById, membershipOf, paymentsOf } from "../member.queries.server";
import { members } from "../members.resource.server";
import { factsOf } from "./member-page.queries.server";
import { placesOf } from "./paths.server";
import { type Said, sayOf } from "./respond.server";
import { resendByStaff, setStatus } from "./status.server";
import { switchByForm } from "./tier.server";

const MISSING = members.texts.missing;

/** Everything about one member. Amounts are the superadmin's: for others they are not read at all. */
export async function memberPage(args: LoaderFunctionArgs) {
  const viewer = await requireStaff(args, DESK);
  const { id } = args.params;
  if (!isId(id)) throw notFound(MISSING);
  const owner = OWNER.includes(viewer.role);
  const [account, facts, membership, referrals, payments, changes] = await Promise.all([
    memberById(id),
    factsOf(id),
    membershipOf(id),
    referralOverview(id),
    owner ? paymentsOf(id) : undefined,
    changesOf(members.path, id),
  ]);
  if (!account || !facts || !membership) throw notFound(MISSING);
  const { image, ...member } = account;
  const { change, list, page, edit, ask } = placesOf(args.request, id);
  // Only who can sign in can keep the account, as the mail about it says.
  const mayDelete = owner && member.status === "active" && !member.deletionRequestedAt;
  return {
    member,
    facts,
    membership,
    referrals,
    payments,
    changes,
    owner,
    places: { list, page, edit, ask },
    photo: image ? pictureAttributes(image) : undefined,
    mails: await newestMailsTo(member.email),
    mayDelete,
    asked: mayDelete && new URL(args.request.url).searchParams.get("delete") === id,
    to: {
      subscription: change("subscription"),
      status: change("status"),
      verification: change("verification"),
      deletion: change("deletion"),
      keep: change("keep"),
    },
  };
}

export type MemberPageData = Awaited<ReturnType<typeof memberPage>>;

type Change = (
  staff: StaffViewer,
  memberId: string,
  submission: Submission,
  request: Request,
) => Promise<Said>;

/** What can be changed about a member with one button. */
const CHANGES = new Map<string, Change>([
  ["subscription", switchOnPage],
  ["status", statusByForm],
  ["verification", resend],
  ["deletion", askDeletion],
  ["keep", keep],
]);

const OWNERS_CHANGES = new Set(["deletion", "keep"]);

/** Makes the change that `?change=` names, and goes back to the member's page. */
export async function changeMember(args: LoaderFunctionArgs) {
  const staff = await requireStaff(args, DESK);
  const { id } = args.params;
  const what = new URL(args.request.url).searchParams.get("change") ?? "";
  const change = CHANGES.get(what);
  if (!isId(id)) throw notFound(MISSING);
  if (!change) throw json({ message: "This page does not know what to change." }, 400);
  if (OWNERS_CHANGES.has(what) && !OWNER.includes(staff.role)) throw refuse(OWNER);
  return sayOf(args, placesOf(args.request, id).page, async () =>
    change(staff, id, await readSubmission(args.request), args.request),
  );
}

function switchOnPage(staff: StaffViewer, id: string, submission: Submission, request: Request) {
  return switchByForm(staff, id, submission, (to) => placesOf(request, id).tier(to, "page"));
}

const statusChoice = z.object({
  status: z.enum(["active", "inactive"], "Status must be active or inactive"),
});

async function statusByForm(staff: StaffViewer, id: string, submission: Submission): Promise<Said> {
  const { status } = understood(statusChoice, submission.values);
  const done = await setStatus(staff, id, status, versionOf(submission));
  if (!done) throw notFound(MISSING);
  if ("set" in done) return { done: `${done.set.name} is ${done.set.status} now` };
  if ("unchanged" in done) return { done: `${done.unchanged.name} is ${done.unchanged.status} already` };
  const { name, status: saved } = done.conflict;
  return {
    status: 409,
    refused: `Nothing was changed: ${name} changed while you were looking. You chose ${status}; saved now is ${saved}.`,
  };
}

async function resend(staff: StaffViewer, id: string): Promise<Said> {
  const address = await resendByStaff(staff, id);
  return address
    ? { done: `A verification mail is on its way to ${address}` }
    : { status: 409, refused: "Nothing was sent: this member has verified the address already." };
}

async function askDeletion(staff: StaffViewer, id: string): Promise<Said> {
  const gone = await requestDeletionByStaff(staff, id);
  return gone
    ? { done: `The account will be deleted on ${formatTime(gone, "date", config().siteTz)}` }
    : { status: 409, refused: "Nothing was changed: this account cannot be deleted from here now." };
}

async function keep(staff: StaffViewer, id: string): Promise<Said> {
  return (await keepAccountByStaff(staff, id))
    ? { done: "The account is kept" }
    : { status: 409, refused: "Nothing was changed: nobody has asked to delete this account." };
}
