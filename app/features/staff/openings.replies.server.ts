import { type ActionFunctionArgs, json } from "@remix-run/node";
import { SETTING_SECTIONS } from "db/entities/site-setting";
import { formStillOpen } from "~/admin-kit/openings/openings.server";
import { requireRow } from "~/admin-kit/submit.server";
import { rolesWith } from "~/auth/permissions.server";
import { requireStaff, type StaffViewer } from "~/auth/viewer.server";
import { changeableOf } from "~/features/registry.server";
import { requireSettings } from "~/features/site-settings/settings-access.queries.server";
import { SETTINGS_KIND } from "~/features/site-settings/site-settings.rules";
import { apiAction } from "~/web/api-replies.server";
import { notFound } from "~/web/replies.server";
import { admins } from "./admins.resource.server";

/** `/admin/openings/{kind}/{id}`: a form reports that it is open, and receives who else has it open. */
export const openingsReply = (args: ActionFunctionArgs) =>
  apiAction(
    args,
    ["POST"],
    async () => {
      const { kind = "", id = "" } = args.params;
      const staff = await requireForm(args, kind, id);
      return json({ others: await formStillOpen(kind.toLowerCase(), id, staff) });
    },
    "Could not check who else has this form open.",
  );

/** Requires staff who may save the form. @throws what `requireStaff` throws; 404 if there is no such form */
async function requireForm(args: ActionFunctionArgs, kind: string, id: string): Promise<StaffViewer> {
  if (kind === SETTINGS_KIND) {
    if (!SETTING_SECTIONS.some((section) => section === id))
      throw notFound("There is nothing at this address.");
    return requireSettings(args, id === "seller" ? "seller.write" : undefined);
  }
  const resource = changeableOf(kind);
  if (kind === admins.path) {
    // Staff change their own account in their profile.
    const staff = await requireStaff(args, rolesWith("back-office.read"));
    if (staff.id === id) return staff;
  }
  const staff = await requireStaff(args, resource.roles.write);
  await requireRow(resource, staff, id);
  return staff;
}
