import { Outcome } from "~/features/calls/track-record/outcome";
import {
  findingInWords,
  PERIODS,
  type Period,
  periodHref,
  priceWord,
} from "~/features/markets/company.rules";
import { Stale } from "~/features/markets/stale";
import { pickHref } from "~/features/pick-href";
import { Badge } from "~/ui/badge";
import { Change } from "~/ui/change";
import { dayInWords } from "~/ui/charts/calendar";
import { Exhibit } from "~/ui/charts/exhibit";
import type { Flag, FlagKind } from "~/ui/charts/flags";
import { FlagKey } from "~/ui/charts/marks";
import { yearSentence, yearTable } from "~/ui/charts/sentences";
import { type Close, closesInWords, gapNotes } from "~/ui/charts/series";
import { YearChart } from "~/ui/charts/year-chart";
import { dayIn } from "~/ui/dates";
import { capitalise, pluralize } from "~/ui/format";
import { Price } from "~/ui/price";
import { currencyText, formatPrice, isYield, type PriceUnit } from "~/ui/price-format";
import { RangeBar, RangeEnds } from "~/ui/range-bar";
import { Time } from "~/ui/time";
import type { CompanyItem, CompanyPrice } from "./company.queries.server";
import "./company-page.css";

/** An item with its access for this reader, and its flag if the chart has one. */
export type ListedItem = CompanyItem & { locked: boolean; flag?: Flag };

type CompanyPriceProps = {
  current: CompanyPrice;
  /** How old an old quote is: "2 h old". */
  stale?: string;
  /** Its currency or other unit. */
  unit: PriceUnit;
  zone: string;
};

/** The current price and its time. */
export function CurrentPrice({ current, stale, unit, zone }: CompanyPriceProps) {
  const { price, changePercent, asOf, day, ofDay, atClose } = current;
  return (
    <p className="company-price">
      <span className="num">
        <Price value={price} unit={unit} />
      </span>
      {changePercent !== null && !isYield(unit) && <Change value={changePercent} />}
      <span className="meta">
        {ofDay ? (
          `${atClose ? "at the close of" : "on"} ${dayInWords(day)}`
        ) : (
          <>
            as of <Time at={asOf} style="datetime" zone={zone} />
          </>
        )}
      </span>
      {stale && <Stale age={stale} />}
    </p>
  );
}

/** The price within the range of a year's closes; nothing with fewer than two closes. */
export function YearRange({ closes, unit }: { closes: readonly Close[]; unit: PriceUnit }) {
  const values = closes.map(({ close }) => close);
  if (values.length < 2) return null;
  const range = { low: Math.min(...values), high: Math.max(...values) };
  return (
    <div className="max-w-form">
      <RangeBar
        {...range}
        unit={unit}
        value={values.at(-1)}
        label={`52-week range, by closing ${priceWord(unit)}`}
      />
      <RangeEnds {...range} unit={unit} />
      <p className="meta" aria-hidden="true">
        {`52-week low and high, by closing ${priceWord(unit)}`}
      </p>
    </div>
  );
}

/** The day of its next results. */
export const NextResultsLine = ({ on }: { on: string }) => (
  <p className="meta">
    Next results: <time dateTime={on}>{dayInWords(on)}</time>
  </p>
);

type CompanyChartProps = {
  company: { symbol: string; name: string } & PriceUnit;
  /** Of the period; the last one is the price now. */
  closes: readonly Close[];
  period: Period;
  from: string;
  to: string;
  items: readonly ListedItem[];
  stale: boolean;
  /** The first day whose prices may still move, yyyy-mm-dd. */
  running: string;
};

const chartLede = (unit: PriceUnit) =>
  `The ${priceWord(unit)}, and everything we said about it, marked on the day we said it.`;

/** A company's exhibit: its price, and our content on the day it came out. */
export function CompanyChart({
  company,
  closes,
  period,
  from,
  to,
  items,
  stale,
  running,
}: CompanyChartProps) {
  const { name, symbol } = company;
  const flags = items.flatMap(({ flag }) => flag ?? []);
  const notice = flags.length > 0 ? `${pluralize(flags.length, "flag")}; the list below names them.` : "";
  const table = closes.length > 0 ? yearTable(closes, company) : undefined;
  return (
    <Exhibit
      number={1}
      title={
        findingInWords(name, closes, { from, period, unit: company }) ??
        `What ${name} ${isYield(company) ? "yields" : "costs"}, and what we said`
      }
      lede={[chartLede(company), flagWords(flags)].filter(Boolean).join(" ")}
      source={sourceText(company, closes, running)}
      table={table}
    >
      <nav className="periods" aria-label="Period">
        {Object.entries(PERIODS).map(([key, { label }]) => (
          <a
            key={key}
            href={periodHref(symbol, key as Period)}
            aria-current={key === period ? "true" : undefined}
          >
            {label}
          </a>
        ))}
      </nav>
      <YearChart
        name={name}
        unit={company}
        points={closes}
        from={from}
        to={to}
        flags={flags}
        stale={stale}
        sentence={yearSentence({ name, unit: company }, closes, notice)}
        table={table ?? { columns: [], rows: [] }}
      />
    </Exhibit>
  );
}

