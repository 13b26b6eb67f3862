import { LockedCell, LockedNote } from "~/access/paywall";
import { AUDIENCE_NAMES } from "~/access/paywall-text";
import { ChangeList } from "~/features/calls/call-history";
import { Outcome } from "~/features/calls/track-record/outcome";
import { companyHref } from "~/features/markets/company.rules";
import { WatchStar } from "~/features/marks/mark";
import { dayInWords } from "~/ui/charts/calendar";
import { DASH, formatSigned } from "~/ui/format";
import { currencyText } from "~/ui/price-format";
import { RangeBar, RangeEnds } from "~/ui/range-bar";
import { Time } from "~/ui/time";
import { AuthorLink } from "../authors/author-link";
import { HOLDINGS_NOT_STATED } from "../holdings.rules";
import type { PickRow } from "./picks.queries.server";
import { margin, percentFrom } from "./picks.rules";

type PickProps = { pick: PickRow };

/** A row without a ticker is behind the paywall: its masked columns were not read. */
export const isMasked = ({ ticker }: PickRow) => ticker === undefined;

/** The note next to a table with masked columns. It names Private members if only their rows are masked. */
export function MaskedNote({ picks }: { picks: readonly PickRow[] }) {
  const masked = picks.filter(isMasked);
  if (masked.length === 0) return null;
  const onlyPrivate = masked.every(({ audience }) => audience === "private");
  const what = onlyPrivate ? "Some tickers, names and margins" : "Tickers, names and margins";
  return <LockedNote>{`${what} are for ${AUDIENCE_NAMES[onlyPrivate ? "private" : "members"]}.`}</LockedNote>;
}

/** Names the row of a pick for screen readers, without the star; a masked row has none. */
export const rowName = ({ ticker, name }: PickRow): string | undefined => name ?? ticker;

/** Ticker and name in the first column, or a bar. */
export function PickName({ pick }: PickProps) {
  const { ticker, companySymbol, name } = pick;
  if (ticker === undefined) return <LockedCell kind="name" />;
  return (
    <>
      <WatchStar symbol={companySymbol ?? ticker} name={name ?? ticker} />
      <a className="pick-ticker" href={companyHref(companySymbol ?? ticker)}>
        {ticker}
      </a>
      <span className="sub pick-name" title={name}>
        {name}
      </span>
    </>
  );
}

/** The author and the author's stated holdings. `HOLDINGS_NOTE` covers rows without a statement. */
export const PickAuthor = ({ pick: { author, disclosure } }: PickProps) => (
  <>
    {author && (
      <span className="sub">
        By <AuthorLink name={author} />
      </span>
    )}
    {disclosure && <span className="sub">{`Author’s holdings: ${disclosure}`}</span>}
  </>
);

/** The note below a table of picks, once for all rows without a statement. */
export const HOLDINGS_NOTE = `${HOLDINGS_NOT_STATED} for picks that show none.`;

/** How the call was settled, and its changes since publication; null if there are neither. */
export function PickFate({ pick: { end, changes = [] }, zone }: PickProps & { zone: string }) {
  return (
    <>
      {end && (
        <span className="sub pick-end">
          <Outcome {...end} />
          <a href={`/track-record/${end.id}`}>{`Settled ${dayInWords(end.endedOn, "short-date")}`}</a>
        </span>
      )}
      {changes.length > 0 && (
        <details className="sub">
          <summary>Changes since the pick was made</summary>
          <ChangeList changes={changes} zone={zone} />
        </details>
      )}
    </>
  );
}

/** From the price to a target, in per cent. It is a distance, so it is in ink. */
export function Upside({ pick, target }: PickProps & { target: PickRow["target2028"] }) {
  const percent = percentFrom(pick.currentPrice, target);
  return <>{percent === undefined ? DASH : `${formatSigned(percent)}%`}</>;
}

type PricedAtProps = PickProps & {
  zone: string;
  /** The currency of all prices, if the table's heading states it. */
  unit?: string;
};

/** The currency and the day of the price: the page may also show a quote of the company. */
export function PricedAt({ pick: { pricedAt, pricedOfDay, currency }, zone, unit }: PricedAtProps) {
  if (pricedAt === null) return null;
  return (
    <span className="sub">
      {currency && currency !== unit && (
        <>
          {`${currencyText(currency)}, `}
          <wbr />
        </>
      )}
      <Time at={pricedAt} style="short-day" ofDay={pricedOfDay ?? false} zone={zone} />
    </span>
  );
}

/** The common currency of several picks; undefined if they differ or it is unknown. */
export function commonUnit(picks: readonly Pick<PickRow, "currency">[]): string | undefined {
  const [unit, ...others] = new Set(picks.map(({ currency }) => currency));
  return picks.length > 1 && others.length === 0 ? (unit ?? undefined) : undefined;
}

/** The distance of the price from an end of its year, in per cent, or a bar. */
export function Margin({ pick, end }: PickProps & { end: "high" | "low" }) {
  if (isMasked(pick)) return <LockedCell />;
  const { currentPrice, week52High, week52Low, margin52WeekHigh, changeMargin52WeekLow } = pick;
  const [entered, measured] =
    end === "high" ? [margin52WeekHigh, week52High] : [changeMargin52WeekLow, week52Low];
  // A stored margin refers to the pick's own price.
  const own = pick.isRepriced ? percentFrom(measured, currentPrice) : undefined;
  const value = own ?? margin(entered, measured, currentPrice);
  return <>{value === undefined ? DASH : `${formatSigned(value)}%`}</>;
}

/** The year's range with the bell on its line; with `ends` also as figures. */
export function YearRange({ pick, ends }: PickProps & { ends?: boolean }) {
  const { week52Low: low, week52High: high, currentPrice } = pick;
  if (low === null && high === null) return <>{DASH}</>;
  return (
    <>
      <RangeBar low={low} value={currentPrice} high={high} label="52-week range" unit={pick} />
      {ends && <RangeEnds low={low} value={currentPrice} high={high} unit={pick} />}
    </>
  );
}
