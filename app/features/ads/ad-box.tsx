import type { ReactNode } from "react";
import { Picture, type PictureSource } from "~/ui/picture";

/** Section 9 of the specification: square 260 by 200, rectangle 800 by 100. */
export const AD_SIZES = {
  square: { width: 260, height: 200 },
  rectangle: { width: 800, height: 100 },
} as const;

/** A narrow screen shows half of a rectangle, so the whole is twice as wide as the screen. */
const SIZES = { square: "260px", rectangle: "(min-width: 860px) 800px, (min-width: 620px) 100vw, 200vw" };

type AdBoxProps = {
  shape: keyof typeof AD_SIZES;
  /** Where a click goes, in a new tab. */
  to: string;
  alt: string;
  /** The picture. Width and height default to those of the shape. */
  picture?: Omit<PictureSource, "width" | "height"> & Partial<PictureSource>;
  eager?: boolean;
  /** Below this address views and clicks are counted: `POST …/views`, `POST …/clicks`, `GET …/views.gif`. */
  countAt?: string;
  /** A drawing instead of a picture. */
  children?: ReactNode;
};

/** Labels the ad and reserves its room. Render nothing at all where there is no ad. */
export function AdBox({ shape, to, alt, picture, eager, countAt, children }: AdBoxProps) {
  const counted = countAt && { ping: `${countAt}/clicks`, "data-views": `${countAt}/views` };
  return (
    <div className={`ad ad--${shape}`}>
      <span className="ad-label">Advertisement</span>
      <a className="ad-box" href={to} rel="sponsored noopener nofollow" target="_blank" {...counted}>
        {picture ? (
          <Picture {...AD_SIZES[shape]} {...picture} alt={alt} eager={eager} sizes={SIZES[shape]} />
        ) : (
          children
        )}
        <span className="sr"> (opens in a new tab)</span>
      </a>
      {countAt && (
        <noscript>
          <img src={`${countAt}/views.gif`} width={1} height={1} alt="" hidden />
        </noscript>
      )}
    </div>
  );
}
