import { createElement, type ReactNode, useId } from "react";
import { cx } from "../class-names";
import { HeaderCell, Table } from "../table";
import "./charts.css";

/** A chart's figures as table rows: exactly the same data. */
export type FigureTableData = {
  columns: readonly { label: string; numeric?: boolean }[];
  /** Cells in the order of the columns; the first one is the row's name. */
  rows: readonly (readonly string[])[];
};

export function FigureTable({ columns, rows }: FigureTableData) {
  return (
    <Table label="Figures">
      <thead>
        <tr>
          {columns.map(({ label, numeric }) => (
            <HeaderCell key={label} numeric={numeric}>
              {label}
            </HeaderCell>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name = "", ...cells]) => (
          <tr key={[name, ...cells].join()}>
            <th scope="row">{name}</th>
            {cells.map((cell, index) => (
              <td key={columns[index + 1]?.label} className={columns[index + 1]?.numeric ? "num" : undefined}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

type ExhibitProps = {
  /** The chart's finding with its figure, computed from the same data. */
  title: ReactNode;
  /** A lead chart: one per page, two at most. */
  number?: number;
  lede?: ReactNode;
  source?: ReactNode;
  table?: FigureTableData;
  /**
   * The page's main chart: no hairline, and the finding only for screen readers, because the headline shows
   * it.
   */
  lead?: boolean;
  /** Level of its title, 2 to 6, if it is not a chapter; a lead's is 3. */
  level?: number;
  /** The chart and its legend. */
  children: ReactNode;
};

/** A chart with its finding as the title, its source and its figures. */
export function Exhibit({ title, number, lede, source, table, lead, level = 2, children }: ExhibitProps) {
  const id = useId();
  return (
    <figure className={cx("exhibit", lead && "exhibit--lead")} aria-labelledby={id}>
      <figcaption className="exhibit-head">
        {number !== undefined && <p className="exhibit-no">{`Exhibit ${number}`}</p>}
        {lead ? (
          <h3 className="sr" id={id}>
            {title}
          </h3>
        ) : (
          createElement(`h${level}`, { id }, title)
        )}
        {lede && <p className="exhibit-lede">{lede}</p>}
      </figcaption>
      {children}
      {(source || table) && (
        <div className="exhibit-foot">
          {source && <p className="exhibit-source">{source}</p>}
          {table && (
            <details className="exhibit-table">
              <summary>The figures as a table</summary>
              <FigureTable {...table} />
            </details>
          )}
        </div>
      )}
    </figure>
  );
}
