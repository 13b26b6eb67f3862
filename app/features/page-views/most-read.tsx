import { Section } from "~/ui/head";
import type { MostReadItem } from "./most-read.queries.server";

/** The most read pages of a week; nothing if no view was counted. */
export function MostReadSection({ items }: { items: readonly MostReadItem[] }) {
  if (items.length === 0) return null;
  return (
    <Section title="Most read" aside="This week" flush>
      <ol className="side-list">
        {items.map(({ id, section, title }) => (
          <li key={id}>
            <a href={`/${section}/${id}`}>{title}</a>
          </li>
        ))}
      </ol>
    </Section>
  );
}
