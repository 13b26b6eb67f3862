import { createContext, useContext } from "react";
import { cx } from "./class-names";
import { BELL, CLAPPER, DRAWN_NAME, WORD } from "./wordmark";

/** The bell on its line: a half-disc and its clapper. */
export function Mark({ className = "mark" }: { className?: string }) {
  return (
    <svg className={className} width="34" height="28" viewBox="0 0 34 28" aria-hidden="true">
      <path fill="currentColor" d={BELL} />
      <path className="clapper" d={CLAPPER} />
    </svg>
  );
}

type Picture = {
  src: string;
  width: number;
  height: number;
  /** Whether it is drawn in dark or in light colours. */
  tone: "dark" | "light";
};

/** The owner's logo, which stands in place of mark and word on a whole page; undefined where there is none. */
export const LogoPicture = createContext<Picture | undefined>(undefined);

/** Pixels that a logo is high in a bar; see logo.css. */
const HEIGHT = 34;

type LogoProps = {
  siteName: string;
  to: string;
  /** What the link is called; "{siteName}, home" when absent. */
  label?: string;
};

/** Mark and word as a link, or the owner's logo. */
export function Logo({ siteName, to, label }: LogoProps) {
  return (
    <a className="logo" href={to} aria-label={label ?? `${siteName}, home`}>
      <Sign siteName={siteName} alt="" />
    </a>
  );
}

/** The same where they lead nowhere. */
export function Wordmark({ siteName }: { siteName: string }) {
  const picture = useContext(LogoPicture);
  return (
    <>
      <Sign siteName={siteName} alt={siteName} />
      {!picture && siteName === DRAWN_NAME && <span className="sr">{siteName}</span>}
    </>
  );
}

function Sign({ siteName, alt }: { siteName: string; alt: string }) {
  const picture = useContext(LogoPicture);
  if (!picture)
    return (
      <>
        <Mark />
        <Word siteName={siteName} />
      </>
    );
  const { src, width, height, tone } = picture;
  return (
    <img
      className={cx("logo-picture", `logo-picture--${tone}`)}
      src={src}
      // As it is drawn, so that its room is there before it is.
      width={Math.max(1, Math.round((HEIGHT * width) / height))}
      height={HEIGHT}
      alt={alt}
      decoding="async"
    />
  );
}

/** The word is drawn, so it looks the same on every machine. */
const Word = ({ siteName }: { siteName: string }) =>
  siteName === DRAWN_NAME ? (
    <svg className="word" width="122" height="34" viewBox="0 -2 123 34" aria-hidden="true">
      <path fill="currentColor" d={WORD} />
    </svg>
  ) : (
    <span className="serif name">{siteName}</span>
  );
