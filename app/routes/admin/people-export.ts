import type { LoaderFunctionArgs } from "@remix-run/node";
import { csvReply } from "~/admin-kit/csv.server";
import { requireRecentPassword } from "~/features/auth/recent-password.server";
import { requireStaff } from "~/features/auth/viewer.server";
import { adminListOf } from "~/features/registry.server";

export async function loader(args: LoaderFunctionArgs) {
  const list = adminListOf(args.request);
  requireRecentPassword(args, await requireStaff(args, list.roles.read));
  return csvReply(list, args);
}
