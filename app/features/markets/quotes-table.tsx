import { WatchStar } from "~/features/marks/mark";
import { Change } from "~/ui/change";
import type { Close } from "~/ui/charts/series";
import { isSameDay } from "~/ui/dates";
import { formatSigned, formatVolume } from "~/ui/format";
import { Icon } from "~/ui/icon";
import { SortMenu } from "~/ui/menu";
import { currencyText, isYield, priceDecimals, priceFigure } from "~/ui/price-format";
import { RangeBar, RangeEnds } from "~/ui/range-bar";
import { Cell, HeaderCell, highlightRow, RowHeader, SortHeader, Table } from "~/ui/table";
import { Time } from "~/ui/time";
import { companyHref } from "./company.rules";
import { liveMarks } from "./live/live-quote.rules";
import { MARKET_SORTS, type MarketParams, type MarketSort, sortHref } from "./market-list.rules";
import type { QuoteRow } from "./markets.queries.server";
import { QUARTER_LABEL, QuarterSpark } from "./quarter-spark";
import { rangeLabel, staleAfter, staleLabel } from "./quotes.rules";
import "./quotes-table.css";

type QuotesTableProps = {
  quotes: readonly QuoteRow[];
  /** Closes by quote id, if known. */
  quarters: Record<string, readonly Close[]>;
  state: MarketParams;
  /** The id of the requested quote. */
  highlightedId?: string;
  now: Date;
  zone: string;
};

/** The quotes of a page; links in the header sort them, on phones a menu. */
export function QuotesTable({ quotes, quarters, state, highlightedId, now, zone }: QuotesTableProps) {
  const sorts = Object.keys(MARKET_SORTS) as MarketSort[];
  const sorted = state.sort;
  return (
    <>
      <SortMenu
        current={sorted ? `${MARKET_SORTS[sorted].label}, ${ariaSort(state)}` : "Newest"}
        choices={sorts.map((sort) => ({
          label: MARKET_SORTS[sort].label,
          to: sortHref(state, sort),
          current: sort === sorted,
        }))}
      />
      <Table label="Quotes" className="quotes">
        <thead>
          <tr>
            <QuoteHeader sort="name" state={state} sticky />
            <QuoteHeader sort="last" state={state} numeric />
            <QuoteHeader sort="changePercent" state={state} numeric />
            <HeaderCell>Low to high</HeaderCell>
            <HeaderCell className="spark-cell">{QUARTER_LABEL}</HeaderCell>
            <QuoteHeader sort="volume" state={state} numeric />
            <QuoteHeader sort="asOf" state={state} numeric />
          </tr>
        </thead>
        <tbody data-zone={zone} data-stale-after={staleAfter()}>
          {quotes.map((quote) => (
            <QuoteLine
              key={quote.id}
              quote={quote}
              closes={quarters[quote.id]}
              highlighted={quote.id === highlightedId}
              now={now}
              zone={zone}
            />
          ))}
        </tbody>
      </Table>
    </>
  );
}

type QuoteHeaderProps = { sort: MarketSort; state: MarketParams; numeric?: boolean; sticky?: boolean };

function QuoteHeader({ sort, state, ...look }: QuoteHeaderProps) {
  const sorted = state.sort === sort ? ariaSort(state) : undefined;
  return <SortHeader {...look} label={MARKET_SORTS[sort].label} to={sortHref(state, sort)} sorted={sorted} />;
}

const ariaSort = ({ direction }: MarketParams) =>
  direction === "asc" ? ("ascending" as const) : ("descending" as const);

type QuoteLineProps = {
  quote: QuoteRow;
  closes?: readonly Close[];
  highlighted: boolean;
  now: Date;
  zone: string;
};

/** The cells keep this order: `live/draw.ts` finds them by it. */
function QuoteLine({ quote, closes, highlighted, now, zone }: QuoteLineProps) {
  const { name, symbol, category, last, low, high, change, changePercent, volume, currency, kind, asOf } =
    quote;
  const unit = { kind, currency };
  return (
    <tr {...highlightRow(highlighted)} {...liveMarks(quote)}>
      <RowHeader sticky name={symbol === null ? undefined : name} sub={category}>
        {symbol !== null && <WatchStar symbol={symbol} name={name} />}
        <strong>{symbol === null ? name : <a href={companyHref(symbol)}>{name}</a>}</strong>
      </RowHeader>
      <Cell numeric>
        <strong>{priceFigure(last, unit)}</strong>
        {currency && <span className="sub">{currencyText(currency)}</span>}
      </Cell>
      <Cell numeric>
        {isYield(unit) ? (
          <Change value={change} decimals={priceDecimals(last, unit)} unit=" pts" />
        ) : (
          <>
            <Change value={changePercent} />
            {change !== null && (
              <span className="sub">{formatSigned(change, priceDecimals(last, unit))}</span>
            )}
          </>
        )}
      </Cell>
      <Cell className="range-cell">
        <RangeBar label={rangeLabel(asOf, now, zone)} low={low} high={high} unit={unit} value={last} />
        {(low !== null || high !== null) && <RangeEnds low={low} value={last} high={high} unit={unit} />}
      </Cell>
      <Cell className="spark-cell">
        <QuarterSpark closes={closes} unit={unit} stale={staleLabel(asOf, now) !== undefined} />
      </Cell>
      <Cell numeric>
        <span className="in-card">Vol </span>
        {formatVolume(volume)}
      </Cell>
      <Cell numeric>
        <AsOf at={asOf} now={now} zone={zone} />
      </Cell>
    </tr>
  );
}

/** A quote's time: the hour if today, else the day. A stale quote is marked and shows its age. */
function AsOf({ at, now, zone }: { at: Date; now: Date; zone: string }) {
  const stale = staleLabel(at, now);
  const time = <Time at={at} style={isSameDay(at, now, zone) ? "clock" : "short-day"} zone={zone} />;
  if (!stale) return time;
  return (
    <>
      <span className="stale">
        <Icon name="clock" />
        <span className="sr">Stale: </span>
        {time}
      </span>
      <span className="sub">{stale}</span>
    </>
  );
}
