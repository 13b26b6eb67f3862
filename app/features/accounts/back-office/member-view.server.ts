import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { endView } from "~/auth/member-view.server";
import { rolesWith } from "~/auth/permissions.server";
import { requireStaff } from "~/auth/viewer.server";
import { redirectVisit } from "~/web/replies.server";

/** Whoever opens the address is led to the members. */
export async function memberViewLoader(args: LoaderFunctionArgs) {
  await requireStaff(args, rolesWith("member-views.write"));
  return redirectVisit(args, "/admin/manage-users");
}

/** Back from the site as a member sees it, to that member's page. */
export async function endMemberView(args: ActionFunctionArgs) {
  const staff = await requireStaff(args, rolesWith("member-views.write"));
  const { memberId, setCookie } = await endView(args.request, staff);
  const page = memberId ? `/admin/manage-users/${memberId}` : "/admin/manage-users";
  return redirect(page, { status: 303, headers: memberId ? { "Set-Cookie": setCookie } : {} });
}
