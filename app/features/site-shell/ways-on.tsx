import { SearchField } from "~/features/search/search-box";

/** The sections, newest first each, and what they are to somebody who does not know their names. */
const WAYS = [
  { label: "News", to: "/news", about: "What happened, the newest first" },
  { label: "Daily Brief", to: "/daily-brief", about: "One company, read in five minutes" },
  { label: "Stock Picks", to: "/stock-picks", about: "Six lists, and what each of them did" },
  { label: "Trade Alert", to: "/trade-alert", about: "Calls with a target, a stop and a last day" },
  { label: "Videos", to: "/videos", about: "Companies and markets, explained on film" },
  { label: "Markets", to: "/market", about: "Indices, stocks, currencies and more" },
];

/**
 * Below an error: where somebody may go instead. It is all static, so it depends on nothing that may have failed. A page that
 * is not there is searched for; while the whole site is closed nothing is offered. The server alone draws it: pages seldom break in the
 * browser, and each byte of their script is counted.
 */
export function WaysOn({ status }: { status: number }) {
  if (!import.meta.env.SSR || (status !== 404 && status !== 500)) return null;
  return (
    <>
      {status === 404 && <SearchField />}
      <nav className="ways" aria-label="What there is">
        <ul>
          {WAYS.map(({ label, to, about }) => (
            <li key={to}>
              <a href={to}>{label}</a>
              <span className="meta">{about}</span>
            </li>
          ))}
        </ul>
      </nav>
    </>
  );
}
