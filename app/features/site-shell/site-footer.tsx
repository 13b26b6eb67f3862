import { NEWSLETTERS_PATH } from "~/features/newsletters/newsletters.rules";
import type { SiteLinks } from "~/platform/site-settings/link-places";
import { ThemeChoice } from "~/web/theme-choice";
import type { FooterProps } from "./footer";
import { footerColumns, socialLinks } from "./site-nav";

/** The part above the footer's disclaimer. */
export const footerEntries = (links?: SiteLinks) => ({
  columns: footerColumns(links),
  social: socialLinks(links),
  slogan: "Markets, read before the bell.",
});

/** The footer of pages in the main layout. */
export const siteFooterProps = (facts: {
  year: number;
  siteTz: string;
  links?: SiteLinks;
  /** The page's address as requested, for pages that do not know it. */
  address?: string;
}): Omit<FooterProps, "siteName"> => ({
  ...footerEntries(facts.links),
  year: facts.year,
  settings: <ThemeChoice back={facts.address} />,
  note: (
    <>
      Times are in {facts.siteTz}. Figures on this page are sample data unless stated otherwise. By email:{" "}
      <a href={NEWSLETTERS_PATH}>our newsletters</a>. Developers: <a href="/api/docs">the API</a>.
    </>
  ),
});
