import type { LoaderFunctionArgs } from "@remix-run/node";
import { rolesWith } from "~/auth/permissions.server";
import { requireStaff } from "~/auth/viewer.server";
import { pendingPicturePreview } from "~/web/pending-pictures.server";
import { notFound } from "~/web/replies.server";

/** A picture from a refused form, for the person who uploaded it. */
export async function loader(args: LoaderFunctionArgs) {
  const { id } = await requireStaff(args, rolesWith("back-office.read"));
  return (
    (await pendingPicturePreview({ kind: "staff", id }, args.params.id)) ?? notFound("Picture not found.")
  );
}
