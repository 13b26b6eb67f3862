import type { ReactNode } from "react";
import { cx } from "~/ui/class-names";
import { Picture, type PictureSource } from "~/ui/picture";

type StoryProps = {
  to: string;
  title: string;
  /** Above the headline: its category. */
  kicker?: string;
  excerpt?: string;
  /** Author, date and similar facts. */
  meta?: ReactNode;
  picture?: PictureSource;
  /** Visible when the page opens, so its picture loads at once. */
  eager?: boolean;
};

type StoryPictureProps = {
  to: string;
  picture: PictureSource;
  sizes: string;
  eager?: boolean;
  first?: boolean;
};

/** The picture of a story, linked for the pointer. All other readers use the headline. */
function StoryPicture({ to, picture, ...fetched }: StoryPictureProps) {
  return (
    <span className="story-shot" aria-hidden="true">
      <a href={to} tabIndex={-1}>
        <Picture {...picture} alt="" ratio="3x2" {...fetched} />
      </a>
    </span>
  );
}

type LeadStoryProps = Omit<StoryProps, "eager"> & {
  /** Below the part that is visible when the page opens. */
  below?: boolean;
};

/** The width of the first story's picture, which depends on the columns around it. */
const LEAD_SIZES =
  "(min-width: 1440px) 512px, (min-width: 1200px) 34vw, (min-width: 900px) 45vw, (min-width: 640px) 56vw, calc(100vw - 2rem)";

/** The first story of a page: headline across the full width, picture loaded first. */
export function LeadStory({ to, title, kicker, excerpt, meta, picture, below }: LeadStoryProps) {
  return (
    <article className={cx("lead", !picture && "lead--plain")}>
      {kicker && <p className="kicker">{kicker}</p>}
      <h3>
        <a href={to}>{title}</a>
      </h3>
      {picture && <StoryPicture to={to} picture={picture} first={!below} sizes={LEAD_SIZES} />}
      <div className="story-text">
        {excerpt && <p dir="auto">{excerpt}</p>}
        {meta !== undefined && <p className="meta">{meta}</p>}
      </div>
    </article>
  );
}

/** A story in a list: text at the start, picture at the end. */
export function Story({ to, title, kicker, excerpt, meta, picture, eager }: StoryProps) {
  return (
    <article className={cx("story", !picture && "story--plain")}>
      <div className="story-text">
        {kicker && <p className="kicker">{kicker}</p>}
        <h3>
          <a href={to}>{title}</a>
        </h3>
        {excerpt && <p dir="auto">{excerpt}</p>}
        {meta !== undefined && <p className="meta">{meta}</p>}
      </div>
      {picture && (
        <StoryPicture to={to} picture={picture} eager={eager} sizes="(min-width: 600px) 208px, 120px" />
      )}
    </article>
  );
}
