import text from "~/ui/typeface/openbell-serif-400.woff2?url";
import headline from "~/ui/typeface/openbell-serif-600.woff2?url";
import type { Theme } from "./theme";

/** Colour of the browser's toolbar: each theme's page background (`--color-bg` in ui/tokens.css). */
const THEME_COLORS = { light: "#ffffff", dark: "#0d0b1c" } as const;

type DocumentHeadProps = {
  theme: Theme;
  /** Whether the page uses the serif's text weight. */
  serifText: boolean;
};

/** The part of the head that all pages share: fonts, icons and theme colour. */
export function DocumentHead({ theme, serifText }: DocumentHeadProps) {
  return (
    <>
      {theme === "system" ? (
        <>
          <meta name="theme-color" content={THEME_COLORS.light} media="(prefers-color-scheme: light)" />
          <meta name="theme-color" content={THEME_COLORS.dark} media="(prefers-color-scheme: dark)" />
        </>
      ) : (
        <meta name="theme-color" content={THEME_COLORS[theme]} />
      )}
      {(serifText ? [headline, text] : [headline]).map((face) => (
        <link key={face} rel="preload" href={face} as="font" type="font/woff2" crossOrigin="anonymous" />
      ))}
      <link rel="icon" href="/favicon.ico" sizes="32x32" />
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
    </>
  );
}
