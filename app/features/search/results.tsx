import { Fragment } from "react";
import { LockedNote } from "~/access/paywall";
import { AUDIENCE_NAMES } from "~/access/paywall-text";
import { QuoteFigures } from "~/features/content/related/related-section";
import type { FoundPrice } from "~/features/discovery.server";
import { Section } from "~/ui/head";
import { Tabs } from "~/ui/tabs";
import { Time } from "~/ui/time";
import { pageHref } from "~/web/paging";
import { useRootData } from "~/web/root-data";
import { highlightParts, type Search, type SearchWords } from "./search.rules";
import type { GroupMatches, SearchPage } from "./search.server";
import "./results.css";

/** The address of a results page, for all groups or one. */
export const searchHref = (text: string, only?: string, page = 1): string =>
  pageHref("/search", { q: text, in: only }, page);

/** Links to all groups, and to each one. */
export function SearchTabs({ text, groups, only }: Pick<SearchPage, "groups" | "only"> & { text: string }) {
  const all = { label: "All", to: searchHref(text), current: only === undefined };
  const each = groups.map(({ name, title }) => ({
    label: title,
    to: searchHref(text, name),
    current: name === only,
  }));
  return <Tabs label="Search in" items={[all, ...each]} />;
}

type SearchResultsProps = Pick<SearchPage, "found" | "only" | "size" | "meant"> & {
  search: Search;
  /** The prices of matches that have one, by id. */
  prices: Record<string, FoundPrice>;
};

/** The results, group by group, with the searched or corrected words highlighted. */
export function SearchResults({ search: typed, found, prices, only, size, meant }: SearchResultsProps) {
  const searchText = typed.text;
  const search = meant ? { text: meant, words: meant.split(" ") } : typed;
  return (
    <>
      {found.map(({ name, title, matches, total }) => (
        <Section
          key={name}
          title={title}
          more={
            total > size && !only
              ? { label: `More in ${title.toLowerCase()}`, to: searchHref(searchText, name) }
              : undefined
          }
          flush
        >
          <ol className="results">
            {matches.map((match) => (
              <Result
                key={match.id}
                search={search}
                match={match}
                price={prices[match.id]}
                dated={!UNDATED.includes(name)}
              />
            ))}
          </ol>
        </Section>
      ))}
    </>
  );
}

/** Groups without a publication date. The day on which their row was created means nothing to readers. */
const UNDATED = ["companies", "quotes"];

type ResultProps = {
  search: SearchWords;
  match: GroupMatches["matches"][number];
  price?: FoundPrice;
  dated: boolean;
};

function Result({ search, match, price, dated }: ResultProps) {
  const { siteTz } = useRootData();
  const { title, note, path, createdAt, text, locked } = match;
  return (
    <li>
      <h3>
        <a href={path}>
          <Marked parts={highlightParts(title, search)} />
        </a>
      </h3>
      {price && (
        <p>
          <QuoteFigures
            last={price.price}
            changePercent={price.changePercent}
            currency={price.currency ?? null}
            instrumentKind={price.kind}
            at={price.asOf}
            ofDay={price.ofDay}
            zone={siteTz}
          />
        </p>
      )}
      {text && (
        <p>
          <Marked parts={highlightParts(text, search)} />
        </p>
      )}
      <p className="meta">
        {note}
        {note && dated && ", "}
        {dated && <Time at={createdAt} style="date" zone={siteTz} />}
      </p>
      {locked && <LockedNote>{`Locked: for ${AUDIENCE_NAMES[locked]}`}</LockedNote>}
    </li>
  );
}

/** A text with the parts that match highlighted. */
function Marked({ parts }: { parts: readonly { part: string; hit: boolean }[] }) {
  return (
    <>
      {parts.map(({ part, hit }, index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
        hit ? <mark key={index}>{part}</mark> : <Fragment key={index}>{part}</Fragment>,
      )}
    </>
  );
}
