import type { LoaderFunctionArgs } from "@remix-run/node";
import { rolesWith } from "~/features/auth/permissions.server";
import { requireStaff, type StaffViewer } from "~/features/auth/viewer.server";

/** Nobody but a superadmin sees or changes the settings of the site. */
export const requireSettings = (args: LoaderFunctionArgs): Promise<StaffViewer> =>
  requireStaff(args, rolesWith("settings.write"));
