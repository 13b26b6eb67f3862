import type { LoaderFunctionArgs } from "@remix-run/node";
import { ALL_STAFF, requireStaff } from "~/features/auth/viewer.server";
import { pendingPicturePreview } from "~/web/pending-pictures.server";
import { notFound } from "~/web/replies.server";

/** A picture that waits in a refused form, for the one who chose it. */
export async function loader(args: LoaderFunctionArgs) {
  const { id } = await requireStaff(args, ALL_STAFF);
  return (
    (await pendingPicturePreview({ kind: "staff", id }, args.params.id)) ??
    notFound("There is no such picture.")
  );
}
