import { SearchField } from "~/features/search/search-box";

/** The sections with a description for readers who do not know their names. */
const SECTIONS = [
  { label: "News", to: "/news", about: "What happened, newest first" },
  { label: "Daily Brief", to: "/daily-brief", about: "One company, read in five minutes" },
  { label: "Stock Picks", to: "/stock-picks", about: "Six lists, and how each performed" },
  { label: "Trade Alert", to: "/trade-alert", about: "Calls with a target, a stop and an end date" },
  { label: "Videos", to: "/videos", about: "Companies and markets, explained in videos" },
  { label: "Markets", to: "/market", about: "Indices, stocks, currencies and more" },
];

/**
 * Links below an error. They are static, so they depend on nothing that may have failed. A missing page gets
 * a search box. While the whole site is closed there are no links. Only the server renders it: pages rarely
 * fail in the browser, and each byte of their script counts.
 */
export function ErrorLinks({ status }: { status: number }) {
  if (!import.meta.env.SSR || (status !== 404 && status !== 500)) return null;
  return (
    <>
      {status === 404 && <SearchField />}
      <nav className="ways" aria-label="Main pages">
        <ul>
          {SECTIONS.map(({ label, to, about }) => (
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
