import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { em } from "db/orm.server";
import { z } from "zod";
import { type MemberAccount, memberById } from "~/access/member-account.queries.server";
import { logChange } from "~/admin-kit/change-log.server";
import { versionOf } from "~/admin-kit/parse-submission.server";
import { signOutDevice, signOutEverywhere } from "~/auth/devices.server";
import { startView } from "~/auth/member-view.server";
import { type Permission, rolesWith } from "~/auth/permissions.server";
import { withRecentPassword } from "~/auth/recent-password.server";
import { requireStaff, type StaffViewer } from "~/auth/viewer.server";
import { sendAgain } from "~/features/mail/mail-again.server";
import { config } from "~/platform/config.server";
import { formatTime } from "~/ui/dates";
import { AppError, consumeLimit, parseOrThrow } from "~/web/app-error.server";
import { pageReply } from "~/web/form-replies.server";
import { notFound, redirectVisit } from "~/web/replies.server";
import { readSubmission } from "~/web/submission.server";
import { isUuid } from "~/web/uuid";
import { listFormerAddresses } from "../address.server";
import { keepAccountByStaff, requestDeletionByStaff } from "../deletion.server";
import { requestMail } from "../mail-requests.server";
import { members } from "../members.resource.server";
import { type ActionResult, changeReply } from "./change-reply.server";
import { memberPaths } from "./member-paths.server";
import { resendVerificationByStaff, setStatus } from "./status.server";
import { switchTierByForm } from "./tier.server";

/** A GET of a change's address redirects to the member's page. */
export async function redirectToMember(args: LoaderFunctionArgs, permission: Permission) {
  await requireStaff(args, rolesWith(permission));
  return redirectVisit(args, memberPaths(args.request, memberIdIn(args)).page);
}

/** @throws 404 for an invalid id */
function memberIdIn({ params: { id } }: LoaderFunctionArgs): string {
  if (!isUuid(id)) throw notFound(members.missing);
  return id;
}

type MemberChange = (staff: StaffViewer, memberId: string, request: Request) => Promise<ActionResult>;

/** Makes one change, then redirects to the member's page. */
async function changeMember(sent: LoaderFunctionArgs, permission: Permission, change: MemberChange) {
  const staff = await requireStaff(sent, rolesWith(permission));
  const id = memberIdIn(sent);
  const args = await withRecentPassword(sent, staff, permission);
  return changeReply(args, memberPaths(args.request, id).page, () => change(staff, id, args.request));
}

/** Switches the tier. */
export const changeSubscription = (args: LoaderFunctionArgs) =>
  changeMember(args, "members.write", async (staff, id, request) =>
    switchTierByForm(staff, id, await readSubmission(request), (to) =>
      memberPaths(request, id).tier(to, "page"),
    ),
  );

const statusSchema = z.object({
  status: z.enum(["active", "inactive"], "Status must be active or inactive"),
});

/** Activates or deactivates the member. */
export const changeStatus = (args: LoaderFunctionArgs) =>
  changeMember(args, "members.write", async (staff, id, request) => {
    const submission = await readSubmission(request);
    const { status } = parseOrThrow(statusSchema, submission.values);
    const done = await setStatus(staff, id, status, versionOf(submission));
    if (!done) throw notFound(members.missing);
    if ("set" in done) return { success: `${done.set.name} is ${done.set.status} now` };
    if ("unchanged" in done) return { success: `${done.unchanged.name} is ${done.unchanged.status} already` };
    const { name, status: saved } = done.conflict;
    throw new AppError(
      409,
      `Nothing was changed: ${name} has changed since you opened this page. You chose ${status}; the current status is ${saved}.`,
    );
  });

/** Resends the verification email. */
export const resendVerification = (args: LoaderFunctionArgs) =>
  changeMember(args, "members.write", async (staff, id) => {
    const email = await resendVerificationByStaff(staff, id);
    if (email) return { success: `A verification email is on its way to ${email}` };
    throw new AppError(409, "Nothing was sent: this member has already verified their email.");
  });

/**
 * Sends the link of "Forgot your password?", with the same limit for each address.
 * @throws AppError 429
 */
