import { Change } from "~/ui/change";
import type { Close } from "~/ui/charts/series";
import type { Moment } from "~/ui/dates";
import type { Decimal } from "~/ui/format";
import { Icon } from "~/ui/icon";
import { formatPrice, type PriceUnit } from "~/ui/price-format";
import { RangeBar } from "~/ui/range-bar";
import { Time } from "~/ui/time";
import { liveMarks } from "./live/live-quote.rules";
import { QUARTER_NOTE, QuarterSpark } from "./quarter-spark";
import { staleAfter } from "./quotes.rules";

export type StripQuote = {
  name: string;
  last: Decimal;
  changePercent: Decimal | null;
  low?: Decimal | null;
  high?: Decimal | null;
  unit?: PriceUnit;
  /** The quote that its figures follow on an open page, and their time. */
  shownId?: string;
  asOf?: Moment;
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

const FOLLOWS = { oldest: ".tape [data-live]" };

const marksOf = ({ shownId, asOf, unit }: StripQuote) =>
  shownId !== undefined && asOf !== undefined && liveMarks({ ...unit, shownId, asOf });

const hasLine = ({ stale, quarter = [] }: StripQuote) => !stale && quarter.length > 1;

/** The tape: last, change and a small chart. It scrolls sideways on phones, which have no room for charts. */
export function MarketStrip({ quotes, asOf, zone }: MarketStripProps) {
  if (quotes.length === 0) return null;
  return (
    <div className="tape band" data-zone={zone} data-stale-after={staleAfter()}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className="tape-in" aria-label="Market strip" tabIndex={0}>
        <p className="tape-head">
          <strong>
            <Time at={asOf} style="short-weekday" zone={zone} follows={FOLLOWS} />
          </strong>
          <span>
            As of <Time at={asOf} style="time" zone={zone} follows={FOLLOWS} />
            {quotes.some(hasLine) && <span className="tape-lines">{`. ${QUARTER_NOTE}`}</span>}
          </span>
          {/* `live/pause-button.ts` puts its button here. */}
          <span className="live-pause" />
        </p>
        <ul>
          {quotes.map((quote) => (
            <li key={quote.name} {...marksOf(quote)}>
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
