import type { LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { versionOf } from "~/admin-kit/parse-submission.server";
import { type Permission, rolesWith } from "~/features/auth/permissions.server";
import { requireStaff, type StaffViewer } from "~/features/auth/viewer.server";
import { config } from "~/platform/config.server";
import { formatTime } from "~/ui/dates";
import { AppError, parseOrThrow } from "~/web/app-error.server";
import { notFound, redirectVisit } from "~/web/replies.server";
import { readSubmission } from "~/web/submission.server";
import { isUuid } from "~/web/uuid";
import { keepAccountByStaff, requestDeletionByStaff } from "../deletion.server";
import { members } from "../members.resource.server";
import { type ActionResult, changeReply } from "./change-reply.server";
import { memberPaths } from "./member-paths.server";
import { resendVerificationByStaff, setStatus } from "./status.server";
import { switchTierByForm } from "./tier.server";

/** Whoever opens the address of a change is led to the member's page. */
export async function memberChangeLoader(args: LoaderFunctionArgs, permission: Permission) {
  await requireStaff(args, rolesWith(permission));
  return redirectVisit(args, memberPaths(args.request, memberIdIn(args)).page);
}

/** @throws 404 for what is no id */
function memberIdIn({ params: { id } }: LoaderFunctionArgs): string {
  if (!isUuid(id)) throw notFound(members.missing);
  return id;
}

/** Makes one change, and goes back to the member's page. */
async function changeMember(
  args: LoaderFunctionArgs,
  permission: Permission,
  change: (staff: StaffViewer, memberId: string) => Promise<ActionResult>,
) {
  const staff = await requireStaff(args, rolesWith(permission));
  const id = memberIdIn(args);
  return changeReply(args, memberPaths(args.request, id).page, () => change(staff, id));
}

/** Switches the tier. */
export const changeSubscription = (args: LoaderFunctionArgs) =>
  changeMember(args, "members.write", async (staff, id) =>
    switchTierByForm(staff, id, await readSubmission(args.request), (to) =>
      memberPaths(args.request, id).tier(to, "page"),
    ),
  );

const statusSchema = z.object({
  status: z.enum(["active", "inactive"], "Status must be active or inactive"),
});

/** Lets the member in, or keeps them out. */
export const changeStatus = (args: LoaderFunctionArgs) =>
  changeMember(args, "members.write", async (staff, id) => {
    const submission = await readSubmission(args.request);
    const { status } = parseOrThrow(statusSchema, submission.values);
    const done = await setStatus(staff, id, status, versionOf(submission));
    if (!done) throw notFound(members.missing);
    if ("set" in done) return { success: `${done.set.name} is ${done.set.status} now` };
    if ("unchanged" in done) return { success: `${done.unchanged.name} is ${done.unchanged.status} already` };
    const { name, status: saved } = done.conflict;
    throw new AppError(
      409,
      `Nothing was changed: ${name} changed while you were looking. You chose ${status}; saved now is ${saved}.`,
    );
  });

/** Sends the verification mail again. */
export const resendVerification = (args: LoaderFunctionArgs) =>
  changeMember(args, "members.write", async (staff, id) => {
    const email = await resendVerificationByStaff(staff, id);
    if (email) return { success: `A verification mail is on its way to ${email}` };
    throw new AppError(409, "Nothing was sent: this member has verified the address already.");
  });

/** Asks for the account to be deleted, as a member may themselves. */
export const requestMemberDeletion = (args: LoaderFunctionArgs) =>
  changeMember(args, "members.delete", async (staff, id) => {
    const day = await requestDeletionByStaff(staff, id);
    if (day) return { success: `The account will be deleted on ${formatTime(day, "date", config().siteTz)}` };
    throw new AppError(409, "Nothing was changed: this account cannot be deleted from here now.");
  });

/** Keeps an account that was to be deleted. */
export const cancelMemberDeletion = (args: LoaderFunctionArgs) =>
  changeMember(args, "members.delete", async (staff, id) => {
    if (await keepAccountByStaff(staff, id)) return { success: "The account is kept" };
    throw new AppError(409, "Nothing was changed: nobody has asked to delete this account.");
  });
