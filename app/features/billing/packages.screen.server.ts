import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { createAction, updateAction } from "~/admin-kit/form-screen.server";
import { listScreenReply, loadList } from "~/admin-kit/list-screen.server";
import { can } from "~/features/auth/permissions.server";
import { withRecentPassword } from "~/features/auth/recent-password.server";
import { requireStaff } from "~/features/auth/viewer.server";
import { packages } from "./packages.resource.server";

/** `/admin/packages`: what is sold, and for who may make them the way to its coupons. */
export async function packagesScreen(args: LoaderFunctionArgs) {
  const staff = await requireStaff(args, packages.roles.read);
  const couponsTo = can(staff, "coupons.read") ? "/admin/coupons" : undefined;
  return listScreenReply({ ...(await loadList(packages, args)), couponsTo });
}

/** What is sold and for how much is asked about once more: the password. */
const confirmed = async (args: ActionFunctionArgs) =>
  withRecentPassword(args, await requireStaff(args, packages.roles.write));

export const createPackage = async (args: ActionFunctionArgs) =>
  createAction(packages, await confirmed(args));

export const updatePackage = async (args: ActionFunctionArgs) =>
  updateAction(packages, await confirmed(args));
