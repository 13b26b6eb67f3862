import type { ReactNode } from "react";
import { companyHref } from "~/features/markets/company.rules";
import { SaveForLater, WatchStar } from "~/features/marks/mark";
import { TickerSymbol } from "~/ui/badge";
import { Breadcrumbs } from "~/ui/head";

type BriefHeadProps = {
  id: string;
  companyName: string;
  ticker: string;
  companySymbol: string;
  headline: string | null;
  teaser: string | null;
  /** Author and date. */
  meta: ReactNode;
};

const CRUMBS = [{ label: "Daily Brief", to: "/daily-brief" }];

/**
 * The subject of a brief and its conclusion. The company is the page's title, as the specification requires.
 * A headline, if there is one, comes first, and the company appears above it like an article's category.
 */
export function BriefHead({
  id,
  companyName,
  ticker,
  companySymbol,
  headline,
  teaser,
  meta,
}: BriefHeadProps) {
  const symbol = <TickerSymbol to={companyHref(companySymbol)}>{ticker}</TickerSymbol>;
  return (
    <header className="page-head">
      <Breadcrumbs entries={CRUMBS} />
      <div className="page-title">
        <h1 className={headline === null ? undefined : "kicker font-sans"}>{companyName}</h1>
        {symbol}
        <WatchStar symbol={companySymbol} name={companyName} />
        <SaveForLater kind="brief" id={id} title={headline ?? companyName} />
      </div>
      {headline !== null && <h2 className="text-3xl">{headline}</h2>}
      {teaser && <p className="thesis-line">{teaser}</p>}
      <p className="meta">{meta}</p>
    </header>
  );
}
