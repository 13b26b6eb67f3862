import { createContext, useContext } from "react";
import { HIGH_PRIORITY } from "./attributes";
import { cx } from "./class-names";

export type PictureSource = {
  src: string;
  srcSet?: string;
  width: number;
  height: number;
  /** Which part of it stays where it is cut; the middle unless it is said. */
  focus?: string;
};

type PictureProps = PictureSource & {
  /** Empty when the words beside it say the same. */
  alt: string;
  ratio?: "3x2" | "16x9";
  /** How wide it is drawn: "(min-width: 600px) 13rem, 7.5rem". */
  sizes?: string;
  /** In sight when the page opens. All others wait until they come near. */
  eager?: boolean;
  /** The largest in sight: fetched before everything else. A page has one. */
  first?: boolean;
  className?: string;
};

/** What the addresses of stored pictures end in on this page; nothing on most. */
export const PictureQuery = createContext("");

const STORED = /\/uploads\/[^\s,?]+/g;

/** Adds the page's query to the addresses of stored pictures in an attribute. */
export function usePictureQuery(): (addresses: string) => string {
  const query = useContext(PictureQuery);
  return (addresses) => (query ? addresses.replace(STORED, (address) => address + query) : addresses);
}

/** A picture with its room reserved before it loads. */
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

/** `src` and `srcSet` from the widths that are stored; the middle one serves browsers that cannot choose. */
export function sourcesOf(widths: readonly number[], href: (width: number) => string) {
  const rising = [...widths].sort((a, b) => a - b);
  const middle = rising[Math.floor((rising.length - 1) / 2)];
  if (middle === undefined) throw new RangeError("a picture needs at least one width");
  return { src: href(middle), srcSet: rising.map((width) => `${href(width)} ${width}w`).join(", ") };
}
