import { Children, type ReactNode, useId } from "react";
import { TickerSymbol } from "./badge";
import { Button, LinkButton } from "./button";
import { cx } from "./class-names";
import { Icon } from "./icon";
import { LOCKED_LABEL, LockBars, LockedPicture, LockedPoster } from "./lock";
import { Picture, type PictureSource } from "./picture";

type StoryProps = {
  to: string;
  title: string;
  /** Above the headline: its category. */
  kicker?: string;
  excerpt?: string;
  /** Author, date and the like. */
  meta?: ReactNode;
  picture?: PictureSource;
  /** In sight when the page opens. */
  eager?: boolean;
};

type StoryPictureProps = {
  to: string;
  picture: PictureSource;
  sizes: string;
  eager?: boolean;
  first?: boolean;
};

/** The picture of a story, linked for the pointer; the headline is the link for everybody. */
function StoryPicture({ to, picture, ...fetched }: StoryPictureProps) {
  return (
    <span className="story-shot" aria-hidden="true">
      <a href={to} tabIndex={-1}>
        <Picture {...picture} alt="" ratio="3x2" {...fetched} />
      </a>
    </span>
  );
}

/** The first story of a page: its headline across the full width, its picture fetched first. */
export function LeadStory({ to, title, kicker, excerpt, meta, picture }: Omit<StoryProps, "eager">) {
  return (
    <article className={cx("lead", !picture && "lead--plain")}>
      {kicker && <p className="kicker">{kicker}</p>}
      <h3>
        <a href={to}>{title}</a>
      </h3>
      {picture && (
        <StoryPicture
          to={to}
          picture={picture}
          first
          sizes="(min-width: 1440px) 500px, (min-width: 600px) 50vw, 100vw"
        />
      )}
      <div className="story-text">
        {excerpt && <p>{excerpt}</p>}
        {meta !== undefined && <p className="meta">{meta}</p>}
      </div>
    </article>
  );
}

/** A story in a list: words at the start, picture at the end. */
export function Story({ to, title, kicker, excerpt, meta, picture, eager }: StoryProps) {
  return (
    <article className={cx("story", !picture && "story--plain")}>
      <div className="story-text">
        {kicker && <p className="kicker">{kicker}</p>}
        <h3>
          <a href={to}>{title}</a>
        </h3>
        {excerpt && <p>{excerpt}</p>}
        {meta !== undefined && <p className="meta">{meta}</p>}
      </div>
      {picture && (
        <StoryPicture to={to} picture={picture} eager={eager} sizes="(min-width: 600px) 208px, 120px" />
      )}
    </article>
  );
}

/** Three newspaper columns with hairlines between; below one another on phones. */
export function Columns({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={cx("cols", className)}>{children}</div>;
}

type ColumnsWithOfferProps = {
  /** The panel that offers what is locked; without one the cards stand together. */
  offer?: ReactNode;
  /** Heads the cards below the panel, for those who go by headings. */
  more: string;
  children: ReactNode;
};

/** Cards of which the first three show what there is; the offer follows at once, where it is still found. */
export function ColumnsWithOffer({ offer, more, children }: ColumnsWithOfferProps) {
  if (!offer) return <Columns>{children}</Columns>;
  const cards = Children.toArray(children);
  const rest = cards.slice(3);
  return (
    <>
      <Columns>{cards.slice(0, 3)}</Columns>
      {offer}
      {rest.length > 0 && (
        <>
          <h2 className="sr">{more}</h2>
          <Columns className="section">{rest}</Columns>
        </>
      )}
    </>
  );
}

type BriefCardProps = {
  to: string;
  title: string;
  ticker?: string;
  meta?: ReactNode;
} & (
  | { locked: true }
  | {
      locked?: false;
      excerpt: string;
      /** The words of the link below ("Read More →"). */
      action: string;
    }
);

/**
 * A title with its first words, or, locked, with bars and a disabled button. The locked shape has no place
 * for text.
 */
export function BriefCard(props: BriefCardProps) {
  const id = useId();
  return (
    <article className="card">
      <div className="card-name">
        {props.ticker && <TickerSymbol>{props.ticker}</TickerSymbol>}
        <h3 id={id}>
          <a href={props.to}>{props.title}</a>
        </h3>
      </div>
      {props.meta !== undefined && <p className="meta">{props.meta}</p>}
      {props.locked ? (
        <>
          <LockBars />
          <p>
            <Button size="sm" icon="lock" disabledReason={LOCKED_LABEL} aria-describedby={id}>
              Locked
            </Button>
          </p>
        </>
      ) : (
        <>
          <p>{props.excerpt}</p>
          <p>
            <LinkButton to={props.to} size="sm" aria-describedby={id}>
              {props.action}
            </LinkButton>
          </p>
        </>
      )}
    </article>
  );
}

/** Something of which only its existence is public: veil, title, one sentence. */
export function LockedCard({ title, to, meta }: { title: ReactNode; to?: string; meta: ReactNode }) {
  return (
    <article className="card card-shut">
      <LockedPicture />
      <h3>{to === undefined ? title : <a href={to}>{title}</a>}</h3>
      <p className="meta">{meta}</p>
    </article>
  );
}

type PosterCardProps = {
  to: string;
  title: string;
  meta?: ReactNode;
  badges?: ReactNode;
  /** The still, drawn in 16 to 9. A locked one lies behind the hatching and is no link. */
  drawing: ReactNode;
  locked?: boolean;
};

/** A film by its 16:9 still, with the seal over it when it is locked. */
export function PosterCard({ to, title, meta, badges, drawing, locked = false }: PosterCardProps) {
  return (
    <article className="card card--poster">
      {locked ? (
        <LockedPoster drawing={drawing} />
      ) : (
        <span className="poster" aria-hidden="true">
          <a href={to} tabIndex={-1}>
            {drawing}
            <span className="play">
              <Icon name="play" />
            </span>
          </a>
        </span>
      )}
      {badges && <div className="card-tags">{badges}</div>}
      <h3>{locked ? title : <a href={to}>{title}</a>}</h3>
      {meta !== undefined && <p className="meta">{meta}</p>}
    </article>
  );
}
