import type { ReactNode, TdHTMLAttributes, ThHTMLAttributes } from "react";
import { cx } from "./class-names";

/** The `id` of the row that somebody came to see. */
export const FOUND = "found";

/** Marks the row that was asked for: links lead to it, and the style sheet sets it off. */
export const foundRow = (found: boolean) => (found ? { id: FOUND } : {});

type TableProps = {
  /** Names the table and the region it scrolls in. */
  label: string;
  /** Rows become cards where the content has no 45 rem, or 52 for many columns; give each cell a `label`. */
  cards?: boolean;
  /** The head stays below the top bar. Such a table does not scroll sideways by itself. */
  pinned?: boolean;
  /** Never wider than its place, so it needs no region of its own to scroll in. */
  still?: boolean;
  /** Many narrow columns. */
  dense?: boolean;
  className?: string;
  children: ReactNode;
};

/** Hairlines, no zebra. Scrolls sideways in a region of its own, which the keyboard reaches. */
export function Table({ label, cards, pinned, still, dense, className, children }: TableProps) {
  const looks = [cards && "datatable--cards", pinned && "datatable--pinned", dense && "datatable--dense"];
  const table = (
    <table className={cx("datatable", ...looks, className)} aria-label={label}>
      {children}
    </table>
  );
  if (pinned || still) return table;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="scroll" aria-label={label} tabIndex={0}>
      {table}
    </section>
  );
}

type CellLook = {
  /** Right-aligned, tabular. */
  numeric?: boolean;
  /** Stays at the start edge while the table scrolls. */
  stick?: boolean;
};

/** A column's name. */
export function Head(props: CellLook & ThHTMLAttributes<HTMLTableCellElement>) {
  const { numeric, stick, className, ...rest } = props;
  return (
    <th {...rest} scope="col" className={cx(numeric && "num", stick && "stick", className) || undefined} />
  );
}

export type Sorted = "ascending" | "descending";

type SortHeadProps = CellLook & {
  label: ReactNode;
  /** The page sorted by this column, or the other way round when it already is. */
  to: string;
  sorted?: Sorted;
};

/** A column's name as the link that sorts by it; `aria-sort` stands on the one that does. */
export function SortHead({ label, to, sorted, numeric, stick }: SortHeadProps) {
  return (
    <Head numeric={numeric} stick={stick} aria-sort={sorted}>
      <a href={to}>
        {label}
        <svg className="sort" viewBox="0 0 8 12" aria-hidden="true">
          <path className="a" d="M4 0 8 5H0z" />
          <path className="d" d="M4 12 0 7h8z" />
        </svg>
      </a>
    </Head>
  );
}

type CellProps = CellLook & {
  /** The column's name, shown above the value where rows are cards. */
  label?: string;
} & TdHTMLAttributes<HTMLTableCellElement>;

export function Cell({ numeric, stick, label, className, ...rest }: CellProps) {
  return (
    <td
      {...rest}
      data-label={label}
      className={cx(numeric && "num", stick && "stick", className) || undefined}
    />
  );
}

/** The cell that names its row. `sub` is a quieter second line. */
export function RowName(props: CellLook & { title?: boolean; sub?: ReactNode; children: ReactNode }) {
  const { stick, title, sub, children } = props;
  return (
    <th scope="row" className={cx(stick && "stick", title && "title") || undefined}>
      {children}
      {sub !== undefined && <span className="sub">{sub}</span>}
    </th>
  );
}

/** The last cell of a row: what can be done with it, in words. */
export function RowActions({ children }: { children: ReactNode }) {
  return (
    <td className="deeds">
      <span className="row-actions">{children}</span>
    </td>
  );
}
