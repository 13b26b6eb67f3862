import type { ReactNode } from "react";
import { companyHref } from "~/features/markets/company.rules";
import { TickerSymbol } from "~/ui/badge";
import { Breadcrumbs } from "~/ui/head";

type BriefHeadProps = {
  companyName: string;
  ticker: string;
  companySymbol: string;
  headline: string | null;
  teaser: string | null;
  /** Whose it is and of when. */
  meta: ReactNode;
};

const CRUMBS = [{ label: "Daily Brief", to: "/daily-brief" }];

/**
 * What a brief is on and what it comes to. The page is called by its company, as the contract has it; where there is a headline
 * that is what is read first, and the company stands above it as articles' categories do.
 */
export function BriefHead({ companyName, ticker, companySymbol, headline, teaser, meta }: BriefHeadProps) {
  const symbol = <TickerSymbol to={companyHref(companySymbol)}>{ticker}</TickerSymbol>;
  return (
    <header className="page-head">
      <Breadcrumbs entries={CRUMBS} />
      <div className="page-title">
        <h1 className={headline === null ? undefined : "kicker font-sans"}>{companyName}</h1>
        {symbol}
      </div>
      {headline !== null && <h2 className="text-3xl">{headline}</h2>}
      {teaser && <p className="thesis-line">{teaser}</p>}
      <p className="meta">{meta}</p>
    </header>
  );
}
