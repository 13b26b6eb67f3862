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
  return (
    <img
      className={cx("pic", ratio && `pic--${ratio}`, className)}
      src={src}
      srcSet={srcSet}
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
