import { createElement, type ReactNode } from "react";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";

type SearchFormProps = {
  id: string;
  className: string;
  /** What was searched for, on the results page. */
  query?: string;
  children: ReactNode;
};

/**
 * A GET form to the results page. `<search-box>` adds the drop-down of answers (enhance/search.ts), and says in the
 * status how many there are: what is to be read out must be there before its words.
 */
function SearchForm({ id, className, query, children }: SearchFormProps) {
  return createElement(
    "search-box",
    { class: className },
    // biome-ignore lint/a11y/useSemanticElements: the search element is too young for many screen readers
    <form role="search" action="/search">
      <label className="sr" htmlFor={id}>
        Search
      </label>
      <input
        className="input"
        id={id}
        name="q"
        type="search"
        minLength={2}
        maxLength={100}
        autoComplete="off"
        defaultValue={query}
        placeholder="Search for news, symbols or companies..."
      />
      {children}
    </form>,
    <p className="sr" role="status" />,
  );
}

/** In the top bar. */
export function SearchBox({ query }: { query?: string }) {
  return (
    <SearchForm id="q" className="search" query={query}>
      <button type="submit" aria-label="Search">
        <Icon name="search" />
      </button>
    </SearchForm>
  );
}

/** In the page, where the top bar has no room for one. */
export function SearchField({ query }: { query?: string }) {
  return (
    <SearchForm id="search-q" className="searchfield" query={query}>
      <Button variant="brand">Search</Button>
    </SearchForm>
  );
}
