import { authorPortraits } from "~/features/content/authors/author-profile.queries.server";
import type { StoredPicture } from "~/platform/pictures/picture";
import { sidePartOr } from "~/web/optional-parts.server";
import type { RequestArgs } from "~/web/request-args.server";
import { authorHref, authorSlug } from "./author.rules";

/** The portrait of a by-line, beside its page; none of nobody in particular, or of who has shown none. */
export async function portraitOf(
  args: Pick<RequestArgs, "context">,
  author: string | null | undefined,
): Promise<StoredPicture | null> {
  if (!author || authorHref(author) === undefined) return null;
  const portraits = await sidePartOr(args, "authors' portraits not read", authorPortraits, NONE);
  return portraits.get(authorSlug(author)) ?? null;
}

const NONE: ReadonlyMap<string, StoredPicture | null> = new Map();
