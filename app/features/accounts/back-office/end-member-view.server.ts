import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { endView } from "~/auth/member-view.server";
import { rolesWith } from "~/auth/permissions.server";
import { requireStaff } from "~/auth/viewer.server";
import { redirectVisit } from "~/web/replies.server";

/** A GET redirects to the list of members. */
export async function memberViewLoader(args: LoaderFunctionArgs) {
  await requireStaff(args, rolesWith("member-views.write"));
  return redirectVisit(args, "/admin/manage-users");
}

/** Ends the view of the site as a member; returns to that member's page. */
export async function endMemberView(args: ActionFunctionArgs) {
  const staff = await requireStaff(args, rolesWith("member-views.write"));
  const { memberId, setCookie } = await endView(args.request, staff);
  const page = memberId ? `/admin/manage-users/${memberId}` : "/admin/manage-users";
  return redirect(page, { status: 303, headers: memberId ? { "Set-Cookie": setCookie } : {} });
}
