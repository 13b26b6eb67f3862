import { LockedCell } from "~/access/paywall";
import { Section } from "~/ui/head";
import { EmptyState } from "~/ui/message";
import { priceFigure } from "~/ui/price-format";
import { Cell, HeaderCell, RowHeader, Table } from "~/ui/table";
import { UnreadList } from "~/ui/unread-list";
import { AuthorLink } from "../authors/author-link";
import { HOLDINGS_NOT_STATED } from "../holdings.rules";
import {
  commonUnit,
  isMasked,
  Margin,
  MaskedNote,
  PickFate,
  PickName,
  PricedAt,
  rowName,
  Upside,
  YearRange,
} from "./pick-cells";
import type { PickRow } from "./picks.queries.server";
import "./home-picks.css";

/** Rows on the home page; specification, section 9. */
export const HOME_PICKS = 10;

/**
 * `wide` columns are hidden on phones, where they would push the upside out of view. The upside then names
 * its target.
 */
const COLUMNS = [
  { label: "Price" },
  { label: "Current Year TP", className: "wide" },
  { label: "Upside" },
  { label: "2028 TP" },
  { label: "Off high" },
  { label: "From low" },
];

/** The exact text of the specification. */
const NO_PICKS = "No stock picks found for All";

/** The home page's Stock Picks. */
export function HomePicks({ picks, zone }: { picks?: PickRow[]; zone: string }) {
  const unit = commonUnit(picks ?? []);
  return (
    <Section title="Stock Picks" to="/stock-picks" more={{ label: "All picks", to: "/stock-picks" }}>
      {!picks ? (
        <UnreadList title={NO_PICKS} />
      ) : picks.length === 0 ? (
        <EmptyState title={NO_PICKS} />
      ) : (
        <Table label="The newest picks" dense>
          <thead>
            <tr>
              <HeaderCell sticky>
                Ticker<span className="wide"> and name</span>
              </HeaderCell>
              {COLUMNS.map(({ label, className }) => (
                <HeaderCell key={label} numeric className={className}>
                  {label}
                  {label === "Price" && unit && <span className="sub">{unit}</span>}
                  {label === "Upside" && <span className="sub reach" data-reach="this year" />}
                </HeaderCell>
              ))}
              <HeaderCell className="pick-year">52w range</HeaderCell>
              <HeaderCell className="pick-said">Author’s holdings</HeaderCell>
            </tr>
          </thead>
          <tbody>
            {picks.map((pick) => (
              <Pick key={pick.id} pick={pick} zone={zone} unit={unit} />
            ))}
          </tbody>
        </Table>
      )}
      {picks?.some(isMasked) && (
        <div className="table-note">
          <MaskedNote picks={picks} />
        </div>
      )}
    </Section>
  );
}

function Pick({ pick, zone, unit }: { pick: PickRow; zone: string; unit?: string }) {
  return (
    <tr>
      <RowHeader sticky name={rowName(pick)}>
        <PickName pick={pick} />
        <PickFate pick={pick} zone={zone} />
      </RowHeader>
      <Cell numeric>
        <strong>{priceFigure(pick.currentPrice, pick)}</strong>
        <PricedAt pick={pick} zone={zone} unit={unit} />
      </Cell>
      <Cell numeric className="wide">
        {priceFigure(pick.currentYearTarget, pick)}
      </Cell>
      <Cell numeric>
        <Upside pick={pick} target={pick.currentYearTarget} />
        {pick.currentYearTarget !== null && (
          <span className="sub reach" data-reach={`to ${priceFigure(pick.currentYearTarget, pick)}`} />
        )}
      </Cell>
      <Cell numeric>{priceFigure(pick.target2028, pick)}</Cell>
      <Cell numeric>
        <Margin pick={pick} end="high" />
      </Cell>
      <Cell numeric>
        <Margin pick={pick} end="low" />
      </Cell>
      <Cell>
        <YearRange pick={pick} />
      </Cell>
      <Cell className="pick-said">{isMasked(pick) ? <LockedCell /> : <Holdings pick={pick} />}</Cell>
    </tr>
  );
}

/** The author, above the author's holdings. */
const Holdings = ({ pick: { author, disclosure } }: { pick: PickRow }) => (
  <>
    {author && <AuthorLink name={author} />}
    <span className="sub">{disclosure ?? HOLDINGS_NOT_STATED}</span>
  </>
);
