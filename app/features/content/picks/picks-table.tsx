import { LockedCell } from "~/access/paywall";
import { QUARTER_LABEL, QuarterSpark } from "~/features/markets/quarter-spark";
import type { Close } from "~/ui/charts/series";
import { DASH, formatNumber } from "~/ui/format";
import { priceFigure } from "~/ui/price-format";
import { Cell, HeaderCell, highlightRow, RowHeader, SortHeader, Table } from "~/ui/table";
import {
  isMasked,
  Margin,
  PickAuthor,
  PickFate,
  PickName,
  PricedAt,
  rowName,
  Upside,
  YearRange,
} from "./pick-cells";
import type { PickRow } from "./picks.queries.server";
import { formatMarketCap, type PickSort, type PickSortKey, sortOption } from "./picks.rules";
import "./picks-table.css";

type PicksTableProps = {
  label: string;
  picks: PickRow[];
  /** The known price histories that this reader may see, by the pick's id. */
  quarters: Record<string, readonly Close[]>;
  /** The id of the pick in the address. */
  highlightedId?: string;
  zone: string;
  sort: PickSort;
  /** The orders that this reader may choose. */
  sorts: PickSortKey[];
  /** The address of the table in another order. */
  sortedBy: (sort: PickSort) => string;
};

/** A column and its sort key. Specification, section 3, names the two targets. */
const COLUMNS: { label: string; key: PickSortKey }[] = [
  { label: "Market cap", key: "marketCap" },
  { label: "Price", key: "currentPrice" },
  { label: "Portfolio", key: "sharePortfolio" },
  { label: "Current Year TP", key: "currentYTP" },
  { label: "Upside", key: "upside" },
  { label: "2028 TP", key: "tp2028" },
  { label: "Off high", key: "margin52WksHigh" },
  { label: "From low", key: "ChMargin52WksLow" },
];

/**
 * All columns of the picks; cards on phones. Settled picks form their own group below the open ones of the
 * page.
 */
export function PicksTable({ label, picks, quarters, highlightedId, zone, ...order }: PicksTableProps) {
  const settled = picks.filter(({ end }) => end);
  const renderRows = (shown: readonly PickRow[]) =>
    shown.map((pick) => (
      <Pick
        key={pick.id}
        pick={pick}
        closes={quarters[pick.id]}
        highlighted={pick.id === highlightedId}
        zone={zone}
      />
    ));
  return (
    <Table label={label} className="picks">
      <thead>
        <tr>
          <ColumnHeader {...order} label="Ticker" column="ticker" sticky />
          {COLUMNS.map(({ label, key }) => (
            <ColumnHeader key={key} {...order} label={label} column={key} numeric />
          ))}
          <HeaderCell className="spark-cell">{QUARTER_LABEL}</HeaderCell>
          <HeaderCell>52-week range</HeaderCell>
        </tr>
      </thead>
      <tbody>{renderRows(picks.filter(({ end }) => !end))}</tbody>
      {settled.length > 0 && (
        <tbody>
          <tr className="picks-apart">
            <th colSpan={COLUMNS.length + 3} scope="rowgroup">
              Settled picks, no longer open
            </th>
          </tr>
          {renderRows(settled)}
        </tbody>
      )}
    </Table>
  );
}

type ColumnHeaderProps = Pick<PicksTableProps, "sort" | "sorts" | "sortedBy"> & {
  label: string;
  column: PickSortKey;
  numeric?: boolean;
  sticky?: boolean;
};

/** A masked column has a name but no order. */
function ColumnHeader({ label, column, sort, sorts, sortedBy, ...look }: ColumnHeaderProps) {
  if (!sorts.includes(column)) return <HeaderCell {...look}>{label}</HeaderCell>;
  const current = sort.key === column;
  const opposite = sort.direction === "asc" ? "desc" : "asc";
  const to = sortedBy({ key: column, direction: current ? opposite : sortOption(column).defaultDirection });
  const sorted = sort.direction === "asc" ? "ascending" : "descending";
  return <SortHeader {...look} label={label} to={to} sorted={current ? sorted : undefined} />;
}

type PickLineProps = { pick: PickRow; closes?: readonly Close[]; highlighted: boolean; zone: string };

function Pick({ pick, closes, highlighted, zone }: PickLineProps) {
  const { marketCap, currentPrice, sharePortfolio, currentYearTarget, target2028 } = pick;
  return (
    <tr {...highlightRow(highlighted)}>
      <RowHeader sticky name={rowName(pick)}>
        <PickName pick={pick} />
        <PickFate pick={pick} zone={zone} />
        <PickAuthor pick={pick} />
      </RowHeader>
      <Cell numeric label="Market cap">
        {formatMarketCap(marketCap)}
      </Cell>
      <Cell numeric label="Price" className="price">
        {priceFigure(currentPrice, pick)}
        <PricedAt pick={pick} zone={zone} />
      </Cell>
      <Cell numeric label="Portfolio">
        {sharePortfolio === null ? DASH : `${formatNumber(sharePortfolio)}%`}
      </Cell>
      <Cell numeric label="Current Year TP" className="tp">
        {priceFigure(currentYearTarget, pick)}
      </Cell>
      <Cell numeric label="Upside" className="tp">
        <Upside pick={pick} target={currentYearTarget} />
      </Cell>
      <Cell numeric label="2028 TP" className="tp">
        {priceFigure(target2028, pick)}
        <span className="sub">
          <Upside pick={pick} target={target2028} />
        </span>
      </Cell>
      <Cell numeric label="Off high">
        <Margin pick={pick} end="high" />
      </Cell>
      <Cell numeric label="From low">
        <Margin pick={pick} end="low" />
      </Cell>
      <Cell className="spark-cell">
        {isMasked(pick) ? <LockedCell /> : <QuarterSpark closes={closes} unit={pick} />}
      </Cell>
      <Cell className="range-cell">
        <YearRange pick={pick} ends />
      </Cell>
    </tr>
  );
}
