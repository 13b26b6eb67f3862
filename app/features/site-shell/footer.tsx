import type { ReactNode } from "react";
import { Logo } from "~/ui/logo";
import { MenuEntry } from "~/ui/menu";
import type { NavEntry } from "~/ui/navigation";
import { shortDisclaimer } from "./disclaimer";

export type FooterProps = {
  siteName: string;
  columns: readonly { title: string; entries: readonly NavEntry[] }[];
  /** Social networks by icon and name, without links if `to` is missing. */
  social?: readonly NavEntry[];
  slogan?: string;
  year: number;
  /** After the copyright: time zone, sample data. */
  note?: ReactNode;
  /** At the very bottom: the reader's display settings. */
  settings?: ReactNode;
  /** The part above the disclaimer, if it is rendered separately. */
  drawn?: ReactNode;
};

/** Columns, social names and the disclaimer: education, not advice. */
export function Footer({ siteName, year, note, settings, drawn, ...above }: FooterProps) {
  return (
    <footer className="footer">
      <div className="footer-in">
        {drawn ?? <FooterColumns siteName={siteName} {...above} />}
        <div className="disclaimer">
          <p>
            <strong>Education, not advice.</strong> {shortDisclaimer(siteName)}
          </p>
          <p>
            © {year} {siteName}. {note}
          </p>
          {settings}
        </div>
      </div>
    </footer>
  );
}

type ColumnsProps = Pick<FooterProps, "siteName" | "columns" | "social" | "slogan">;

/** The links of the footer, and the site's name. */
export function FooterColumns({ siteName, columns, social = [], slogan }: ColumnsProps) {
  return (
    <div className="footer-cols">
      {columns.map((column, index) => (
        <nav key={column.title} aria-labelledby={`footer-${index}`}>
          <h2 id={`footer-${index}`}>{column.title}</h2>
          <ul>
            {column.entries.map((entry) => (
              <li key={entry.label}>
                <MenuEntry {...entry} />
              </li>
            ))}
          </ul>
        </nav>
      ))}
      <div className="footer-brand">
        <Logo siteName={siteName} to="/" />
        {slogan && <p className="meta">{slogan}</p>}
        <ul className="social">
          {social.map((entry) => (
            <li key={entry.label}>
              <MenuEntry {...entry} />
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
