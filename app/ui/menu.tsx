import type { ReactNode } from "react";
import { exclusiveDetails } from "./attributes";
import { cx } from "./class-names";
import { Icon } from "./icon";
import type { NavEntry } from "./navigation";

type MenuProps = {
  /** The content of its summary. */
  summary: ReactNode;
  summaryClass?: string;
  /** The summary's name, if its content is an icon. */
  label?: string;
  /** Menus of a group close each other. */
  group?: string;
  /** Aligns the panel with the start edge. */
  start?: boolean;
  className?: string;
  children: ReactNode;
};

/** A details element that works without script; with script it also closes on Escape and outside clicks. */
export function Menu({ summary, summaryClass, label, group, start, className, children }: MenuProps) {
  return (
    <details className={cx("menu", className)} data-menu="" {...(group ? exclusiveDetails(group) : {})}>
      <summary className={summaryClass} aria-label={label}>
        {summary}
      </summary>
      <div className={cx("menu-panel popover", start && "menu-panel--start")}>{children}</div>
    </details>
  );
}

/** A menu entry; without `to` it is greyed out. */
export function MenuEntry({ label, to, current, icon, reason, referrerPolicy }: NavEntry) {
  const content = (
    <>
      {icon && <Icon name={icon} />}
      {label}
    </>
  );
  if (to === undefined)
    return (
      <span className="off" title={reason}>
        {content}
        {reason && (
          <>
            <span className="sr">{`: ${reason}`}</span>
            <Icon name="lock" />
          </>
        )}
      </span>
    );
  return (
    <a
      href={to}
      rel={to.startsWith("/") ? undefined : "noopener noreferrer"}
      referrerPolicy={referrerPolicy}
      aria-current={current ? "page" : undefined}
    >
      {content}
    </a>
  );
}

type MenuGroupProps = { label: string; entries: readonly NavEntry[]; open?: boolean };

/** Entries of a navigation that fold away. */
export function MenuGroup({ label, entries, open }: MenuGroupProps) {
  return (
    <li>
      <details open={open}>
        <summary>
          {label}
          <Icon name="down" />
        </summary>
        <ul>
          {entries.map((entry) => (
            <li key={entry.label}>
              <MenuEntry {...entry} />
            </li>
          ))}
        </ul>
      </details>
    </li>
  );
}

/** A menu entry with an action: a POST form, which works without script and cannot be triggered by a link. */
export function MenuAction({ label, action }: { label: string; action: string }) {
  return (
    <form method="post" action={action}>
      <button type="submit">{label}</button>
    </form>
  );
}

type SortMenuProps = {
  /** The sort column and its direction. */
  current: string;
  choices: NavEntry[];
  /** For a table with `cards`, whose rows become cards earlier. */
  cards?: boolean;
};

/** Sorting for tables whose rows are cards and have no header. */
export function SortMenu({ current, choices, cards }: SortMenuProps) {
  return (
    <Menu
      className={cx("sort-menu", cards && "sort-menu--cards")}
      summaryClass="btn btn--sm"
      start
      summary={
        <>
          Sort: {current}
          <Icon name="down" />
        </>
      }
    >
      {choices.map((choice) => (
        <MenuEntry key={choice.label} {...choice} />
      ))}
    </Menu>
  );
}
