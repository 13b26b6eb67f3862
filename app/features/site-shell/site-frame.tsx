import type { ReactNode } from "react";
import { cx } from "~/ui/class-names";
import { MenuEntry, MenuGroup } from "~/ui/menu";
import type { NavEntry } from "~/ui/navigation";
import { SkipLink } from "~/ui/skip-link";
import { TOAST_MS, type ToastProps, Toasts } from "~/ui/toast";
import { Footer, type FooterProps } from "./footer";
import { TopBar, type TopBarProps } from "./top-bar";

type SiteFrameProps = TopBarProps & {
  sections: readonly NavEntry[];
  /** The collapsible group below the sections. */
  extras?: { label: string; entries: readonly NavEntry[] };
  /** Below the navigation. */
  navFoot?: ReactNode;
  footer: Omit<FooterProps, "siteName">;
  /** The market strip, across the page below the top bar. */
  strip?: ReactNode;
  /** The right column; `false` gives its width to the content. */
  sidebar?: ReactNode | false;
  toasts?: readonly ToastProps[];
  children: ReactNode;
};

/** Main layout: sticky top bar, left navigation (a drawer on phones), content, right column, footer. */
export function SiteFrame(props: SiteFrameProps) {
  const { sections, extras, navFoot, footer, strip, sidebar = false, toasts = [], children, ...bar } = props;
  return (
    <>
      <SkipLink />
      <TopBar {...bar} drawer />
      <Toasts items={toasts} timeout={TOAST_MS.members} />
      {strip}
      <div className={cx("shell", Boolean(sidebar) && "shell--rail")}>
        <nav className="sidenav" id="menu" aria-label="Sections">
          <ul className="nav-list">
            {sections.map((entry) => (
              <li key={entry.label}>
                <MenuEntry {...entry} />
              </li>
            ))}
            {extras && <MenuGroup {...extras} open />}
          </ul>
          {navFoot}
        </nav>
        <main className="main" id="content" tabIndex={-1}>
          {children}
        </main>
        {sidebar && (
          <aside className="rail" aria-label={`More from ${bar.siteName}`}>
            {sidebar}
          </aside>
        )}
      </div>
      <Footer {...footer} siteName={bar.siteName} />
    </>
  );
}
