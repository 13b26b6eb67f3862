import { Change } from "~/ui/change";
import type { Moment } from "~/ui/dates";
import { type Decimal, formatPrice } from "~/ui/format";
import { Icon } from "~/ui/icon";
import { RangeBar } from "~/ui/range-bar";
import { Time } from "~/ui/time";

export type StripQuote = {
  name: string;
  last: Decimal;
  changePercent: Decimal | null;
  low?: Decimal | null;
  high?: Decimal | null;
  decimals?: number;
  /** What the bar is of: "Range today". */
  range: string;
  /** How old an old quote is; said instead of the bar. */
  stale?: string;
};

type MarketStripProps = {
  quotes: readonly StripQuote[];
  /** When the quotes were taken. */
  asOf: Moment;
  zone?: string;
};

/** The tape: last, change, and where the day stands between low and high. Scrolls sideways on phones. */
export function MarketStrip({ quotes, asOf, zone }: MarketStripProps) {
  if (quotes.length === 0) return null;
  return (
    <div className="tape band">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className="tape-in" aria-label="Market strip" tabIndex={0}>
        <p className="tape-head">
          <strong>
            <Time at={asOf} style="weekday" zone={zone} />
          </strong>
          <span>
            As of <Time at={asOf} style="time" zone={zone} />
          </span>
        </p>
        <ul>
          {quotes.map((quote) => (
            <li key={quote.name}>
              <span>{quote.name}</span>
              <Change value={quote.changePercent} />
              <span className="last">{formatPrice(quote.last, quote.decimals)}</span>
              {quote.stale ? (
                <span className="stale">
                  <Icon name="clock" />
                  <span className="sr">Stale: </span>
                  {quote.stale}
                </span>
              ) : (
                <RangeBar
                  label={quote.range}
                  low={quote.low}
                  value={quote.last}
                  high={quote.high}
                  decimals={quote.decimals}
                  small
                />
              )}
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
