import { companyHref } from "~/features/markets/company.rules";
import { dayInWords } from "~/ui/charts/calendar";
import { Section } from "~/ui/head";
import type { NextResults } from "./next-results.queries.server";

/** Companies that report results next; nothing without any. */
export function NextResultsSection({ companies }: { companies: readonly NextResults[] }) {
  if (companies.length === 0) return null;
  return (
    <Section title="Next results" flush>
      <ul className="side-list">
        {companies.map(({ symbol, name, on }) => (
          <li key={symbol}>
            <a href={companyHref(symbol)}>{name}</a>
            <time className="meta" dateTime={on}>
              {dayInWords(on, "day")}
            </time>
          </li>
        ))}
      </ul>
    </Section>
  );
}
