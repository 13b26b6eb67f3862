import { pictureAttributes } from "~/platform/pictures/picture";
import { EXCERPT_WORDS, excerpt } from "~/ui/excerpt";
import { Time } from "~/ui/time";
import { AuthorLink } from "../authors/author-link";
import type { NewsCard } from "./news.queries.server";
import { LeadStory, Story } from "./story";

type NewsStoryProps = {
  story: NewsCard;
  zone: string;
  /** The first of its page: its picture is the largest and fetched first. */
  lead?: boolean;
  eager?: boolean;
  /** Out of sight when the page opens: its picture waits for nobody, and nobody for it. */
  below?: boolean;
};

/** An article in a list: picture, title, its first words, by whom and when. */
export function NewsStory({ story, zone, lead = false, eager, below }: NewsStoryProps) {
  const { id, title, category, author, createdAt, lede, picture } = story;
  const props = {
    to: `/news/${id}`,
    title,
    kicker: category,
    excerpt: excerpt(lede, EXCERPT_WORDS),
    meta: (
      <>
        <AuthorLink name={author} />, <Time at={createdAt} style="date" zone={zone} />. 0 Comments
      </>
    ),
    picture: picture ? pictureAttributes(picture) : undefined,
  };
  return lead ? <LeadStory {...props} below={below} /> : <Story {...props} eager={eager} />;
}
