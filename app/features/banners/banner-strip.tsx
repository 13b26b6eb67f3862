import type { ReactNode } from "react";
import { Picture, type PictureSource } from "~/ui/picture";

type BannerStripProps = { title: ReactNode; to?: string; picture?: PictureSource; children?: ReactNode };

/** A banner with picture and text. With a target it is a link that opens a new tab. */
export function BannerStrip({ title, to, picture, children }: BannerStripProps) {
  const content = (
    <>
      {picture ? <Picture {...picture} alt="" sizes="160px" /> : children}
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
