import { authorProfile } from "~/features/staff/author-profile.queries.server";
import type { StoredPicture } from "~/platform/pictures/picture";
import { readBesideOr } from "~/web/optional-parts.server";
import type { RequestArgs } from "~/web/request-args.server";
import { authorHref, authorSlug } from "./author.rules";

/** The portrait of a by-line, read beside its page; none of nobody in particular, or of who has shown none. */
export async function portraitOf(
  args: Pick<RequestArgs, "context">,
  author: string | null | undefined,
): Promise<StoredPicture | null> {
  if (!author || authorHref(author) === undefined) return null;
  const read = async () => (await authorProfile(authorSlug(author)))?.portrait ?? null;
  return readBesideOr(args, "author's portrait not read", read, null);
}
