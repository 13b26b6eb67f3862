import type { LoaderFunctionArgs } from "@remix-run/node";
import { listScreenReply, loadList } from "~/admin-kit/list-screen.server";
import { can } from "~/features/auth/permissions.server";
import { requireStaff } from "~/features/auth/viewer.server";
import { packages } from "./packages.resource.server";

/** `/admin/packages`: what is sold, and for who may make them the way to its coupons. */
export async function packagesScreen(args: LoaderFunctionArgs) {
  const staff = await requireStaff(args, packages.roles.read);
  const couponsTo = can(staff, "coupons.read") ? "/admin/coupons" : undefined;
  return listScreenReply({ ...(await loadList(packages, args)), couponsTo });
}
