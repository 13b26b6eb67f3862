import { ThemeChoice } from "~/web/theme-choice";
import type { FooterProps } from "./footer";
import { FOOTER_COLUMNS, SOCIAL_LINKS } from "./site-nav";

/** The footer of pages in the main layout. */
export const siteFooterProps = (facts: { year: number; siteTz: string }): Omit<FooterProps, "siteName"> => ({
  columns: FOOTER_COLUMNS,
  social: SOCIAL_LINKS,
  slogan: "Markets, read before the bell.",
  year: facts.year,
  settings: <ThemeChoice />,
  note: (
    <>
      Times are {facts.siteTz}. Figures on this page are sample data unless they say otherwise. Programs read{" "}
      <a href="/api/docs">the API</a>.
    </>
  ),
});