export const sendPasswordLink = (args: LoaderFunctionArgs) =>
  changeMember(args, "members.write", async (staff, id) => {
    const member = await requireAccount(id);
    await consumeLimit({ "forgot-address": member.email });
    await em().transactional(async (manager) => {
      await requestMail({ about: "reset", email: member.email }, manager);
      logChange(manager, staff, {
        action: "wrote to",
        ...changeLogRecord(member),
        detail: { fields: ["passwordLink"] },
      });
    });
    return { success: `A password link is on its way to ${member.email}` };
  });

/** Requests the account's deletion, as members themselves can. */
export const requestMemberDeletion = (args: LoaderFunctionArgs) =>
  changeMember(args, "members.delete", async (staff, id) => {
    const day = await requestDeletionByStaff(staff, id);
    if (day) return { success: `The account will be deleted on ${formatTime(day, "date", config().siteTz)}` };
    throw new AppError(
      409,
      "Nothing was changed: the member is not active, or the deletion is already scheduled.",
    );
  });

/** Cancels a requested deletion. */
export const cancelMemberDeletion = (args: LoaderFunctionArgs) =>
  changeMember(args, "members.delete", async (staff, id) => {
    if (await keepAccountByStaff(staff, id)) return { success: "The account will not be deleted" };
    throw new AppError(409, "Nothing was changed: no deletion is scheduled for this account.");
  });

/** `device` names one session; without it all sessions end. */
export const signOutMember = (args: LoaderFunctionArgs) =>
  changeMember(args, "members.write", async (staff, id, request) => {
    const { device } = (await readSubmission(request)).values;
    const owner = { kind: "member", id } as const;
    const member = await requireAccount(id);
    return em().transactional(async (manager) => {
      if (device === undefined) await signOutEverywhere(owner, manager);
      else if (
        typeof device !== "string" ||
        !isUuid(device) ||
        !(await signOutDevice(owner, device, manager))
      )
        throw new AppError(409, "Nothing was changed: that device was already signed out.");
      logChange(manager, staff, { action: "signed out", ...changeLogRecord(member) });
      return { success: device === undefined ? "All devices were signed out" : "The device was signed out" };
    });
  });

/** `mail` names the email to send again. @throws AppError 429: each address has an hourly limit */
export const sendMailAgain = (args: LoaderFunctionArgs) =>
  changeMember(args, "members.write", async (staff, id, request) => {
    const { mail } = (await readSubmission(request)).values;
    if (typeof mail !== "string" || !isUuid(mail))
      throw new AppError(404, "This email was not sent to this member, so it cannot be sent again.");
    const member = await requireAccount(id);
    await consumeLimit({ "resend-address": member.email });
    return em().transactional(async (manager) => {
      const formerly = await listFormerAddresses(id, manager);
      const before = formerly.map(({ email }) => email);
      const { subject, template } = await sendAgain(manager, member, before, mail);
      logChange(manager, staff, {
        action: "wrote to",
        ...changeLogRecord(member),
        // The subject is left out because it may name another person.
        detail: { fields: [template] },
      });
      return { success: `“${subject}” is on its way to ${member.email}` };
    });
  });

/**
 * Opens the site as the member sees it, after a password check. The change log records it; the view is
 * read-only.
 */
export async function viewAsMember(args: LoaderFunctionArgs) {
  const staff = await requireStaff(args, rolesWith("member-views.write"));
  const id = memberIdIn(args);
  await withRecentPassword(args, staff, "member-views.write");
  return pageReply(args, "Failed to open the site as this member", async () => {
    const member = await requireAccount(id);
    const setCookie = await em().transactional(async (manager) => {
      const cookie = await startView(manager, args.request, staff, id);
      if (!cookie) throw new AppError(409, "This member cannot sign in, so their view is unavailable.");
      logChange(manager, staff, { action: "looked at the site as", ...changeLogRecord(member) });
      return cookie;
    });
    return redirect("/", { status: 303, headers: { "Set-Cookie": setCookie } });
  });
}

async function requireAccount(id: string): Promise<MemberAccount> {
  const member = await memberById(id);
  if (!member) throw notFound(members.missing);
  return member;
}

/** The member as the change log names them. */
const changeLogRecord = ({ id, firstname, lastname }: MemberAccount) => ({
  resource: members.path,
  recordId: id,
  recordTitle: `${firstname} ${lastname}`,
});
