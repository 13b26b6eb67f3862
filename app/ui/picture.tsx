import { createContext, useContext } from "react";
import { HIGH_PRIORITY } from "./attributes";
import { cx } from "./class-names";

export type PictureSource = {
  src: string;
  srcSet?: string;
  width: number;
  height: number;
  /** The focal point for cropping; the middle by default. */
  focus?: string;
};

type PictureProps = PictureSource & {
  /** Empty if the text next to it says the same. */
  alt: string;
  ratio?: "3x2" | "16x9";
  /** Its displayed width: "(min-width: 600px) 13rem, 7.5rem". */
  sizes?: string;
  /** Visible when the page opens. Others load when they come near. */
  eager?: boolean;
  /** The largest visible picture, loaded first. One per page. */
  first?: boolean;
  className?: string;
};

/** The query for stored pictures on this page; usually empty. */
export const PictureQuery = createContext("");

const STORED = /\/uploads\/[^\s,?]+/g;

/** Appends the page's query to the addresses in an attribute. */
export function usePictureQuery(): (addresses: string) => string {
  const query = useContext(PictureQuery);
  return (addresses) => (query ? addresses.replace(STORED, (address) => address + query) : addresses);
}

/** A picture whose room is reserved before it loads. */
export function Picture({
  src,
  srcSet,
  width,
  height,
  focus,
  alt,
  ratio,
  sizes,
  first = false,
  eager = first,
  className,
}: PictureProps) {
  const withQuery = usePictureQuery();
  return (
    <img
      className={cx("pic", ratio && `pic--${ratio}`, className)}
      src={withQuery(src)}
      srcSet={srcSet && withQuery(srcSet)}
      sizes={srcSet ? sizes : undefined}
      width={width}
      height={height}
      data-focus={focus}
      alt={alt}
      loading={eager ? "eager" : "lazy"}
      decoding={eager ? undefined : "async"}
      {...(first ? HIGH_PRIORITY : {})}
    />
  );
}

/** `src` and `srcSet` of the stored widths; the middle one is the fallback. */
export function pictureSources(widths: readonly number[], href: (width: number) => string) {
  const rising = [...widths].sort((a, b) => a - b);
  const middle = rising[Math.floor((rising.length - 1) / 2)];
  if (middle === undefined) throw new RangeError("a picture needs at least one width");
  return { src: href(middle), srcSet: rising.map((width) => `${href(width)} ${width}w`).join(", ") };
}
