import { formatNumber, UNKNOWN } from "~/ui/format";
import { Cell, foundRow, Head, RowName, SortHead, Table } from "~/ui/table";
import { Margin, PickName, PricedAt, Upside, YearRange } from "./pick-cells";
import type { PickRow } from "./picks.queries.server";
import { capText, type PickSort, type PickSortKey, sortRule } from "./picks.rules";

type PicksTableProps = {
  label: string;
  picks: PickRow[];
  /** The id of the pick that was asked for. */
  found?: string;
  zone: string;
  sort: PickSort;
  /** The orders this reader may choose. */
  sorts: PickSortKey[];
  /** The table in another order. */
  sortedBy: (sort: PickSort) => string;
};

/** A column and what it sorts by; specification, section 3, names the two targets. */
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

/** Every column of the picks; cards on phones. */
export function PicksTable({ label, picks, found, zone, ...order }: PicksTableProps) {
  return (
    <Table label={label} className="picks">
      <thead>
        <tr>
          <ColumnHead {...order} label="Ticker" column="ticker" stick />
          {COLUMNS.map(({ label, key }) => (
            <ColumnHead key={key} {...order} label={label} column={key} numeric />
          ))}
          <Head>52-week range</Head>
        </tr>
      </thead>
      <tbody>
        {picks.map((pick) => (
          <Pick key={pick.id} pick={pick} found={pick.id === found} zone={zone} />
        ))}
      </tbody>
    </Table>
  );
}

type ColumnHeadProps = Pick<PicksTableProps, "sort" | "sorts" | "sortedBy"> & {
  label: string;
  column: PickSortKey;
  numeric?: boolean;
  stick?: boolean;
};

/** A masked column has a name and no order. */
function ColumnHead({ label, column, sort, sorts, sortedBy, ...look }: ColumnHeadProps) {
  if (!sorts.includes(column)) return <Head {...look}>{label}</Head>;
  const current = sort.key === column;
  const flipped = sort.direction === "asc" ? "desc" : "asc";
  const to = sortedBy({ key: column, direction: current ? flipped : sortRule(column).first });
  const sorted = sort.direction === "asc" ? "ascending" : "descending";
  return <SortHead {...look} label={label} to={to} sorted={current ? sorted : undefined} />;
}

function Pick({ pick, found, zone }: { pick: PickRow; found: boolean; zone: string }) {
  const { marketCap, currentPrice, sharePortfolio, currentYearTarget, target2028 } = pick;
  return (
    <tr {...foundRow(found)}>
      <RowName stick>
        <PickName pick={pick} />
      </RowName>
      <Cell numeric label="Market cap">
        {capText(marketCap)}
      </Cell>
      <Cell numeric label="Price" className="price">
        {formatNumber(currentPrice)}
        <PricedAt pick={pick} zone={zone} />
      </Cell>
      <Cell numeric label="Portfolio">
        {sharePortfolio === null ? UNKNOWN : `${formatNumber(sharePortfolio)}%`}
      </Cell>
      <Cell numeric label="Current Year TP" className="tp">
        {formatNumber(currentYearTarget)}
      </Cell>
      <Cell numeric label="Upside" className="tp">
        <Upside pick={pick} target={currentYearTarget} />
      </Cell>
      <Cell numeric label="2028 TP" className="tp">
        {formatNumber(target2028)}
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
      <Cell className="range-cell">
        <YearRange pick={pick} ends />
      </Cell>
    </tr>
  );
}
