import type { ReactNode } from "react";
import { exclusiveDetails } from "./attributes";
import { cx } from "./class-names";
import { Icon } from "./icon";
import type { NavEntry } from "./navigation";

type MenuProps = {
  /** What opens it, inside the summary. */
  summary: ReactNode;
  summaryClass?: string;
  /** Name of the summary when its content is an icon. */
  label?: string;
  /** Menus of one group close each other. */
  group?: string;
  /** The panel hangs from the start edge instead of the end edge. */
  start?: boolean;
  className?: string;
  children: ReactNode;
};

/** A details element: opens and closes without script; with it also on Escape and outside clicks. */
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

/** One line of a menu; without `to` it is greyed and not clickable. */
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
      aria-current={current === "below" ? "true" : current ? "page" : undefined}
    >
      {content}
    </a>
  );
}

/** A menu line that does something: a POST form, so it works without script and no link can trigger it. */
export function MenuAction({ label, action }: { label: string; action: string }) {
  return (
    <form method="post" action={action}>
      <button type="submit">{label}</button>
    </form>
  );
}

type SortMenuProps = {
  /** What the table is sorted by, and which way where nothing else says it. */
  current: string;
  choices: NavEntry[];
  /** For a table with `cards`, whose rows are cards earlier. */
  cards?: boolean;
};

/** What the head of a table offers, where its rows are cards and it has no head. */
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
