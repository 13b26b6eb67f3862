import { createContext, useContext } from "react";
import { cx } from "./class-names";
import { BELL, CLAPPER, DRAWN_NAME, WORD } from "./wordmark";

/** Our mark: a half-disc on a line, with a clapper. */
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
  /** Whether the logo is dark or light. */
  tone: "dark" | "light";
};

/** The owner's logo, which replaces mark and wordmark; undefined without one. */
export const LogoPicture = createContext<Picture | undefined>(undefined);

/** Height of a logo in a bar, in pixels; see logo.css. */
const HEIGHT = 34;

type LogoProps = {
  siteName: string;
  to: string;
  /** The link's name; "{siteName}, home" by default. */
  label?: string;
};

/** Mark and wordmark, or the owner's logo, as a link. */
export function Logo({ siteName, to, label }: LogoProps) {
  return (
    <a className="logo" href={to} aria-label={label ?? `${siteName}, home`}>
      <Sign siteName={siteName} alt="" />
    </a>
  );
}

/** The same without a link. */
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
      // Its displayed size, to reserve its room.
      width={Math.max(1, Math.round((HEIGHT * width) / height))}
      height={HEIGHT}
      alt={alt}
      decoding="async"
    />
  );
}

/** The wordmark is drawn, so that it looks the same everywhere. */
const Word = ({ siteName }: { siteName: string }) =>
  siteName === DRAWN_NAME ? (
    <svg className="word" width="122" height="34" viewBox="0 -2 123 34" aria-hidden="true">
      <path fill="currentColor" d={WORD} />
    </svg>
  ) : (
    <span className="serif name">{siteName}</span>
  );
