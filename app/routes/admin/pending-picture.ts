import type { LoaderFunctionArgs } from "@remix-run/node";
import { previewOf } from "~/http/pending-pictures.server";
import { notFound } from "~/http/replies.server";
import { ANY_STAFF, requireStaff } from "~/http/viewer.server";

/** A picture that waits in a refused form, for the one who chose it. */
export async function loader(args: LoaderFunctionArgs) {
  const { id } = await requireStaff(args, ANY_STAFF);
  return (await previewOf({ kind: "staff", id }, args.params.id)) ?? notFound("There is no such picture.");
}
