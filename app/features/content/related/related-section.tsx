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

/** What else there is on a company; nothing at all when there is nothing. */
export function RelatedSection({ name, records, zone }: RelatedSectionProps) {
  if (records.length === 0) return null;
  return (
    <Section title={`More on ${name}`}>
      <Related items={records.map((record) => itemOf(record, zone))} />
    </Section>
  );
}

/** A record by its kind: companies give their name to a pick, a quote and a brief alike. */
function itemOf(record: RelatedRecord, zone: string) {
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
  /** Whether its price is known by its day alone. */
  ofDay?: boolean;
  zone: string;
};

/** A quote's last price, its change where there is one, and when that was. */
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
