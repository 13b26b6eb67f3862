import type { ReactNode } from "react";
import { quoteHref } from "~/features/markets/market-list.rules";
import { pickHref } from "~/features/stock-picks/stock-picks.rules";
import { formatPrice, formatSigned } from "~/ui/format";
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

function itemOf(record: RelatedRecord, zone: string): { to: string; title: string; meta: ReactNode } {
  const { kind, id, title, note, last, changePercent, createdAt } = record;
  const on = (what: string) => (
    <>
      {what}, <Time at={createdAt} style="day" zone={zone} />
    </>
  );
  switch (kind) {
    case "brief":
      return { to: `/daily-brief/${id}`, title, meta: on("Daily brief") };
    case "alert":
      return {
        to: `/trade-alert/${id}`,
        title: `${note === "buy" ? "Buy" : "Sell"} ${title}`,
        meta: on("Trade alert"),
      };
    case "pick":
      return { to: pickHref(note ?? "", id), title, meta: `Stock pick in ${note}` };
    case "quote": {
      const change = changePercent === null ? "" : `, ${formatSigned(changePercent)}%`;
      return { to: quoteHref(note ?? "", id), title, meta: `Quote: ${formatPrice(last)}${change}` };
    }
    case "news":
      return { to: `/news/${id}`, title, meta: on("News") };
  }
}
