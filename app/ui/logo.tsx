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

type LogoProps = {
  siteName: string;
  to: string;
  /** What the link is called; "{siteName}, home" when absent. */
  label?: string;
};

/** Mark and word as a link. */
export function Logo({ siteName, to, label }: LogoProps) {
  return (
    <a className="logo" href={to} aria-label={label ?? `${siteName}, home`}>
      <Mark />
      <Word siteName={siteName} />
    </a>
  );
}

/** Mark and word where they lead nowhere. */
export function Wordmark({ siteName }: { siteName: string }) {
  return (
    <>
      <Mark />
      <Word siteName={siteName} />
      {siteName === DRAWN_NAME && <span className="sr">{siteName}</span>}
    </>
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
