import { pictureAttributes } from "~/platform/pictures/picture";
import { EXCERPT_WORDS, excerpt } from "~/ui/excerpt";
import { Time } from "~/ui/time";
import { AuthorLink } from "../authors/author-link";
import type { NewsCard } from "./news.queries.server";
import { LeadStory, Story } from "./story";

type NewsStoryProps = {
  story: NewsCard;
  zone: string;
  /** The first of its page: its picture is the largest and loads first. */
  lead?: boolean;
  eager?: boolean;
  /** Below the first screen: its picture loads late. */
  below?: boolean;
};

/** An article in a list: picture, title, first words, author and time. */
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
