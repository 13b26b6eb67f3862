import { accessTo } from "~/access/access.server";
import type { Viewer } from "~/auth/viewer.server";
import { type AuthorCalls, authorCalls } from "~/features/calls/track-record/author-calls.queries.server";
import { type AuthorProfile, authorProfile } from "~/features/content/authors/author-profile.queries.server";
import { type BriefCard, briefsBy } from "../briefs/briefs.queries.server";
import { type NewsCard, newsBy } from "../news/news.queries.server";
import { authorHref, authorSlug } from "./author.rules";

const NEWS = 4;
const BRIEFS = 3;
/** A name has a hundred letters at most, each of which may be written as some. */
const LONGEST = 400;

export type Author = {
  name: string;
  slug: string;
  profile?: AuthorProfile;
  calls: AuthorCalls;
  briefs: BriefCard[];
  news: NewsCard[];
};

/**
 * What somebody wrote, as one viewer may read it; undefined where there is nothing. Whoever has left is there as long as something is:
 * the name of a by-line is all that is asked for.
 * @param typed the last segment of the address
 */
export async function authorAt(viewer: Viewer, typed: string): Promise<Author | undefined> {
  const slug = authorSlug(typed);
  // No by-line is longer, or has a letter that no text may have.
  if (slug === "" || slug.length > LONGEST || slug.includes("\0")) return undefined;
  const [news, briefs, calls, profile] = await Promise.all([
    newsBy(slug, NEWS),
    briefsBy(accessTo("daily brief", viewer), slug, BRIEFS),
    authorCalls(viewer, slug),
    authorProfile(slug),
  ]);
  const [signed] = [...news, ...briefs, ...calls.ended, ...calls.open];
  if (!signed || authorHref(signed.author) === undefined) return undefined;
  return { name: signed.author, slug, profile, calls, briefs, news };
}
