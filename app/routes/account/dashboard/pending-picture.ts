import type { LoaderFunctionArgs } from "@remix-run/node";
import { previewOf } from "~/http/pending-pictures.server";
import { notFound } from "~/http/replies.server";
import { requireMember } from "~/http/viewer.server";

/** A photo that waits in a refused form, for the one who chose it. */
export async function loader(args: LoaderFunctionArgs) {
  const { id } = await requireMember(args);
  return (await previewOf({ kind: "member", id }, args.params.id)) ?? notFound("There is no such picture.");
}
