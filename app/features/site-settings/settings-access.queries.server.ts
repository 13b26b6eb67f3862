import type { LoaderFunctionArgs } from "@remix-run/node";
import { type Permission, rolesWith } from "~/auth/permissions.server";
import { requireStaff, type StaffViewer } from "~/auth/viewer.server";

/** Only superadmins see or change the site's settings. @param permission of a section with its own */
export const requireSettings = (
  args: LoaderFunctionArgs,
  permission: Permission = "settings.write",
): Promise<StaffViewer> => requireStaff(args, rolesWith(permission));
