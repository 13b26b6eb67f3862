import type { LoaderFunctionArgs } from "@remix-run/node";
import { rolesWith } from "~/auth/permissions.server";
import { requireStaff } from "~/auth/viewer.server";
import { notFound } from "~/web/replies.server";

export const loader = async (args: LoaderFunctionArgs) => {
  await requireStaff(args, rolesWith("back-office.read"));
  throw notFound("");
};

export const action = () => {
  throw notFound("");
};

/** Never rendered: the error boundary of the back-office layout answers, inside its frame. */
export default function Missing() {
  return null;
}
