import type { ReactNode, TdHTMLAttributes, ThHTMLAttributes } from "react";
import { cx } from "./class-names";

/** The `id` of the row that a link led to. */
export const HIGHLIGHT_ID = "found";

/** Marks the row that a link led to; styled by the style sheet. */
export const highlightRow = (found: boolean) => (found ? { id: HIGHLIGHT_ID } : {});

type TableProps = {
  /** Names the table and its scroll region. */
  label: string;
  /** Rows become cards below a content width of 45 rem, or 52 for many columns; give each cell a `label`. */
  cards?: boolean;
  /** The header stays below the top bar. Such a table does not scroll sideways. */
  pinned?: boolean;
  /** Never wider than its container, so it needs no scroll region. */
  fixed?: boolean;
  /** Many narrow columns. */
  dense?: boolean;
  className?: string;
  children: ReactNode;
};

/** Hairlines, no zebra stripes. Scrolls sideways in a region that the keyboard can reach. */
export function Table({ label, cards, pinned, fixed, dense, className, children }: TableProps) {
  const looks = [cards && "datatable--cards", pinned && "datatable--pinned", dense && "datatable--dense"];
  const table = (
    <table className={cx("datatable", ...looks, className)} aria-label={label}>
      {children}
    </table>
  );
  if (pinned || fixed) return table;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll region must be reachable by keyboard
    <section className="scroll" aria-label={label} tabIndex={0}>
      {table}
    </section>
  );
}

type CellLayout = {
  /** Right-aligned, tabular figures. */
  numeric?: boolean;
  /** Stays at the start edge while the table scrolls. */
  sticky?: boolean;
};

/** A column's name. */
export function HeaderCell(props: CellLayout & ThHTMLAttributes<HTMLTableCellElement>) {
  const { numeric, sticky, className, ...rest } = props;
  return (
    <th {...rest} scope="col" className={cx(numeric && "num", sticky && "stick", className) || undefined} />
  );
}

export type SortDirection = "ascending" | "descending";

type SortHeaderProps = CellLayout & {
  label: ReactNode;
  /** The page sorted by this column, or reversed if it already is. */
  to: string;
  sorted?: SortDirection;
};

/** A column's name as a sort link; the active one has `aria-sort`. */
export function SortHeader({ label, to, sorted, numeric, sticky }: SortHeaderProps) {
  return (
    <HeaderCell numeric={numeric} sticky={sticky} aria-sort={sorted}>
      <a href={to}>
        {label}
        <svg className="sort" viewBox="0 0 8 12" aria-hidden="true">
          <path className="a" d="M4 0 8 5H0z" />
          <path className="d" d="M4 12 0 7h8z" />
        </svg>
      </a>
    </HeaderCell>
  );
}

type CellProps = CellLayout & {
  /** The column's name, shown above the value where rows are cards. */
  label?: string;
} & TdHTMLAttributes<HTMLTableCellElement>;

export function Cell({ numeric, sticky, label, className, ...rest }: CellProps) {
  return (
    <td
      {...rest}
      data-label={label}
      className={cx(numeric && "num", sticky && "stick", className) || undefined}
    />
  );
}

type RowHeaderProps = CellLayout & {
  title?: boolean;
  /** The row's name, if the cell contains more. */
  name?: string;
  /** A muted second line. */
  sub?: ReactNode;
  children: ReactNode;
};

/** The cell with the row's name. */
export function RowHeader(props: RowHeaderProps) {
  const { numeric, sticky, title, name, sub, children } = props;
  return (
    <th
      scope="row"
      aria-label={name}
      className={cx(numeric && "num", sticky && "stick", title && "title") || undefined}
    >
      {children}
      {sub !== undefined && <span className="sub">{sub}</span>}
    </th>
  );
}

/** The last cell of a row, with its actions. */
export function RowActions({ children }: { children: ReactNode }) {
  return (
    <td className="deeds">
      <div className="row-actions">{children}</div>
    </td>
  );
}
