import { createElement, type ReactNode, useId } from "react";
import { cx } from "./class-names";
import type { NavEntry } from "./navigation";

type SectionHeadProps = {
  title: ReactNode;
  id?: string;
  /** Makes the title a link. */
  to?: string;
  /** The link at the right edge. */
  more?: { label: string; to: string };
  /** Text at the right edge instead of a link. */
  aside?: ReactNode;
  /** Level of the title, if it is not a chapter. */
  level?: 2 | 3;
};

/** A 3 px rule, a serif title and one link: the only heavy line of a page. */
export function SectionHead({ title, id, to, more, aside, level = 2 }: SectionHeadProps) {
  return (
    <header className="section-head">
      {createElement(`h${level}`, { id }, to === undefined ? title : <a href={to}>{title}</a>)}
      {more && <a href={more.to}>{more.label}</a>}
      {aside !== undefined && <p className="meta">{aside}</p>}
    </header>
  );
}

/** A section with its head. `first` reduces the distance above. */
export function Section(props: SectionHeadProps & { first?: boolean; flush?: boolean; children: ReactNode }) {
  const { first, flush, children, id: given, ...head } = props;
  const made = useId();
  const id = given ?? made;
  return (
    <section className={flush ? undefined : cx("section", first && "section--first")} aria-labelledby={id}>
      <SectionHead {...head} id={id} />
      {children}
    </section>
  );
}

type PageHeadProps = {
  title: ReactNode;
  /** The sentence below the title. */
  meta?: ReactNode;
  crumbs?: NavEntry[];
  /** Next to the title: a flag, a ticker. */
  before?: ReactNode;
  after?: ReactNode;
};

export function PageHead({ title, meta, crumbs, before, after }: PageHeadProps) {
  return (
    <header className="page-head">
      {crumbs && <Breadcrumbs entries={crumbs} />}
      <div className="page-title">
        {before}
        <h1>{title}</h1>
        {after}
      </div>
      {meta !== undefined && <p className="meta">{meta}</p>}
    </header>
  );
}

/** Breadcrumbs from the section to this page. */
export function Breadcrumbs({ entries }: { entries: NavEntry[] }) {
  return (
    <nav className="crumb" aria-label="Breadcrumb">
      <ol>
        {entries.map((entry) => (
          <li key={entry.label}>
            {entry.to === undefined ? (
              <span aria-current="page">{entry.label}</span>
            ) : (
              <a href={entry.to}>{entry.label}</a>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

type AdminHeadProps = {
  title: ReactNode;
  meta?: ReactNode;
  action?: ReactNode;
  /** The parent screen, for screens without a menu entry. */
  crumbs?: NavEntry[];
};

/** The head of a back-office screen: title, summary and main action. */
export function AdminHead({ title, meta, action, crumbs }: AdminHeadProps) {
  return (
    <>
      {crumbs && (
        <div className="mb-2">
          <Breadcrumbs entries={crumbs} />
        </div>
      )}
      <header className="admin-head">
        <div>
          <h1>{title}</h1>
          {meta !== undefined && <p className="meta">{meta}</p>}
        </div>
        {action}
      </header>
    </>
  );
}
