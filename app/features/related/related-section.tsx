import { quoteHref } from "~/features/markets/market-list.rules";
import { pickHref } from "~/features/stock-picks/stock-picks.rules";
import { Change } from "~/ui/change";
import { formatPrice } from "~/ui/format";
import { Section } from "~/ui/head";
import { Related } from "~/ui/related";
import { Time } from "~/ui/time";
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
  const { kind, id, title, note, last, changePercent, createdAt } = record;
  const on = <Time at={createdAt} style="day" zone={zone} />;
  switch (kind) {
    case "brief":
      return { kicker: "Daily brief", to: `/daily-brief/${id}`, title, meta: on };
    case "alert":
      return {
        kicker: "Trade alert",
        to: `/trade-alert/${id}`,
        title: `${note === "buy" ? "Buy" : "Sell"} ${title}`,
        meta: on,
      };
    case "pick":
      return { kicker: "Stock pick", to: pickHref(note ?? "", id), title, meta: `In ${note}` };
    case "quote":
      return {
        kicker: "Quote",
        to: quoteHref(note ?? "", id),
        title,
        meta: <QuoteFigures last={last} changePercent={changePercent} />,
      };
    case "news":
      return { kicker: "News", to: `/news/${id}`, title, meta: on };
  }
}

/** A quote's last price, and its change where there is one. */
export function QuoteFigures({ last, changePercent }: Pick<RelatedRecord, "last" | "changePercent">) {
  return (
    <>
      <span className="num">{formatPrice(last)}</span>{" "}
      {changePercent !== null && <Change value={changePercent} />}
    </>
  );
}
