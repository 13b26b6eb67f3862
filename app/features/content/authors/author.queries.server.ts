import { accessTo } from "~/access/access.server";
import type { Viewer } from "~/auth/viewer.server";
import { type AuthorCalls, authorCalls } from "~/features/calls/track-record/author-calls.queries.server";
import { type AuthorProfile, authorProfile } from "~/features/content/authors/author-profile.queries.server";
import { type BriefCard, briefsBy } from "../briefs/briefs.queries.server";
import { type NewsCard, newsBy } from "../news/news.queries.server";
import { authorHref, authorSlug } from "./author.rules";

const NEWS = 4;
const BRIEFS = 3;
/** A name has at most a hundred letters, and each may be encoded as several characters. */
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
 * An author's works as one viewer may read them; undefined if there are none. The page of a former author
 * stays while a published work has that by-line.
 * @param typed the last segment of the address
 */
export async function authorAt(viewer: Viewer, typed: string): Promise<Author | undefined> {
  const slug = authorSlug(typed);
  // No by-line is longer, or contains NUL, which PostgreSQL rejects.
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