/** The shape of each kind of flag. A locked flag hides its kind, so it looks like a brief's. */
const SHAPES: Record<FlagKind, string> = {
  brief: "a square is a brief",
  pick: "an arch a pick",
  alert: "a pointed flag an alert",
  news: "an outline news",
  call: "cut corners a settled call",
  locked: "a brass flag is for members",
};

/** The meaning of the shapes; undefined without flags. */
function flagWords(flags: readonly Flag[]): string | undefined {
  const words = [...new Set(flags.map(({ kind }) => SHAPES[kind]))].join(", ");
  return words ? `${capitalise(words)}.` : undefined;
}

function sourceText(company: PriceUnit, closes: readonly Close[], running: string): string | undefined {
  const { currency } = company;
  if (closes.length === 0) return undefined;
  const unit = currency ? `, in ${currencyText(currency)}` : "";
  const parts = [
    `${closesInWords(closes, { unit, of: priceWord(company), running })} Adjusted for splits.`,
    gapNotes(closes),
  ];
  return parts.filter(Boolean).join(" ");
}

const KINDS = { brief: "Brief", alert: "Alert", pick: "Pick", news: "News", call: "Call" } as const;

type ItemListProps = {
  items: readonly ListedItem[];
  closes: readonly Close[];
  unit: PriceUnit;
  /** The first day whose prices may still move, yyyy-mm-dd. */
  running: string;
  zone: string;
};

/** All our content on the company, newest first, with the flags of the chart. */
export function ItemList({ items, ...context }: ItemListProps) {
  return (
    <ol className="flag-list">
      {items.map((item) => (
        <li key={item.id}>
          {item.flag ? <FlagKey kind={item.flag.kind} number={item.flag.number} /> : <span />}
          <Time at={item.createdAt} style="short-date" zone={context.zone} />
          <span className="what">
            <span className="kind">{KINDS[item.kind]}</span>{" "}
            <a href={itemHref(item)}>{itemText(item, context.unit)}</a>
            {item.changes.map(({ id, at, text }) => (
              <span key={id} className="sub">
                {`${text} on `}
                <Time at={at} style="day" zone={context.zone} />
              </span>
            ))}
          </span>
          <span className="fate">
            <Fate item={item} {...context} />
          </span>
        </li>
      ))}
    </ol>
  );
}

function itemHref({ kind, id, title }: CompanyItem): string {
  switch (kind) {
    case "brief":
      return `/daily-brief/${id}`;
    case "alert":
      return `/trade-alert/${id}`;
    case "pick":
      return pickHref(title ?? "", id);
    case "news":
      return `/news/${id}`;
    case "call":
      return `/track-record/${id}`;
  }
}

function itemText({ kind, title, target }: CompanyItem, unit: PriceUnit): string {
  const sought = target === null ? "" : `, target ${formatPrice(target, unit)}`;
  switch (kind) {
    case "brief":
      return title ?? "Our view and buy zone";
    case "alert":
    case "call":
      return `${title === "buy" ? "Buy" : "Sell"}${sought}`;
    case "pick":
      return `In ${title}${sought}`;
    case "news":
      return title ?? "";
  }
}

/** The members' badge, the result, the end, or the close on the day it came out. */
function Fate({ item, closes, unit, running, zone }: Omit<ItemListProps, "items"> & { item: ListedItem }) {
  if (item.locked) return <Badge tone="members">Members</Badge>;
  if (item.end)
    return (
      <>
        <Outcome {...item.end} />{" "}
        <a className="meta" href={`/track-record/${item.end.id}`}>
          {`settled ${dayInWords(item.end.endedOn, "short-date")}`}
        </a>
      </>
    );
  if (item.ended)
    return (
      <span className="meta">
        ended <Time at={item.ended} style="short-date" zone={zone} />
      </span>
    );
  const day = dayIn(zone, item.createdAt);
  // A day that is not over has no close yet.
  const then =
    item.kind === "news" || day >= running ? undefined : closes.findLast((each) => each.day <= day);
  if (!then) return null;
  const of = then.day === day ? "" : ` of ${dayInWords(then.day, "day")}`;
  return <span className="meta">{`${formatPrice(then.close, unit)} at the close${of}`}</span>;
}
