import { authorPortraits } from "~/features/content/authors/author-profile.queries.server";
import type { StoredPicture } from "~/platform/pictures/picture";
import { sharedPanelOr } from "~/web/optional-parts.server";
import type { RequestArgs } from "~/web/request-args.server";
import { authorHref, authorSlug } from "./author.rules";

/** The portrait for a by-line. Records without an author, and authors without a picture, have none. */
export async function loadPortrait(
  args: Pick<RequestArgs, "context">,
  author: string | null | undefined,
): Promise<StoredPicture | null> {
  if (!author || authorHref(author) === undefined) return null;
  const portraits = await sharedPanelOr(args, "authors' portraits not read", authorPortraits, NONE);
  return portraits.get(authorSlug(author)) ?? null;
}

const NONE: ReadonlyMap<string, StoredPicture | null> = new Map();
