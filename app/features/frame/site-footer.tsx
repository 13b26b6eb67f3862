import type { Theme } from "~/http/theme";
import type { FooterProps } from "~/ui/frames/footer";
import { ThemeSwitch } from "~/ui/theme-switch";
import { FOOTER_COLUMNS, SOCIAL, THEME_CHOICES } from "./places";

type Footed = {
  year: number;
  siteTz: string;
  theme: Theme;
  /** Where the theme's form comes back to. */
  back: string;
};

/** The footer of pages in the main layout. */
export const siteFooter = ({ year, siteTz, theme, back }: Footed): Omit<FooterProps, "siteName"> => ({
  columns: FOOTER_COLUMNS,
  social: SOCIAL,
  slogan: "Markets, read before the bell.",
  year,
  settings: <ThemeSwitch action="/theme" themes={THEME_CHOICES} current={theme} back={back} />,
  note: (
    <>
      Times are {siteTz}. Figures on this page are sample data unless they say otherwise. Programs read{" "}
      <a href="/api/docs">the API</a>.
    </>
  ),
});
