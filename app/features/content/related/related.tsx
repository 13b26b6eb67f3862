import type { ReactNode } from "react";
import { Picture, type PictureSource } from "~/ui/picture";

type RelatedItem = {
  to: string;
  title: string;
  /** Above the title: the kind of record, in mixed lists. */
  kicker?: string;
  meta?: ReactNode;
  picture?: PictureSource;
};

/** Related items, below the main text. */
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
