import { companyHref } from "~/features/markets/company.rules";
import { QuarterSpark } from "~/features/markets/quarter-spark";
import { Stale } from "~/features/markets/stale";
import { Change } from "~/ui/change";
import { Section } from "~/ui/head";
import { isYield, priceFigure } from "~/ui/price-format";
import type { FollowedRow } from "./authors.queries.server";
import { AUTHORS_PATH, WATCHLIST_PATH } from "./paths.rules";
import type { WatchedEntry } from "./watchlist.queries.server";
import { Newest } from "./watchlist-page";

type WatchedBlockProps = {
  entries: readonly WatchedEntry[];
  authors: readonly FollowedRow[];
  zone: string;
};

/** A member's part of the front page: the first companies of the watchlist, and the authors' newest texts. */
export function WatchedBlock({ entries, authors, zone }: WatchedBlockProps) {
  const written = authors.filter(({ newest }) => newest);
  if (entries.length === 0 && written.length === 0) return null;
  return (
    <div className="mb-10">
      {entries.length > 0 && (
        <Section title="Your watchlist" more={{ label: "Edit", to: WATCHLIST_PATH }}>
          <ul className="watched-block">
            {entries.map((entry) => (
              <li key={entry.id}>
                <WatchedTile entry={entry} zone={zone} />
              </li>
            ))}
          </ul>
        </Section>
      )}
      {written.length > 0 && (
        <Section title="From authors you follow" more={{ label: "All authors", to: AUTHORS_PATH }}>
          <ul className="marked-list">
            {written.map(({ slug, name, newest }) => (
              <li key={slug}>
                <p className="watched-name">{name}</p>
                <p className="watched-news meta">{newest && <Newest item={newest} zone={zone} />}</p>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </div>
  );
}

function WatchedTile({ entry, zone }: { entry: WatchedEntry; zone: string }) {
  const { company, price, stale, quarter, newest } = entry;
  if (!company) return <p className="text-muted">A company not included in your plan</p>;
  return (
    <>
      <div>
        <p className="watched-name">
          <a href={companyHref(company.symbol)}>{company.name}</a>
        </p>
        <p className="watched-news meta">
          {newest ? <Newest item={newest} zone={zone} /> : "Nothing published yet"}
        </p>
      </div>
      <QuarterSpark closes={quarter} unit={company} stale={stale !== undefined} silent />
      {price && (
        <p className="watched-price">
          <strong>{priceFigure(price.price, company)}</strong>
          {!isYield(company) && price.changePercent !== null && <Change value={price.changePercent} />}
          {stale && <Stale age={stale} />}
        </p>
      )}
    </>
  );
}
