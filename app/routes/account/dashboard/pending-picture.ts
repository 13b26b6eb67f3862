import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireMember } from "~/auth/viewer.server";
import { pendingPicturePreview } from "~/web/pending-pictures.server";
import { notFound } from "~/web/replies.server";

/** A photo from a refused form, for the member who uploaded it. */
export async function loader(args: LoaderFunctionArgs) {
  const { id } = await requireMember(args);
  return (
    (await pendingPicturePreview({ kind: "member", id }, args.params.id)) ?? notFound("Picture not found.")
  );
}
