import { useRootData } from "~/http/root-data";
import { Section } from "~/ui/head";
import { Marked } from "~/ui/marked";
import { Tabs } from "~/ui/tabs";
import { Time } from "~/ui/time";
import { marked, type Search } from "./search.rules";
import type { Found, SearchAnswer } from "./search.server";

const href = (text: string, only?: string) =>
  `/search?${new URLSearchParams({ q: text, ...(only ? { in: only } : {}) })}`;

/** All groups, or one of them, as links. */
export function SearchTabs({ text, groups, only }: Pick<SearchAnswer, "groups" | "only"> & { text: string }) {
  const all = { label: "All", to: href(text), current: only === undefined };
  const each = groups.map(({ name, title }) => ({
    label: title,
    to: href(text, name),
    current: name === only,
  }));
  return <Tabs label="Search in" items={[all, ...each]} />;
}

type SearchResultsProps = Pick<SearchAnswer, "found" | "only"> & { search: Search };

/** What was found, group by group, with what was searched for marked. */
export function SearchResults({ search, found, only }: SearchResultsProps) {
  return (
    <>
      {found.map(({ name, title, matches, more }) => (
        <Section
          key={name}
          title={title}
          more={
            more && !only
              ? { label: `More in ${title.toLowerCase()}`, to: href(search.text, name) }
              : undefined
          }
          flush
        >
          <ol className="results">
            {matches.map((match) => (
              <Result key={match.id} search={search} match={match} />
            ))}
          </ol>
        </Section>
      ))}
    </>
  );
}

function Result({ search, match }: { search: Search; match: Found["matches"][number] }) {
  const { siteTz } = useRootData();
  const { title, note, path, createdAt, text } = match;
  return (
    <li>
      <h3>
        <a href={path}>
          <Marked parts={marked(title, search)} />
        </a>
      </h3>
      {text && (
        <p>
          <Marked parts={marked(text, search)} />
        </p>
      )}
      <p className="meta">
        {note && <>{note}, </>}
        <Time at={createdAt} style="date" zone={siteTz} />
      </p>
    </li>
  );
}
