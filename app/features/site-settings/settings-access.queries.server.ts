import type { LoaderFunctionArgs } from "@remix-run/node";
import { type Permission, rolesWith } from "~/auth/permissions.server";
import { requireStaff, type StaffViewer } from "~/auth/viewer.server";

/** Nobody but a superadmin sees or changes the settings of the site. @param permission of a part that has one of its own */
export const requireSettings = (
  args: LoaderFunctionArgs,
  permission: Permission = "settings.write",
): Promise<StaffViewer> => requireStaff(args, rolesWith(permission));
