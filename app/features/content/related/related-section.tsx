import { quoteHref } from "~/features/markets/market-list.rules";
import { pickHref } from "~/features/pick-href";
import { Change } from "~/ui/change";
import { Section } from "~/ui/head";
import { Price } from "~/ui/price";
import { isYield } from "~/ui/price-format";
import { Time } from "~/ui/time";
import { Related } from "./related";
import type { RelatedRecord } from "./related.queries.server";

type RelatedSectionProps = { name: string; records: readonly RelatedRecord[]; zone: string };

/** Other content on a company; null if there is none. */
export function RelatedSection({ name, records, zone }: RelatedSectionProps) {
  if (records.length === 0) return null;
  return (
    <Section title={`More on ${name}`}>
      <Related items={records.map((record) => toItem(record, zone))} />
    </Section>
  );
}

/** A record with its kind, because the title of a pick, a quote and a brief is the company's name. */
function toItem(record: RelatedRecord, zone: string) {
  const { kind, id, title, note, createdAt, at } = record;
  const on = <Time at={createdAt} style="day" zone={zone} />;
  switch (kind) {
    case "brief":
      return { kicker: "Daily brief", to: `/daily-brief/${id}`, title, meta: on };
    case "alert":
      return {
        kicker: "Trade alert",
        to: `/trade-alert/${id}`,
        title: `${note === "buy" ? "Buy" : "Sell"} ${title}`,
        meta: at ? (
          <>
            {on}, ended <Time at={at} style="short-date" zone={zone} />
          </>
        ) : (
          on
        ),
      };
    case "pick":
      return {
        kicker: "Stock pick",
        to: pickHref(note ?? "", id),
        title,
        meta: at ? (
          <>
            In {note}, settled <Time at={at} style="short-date" zone={zone} />
          </>
        ) : (
          `In ${note}`
        ),
      };
    case "quote":
      return {
        kicker: "Quote",
        to: quoteHref(note ?? "", id),
        title,
        meta: <QuoteFigures {...record} zone={zone} />,
      };
    case "news":
      return { kicker: "News", to: `/news/${id}`, title, meta: on };
  }
}

type QuoteFiguresProps = Pick<
  RelatedRecord,
  "last" | "changePercent" | "currency" | "instrumentKind" | "at"
> & {
  /** Whether only the day of its price is known. */
  ofDay?: boolean;
  zone: string;
};

/** A quote's last price, its change if known, and the time. */
export function QuoteFigures({
  last,
  changePercent,
  currency,
  instrumentKind: kind,
  at,
  ofDay,
  zone,
}: QuoteFiguresProps) {
  return (
    <>
      <span className="num">
        <Price value={last} unit={{ kind, currency }} />
      </span>{" "}
      {changePercent !== null && !isYield({ kind, currency }) && <Change value={changePercent} />}
      {at && (
        <span className="meta">
          {" "}
          <Time at={at} style={ofDay ? "short-date" : "short-datetime"} ofDay={ofDay} zone={zone} />
        </span>
      )}
    </>
  );
}
