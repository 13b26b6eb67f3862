import { Change } from "~/ui/change";
import { isSameDay } from "~/ui/dates";
import { formatPrice, formatSigned, formatVolume } from "~/ui/format";
import { Icon } from "~/ui/icon";
import { SortMenu } from "~/ui/menu";
import { RangeBar, RangeEnds } from "~/ui/range-bar";
import { Cell, foundRow, Head, RowName, SortHead, Table } from "~/ui/table";
import { Time } from "~/ui/time";
import { MARKET_SORTS, type MarketSort, type MarketState, sortHref } from "./market-list.rules";
import type { QuoteRow } from "./markets.queries.server";
import { decimalsOf, rangeLabel, staleWords } from "./quotes.rules";

type QuotesTableProps = {
  quotes: readonly QuoteRow[];
  state: MarketState;
  /** The id of the quote that was asked for. */
  found?: string;
  now: Date;
  zone: string;
};

/** The quotes of a page, sortable by links in its head; on phones by a menu. */
export function QuotesTable({ quotes, state, found, now, zone }: QuotesTableProps) {
  const sorts = Object.keys(MARKET_SORTS) as MarketSort[];
  const sorted = state.sort;
  return (
    <>
      <SortMenu
        current={sorted ? `${MARKET_SORTS[sorted].label}, ${wayOf(state)}` : "Newest"}
        choices={sorts.map((sort) => ({
          label: MARKET_SORTS[sort].label,
          to: sortHref(state, sort),
          current: sort === sorted,
        }))}
      />
      <Table label="Quotes" className="quotes">
        <thead>
          <tr>
            <QuoteHead sort="name" state={state} stick />
            <QuoteHead sort="last" state={state} numeric />
            <QuoteHead sort="changePercent" state={state} numeric />
            <Head>Low to high</Head>
            <QuoteHead sort="volume" state={state} numeric />
            <QuoteHead sort="asOf" state={state} numeric />
          </tr>
        </thead>
        <tbody>
          {quotes.map((quote) => (
            <QuoteLine key={quote.id} quote={quote} found={quote.id === found} now={now} zone={zone} />
          ))}
        </tbody>
      </Table>
    </>
  );
}

type QuoteHeadProps = { sort: MarketSort; state: MarketState; numeric?: boolean; stick?: boolean };

function QuoteHead({ sort, state, ...look }: QuoteHeadProps) {
  const sorted = state.sort === sort ? wayOf(state) : undefined;
  return <SortHead {...look} label={MARKET_SORTS[sort].label} to={sortHref(state, sort)} sorted={sorted} />;
}

const wayOf = ({ direction }: MarketState) =>
  direction === "asc" ? ("ascending" as const) : ("descending" as const);

type QuoteLineProps = { quote: QuoteRow; found: boolean; now: Date; zone: string };

function QuoteLine({ quote, found, now, zone }: QuoteLineProps) {
  const { name, category, last, low, high, change, changePercent, volume, currency, asOf } = quote;
  const decimals = decimalsOf(last);
  return (
    <tr {...foundRow(found)}>
      <RowName stick sub={category}>
        <strong>{name}</strong>
      </RowName>
      <Cell numeric>
        <strong>{formatPrice(last, decimals)}</strong>
        {currency && <span className="sub">{currency}</span>}
      </Cell>
      <Cell numeric>
        <Change value={changePercent} />
        {change !== null && <span className="sub">{formatSigned(change, decimals)}</span>}
      </Cell>
      <Cell className="range-cell">
        <RangeBar
          label={rangeLabel(asOf, now, zone)}
          low={low}
          high={high}
          decimals={decimals}
          value={last}
        />
        {(low !== null || high !== null) && <RangeEnds low={low} high={high} decimals={decimals} />}
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

/** When a quote was set: today its hour, else its day; an old one is marked and says how old. */
function AsOf({ at, now, zone }: { at: Date; now: Date; zone: string }) {
  const stale = staleWords(at, now);
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
