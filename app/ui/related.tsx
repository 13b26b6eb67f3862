import type { ReactNode } from "react";
import { Picture, type PictureSource } from "./picture";

type RelatedItem = {
  to: string;
  title: string;
  /** Above the title: what kind of thing it is, where they are of several. */
  kicker?: string;
  meta?: ReactNode;
  picture?: PictureSource;
};

/** What else there is, below what was read. */
export function Related({ items }: { items: readonly RelatedItem[] }) {
  return (
    <div className="related">
      {items.map((item) => (
        <article key={item.to}>
          {item.picture && (
            <Picture {...item.picture} alt="" ratio="3x2" sizes="(min-width: 600px) 240px, 112px" />
          )}
          {item.kicker && <p className="kicker">{item.kicker}</p>}
          <h3>
            <a href={item.to}>{item.title}</a>
          </h3>
          {item.meta !== undefined && <p className="meta">{item.meta}</p>}
        </article>
      ))}
    </div>
  );
}

type BannerStripProps = { title: ReactNode; to?: string; picture?: PictureSource; children?: ReactNode };

/** A banner: picture and words, as a link to a new tab when it has somewhere to go. */
export function BannerStrip({ title, to, picture, children }: BannerStripProps) {
  const content = (
    <>
      {picture ? <Picture {...picture} alt="" sizes="160px" eager /> : children}
      <p>
        {title}
        {to !== undefined && <span className="sr"> (opens in a new tab)</span>}
      </p>
    </>
  );
  if (to === undefined) return <div className="banner">{content}</div>;
  return (
    <a className="banner" href={to} target="_blank" rel="noopener noreferrer">
      {content}
    </a>
  );
}
