import { Change } from "~/ui/change";
import type { Close } from "~/ui/charts/series";
import type { Moment } from "~/ui/dates";
import type { Decimal } from "~/ui/format";
import { Icon } from "~/ui/icon";
import { formatPrice, type PriceUnit } from "~/ui/price-format";
import { RangeBar } from "~/ui/range-bar";
import { Time } from "~/ui/time";
import { QUARTER_NOTE, QuarterSpark } from "./quarter-spark";

export type StripQuote = {
  name: string;
  last: Decimal;
  changePercent: Decimal | null;
  low?: Decimal | null;
  high?: Decimal | null;
  unit?: PriceUnit;
  /** The label of the bar: "Range today". */
  range: string;
  /** The age of a stale quote, shown instead of a chart. */
  stale?: string;
  /** Three months of closes; without them the day's bar is shown. */
  quarter?: readonly Close[];
};

type MarketStripProps = {
  quotes: readonly StripQuote[];
  /** The time of the oldest quote that is not stale. */
  asOf: Moment;
  zone?: string;
};

const hasLine = ({ stale, quarter = [] }: StripQuote) => !stale && quarter.length > 1;

/** The tape: last, change and a small chart. It scrolls sideways on phones, which have no room for charts. */
export function MarketStrip({ quotes, asOf, zone }: MarketStripProps) {
  if (quotes.length === 0) return null;
  return (
    <div className="tape band">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className="tape-in" aria-label="Market strip" tabIndex={0}>
        <p className="tape-head">
          <strong>
            <Time at={asOf} style="short-weekday" zone={zone} />
          </strong>
          <span>
            As of <Time at={asOf} style="time" zone={zone} />
            {quotes.some(hasLine) && <span className="tape-lines">{`. ${QUARTER_NOTE}`}</span>}
          </span>
        </p>
        <ul>
          {quotes.map((quote) => (
            <li key={quote.name}>
              <span>{quote.name}</span>
              <Change value={quote.changePercent} />
              <span className="last">{formatPrice(quote.last, quote.unit)}</span>
              <Shape quote={quote} />
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

/** Three months of the price, else its place within the day's range. */
function Shape({ quote }: { quote: StripQuote }) {
  const { name, last, low, high, unit, range, stale, quarter } = quote;
  if (stale)
    return (
      <span className="stale">
        <Icon name="clock" />
        <span className="sr">Stale: </span>
        {stale}
      </span>
    );
  if (hasLine(quote)) return <QuarterSpark closes={quarter} of={name} unit={unit} size="tape" />;
  return <RangeBar label={range} low={low} value={last} high={high} unit={unit} small />;
}
