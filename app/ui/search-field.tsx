import { Button } from "./button";

/** The search form in the page, where the top bar has no room for one. */
export function SearchField({ query }: { query?: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: the search element is too young for many screen readers
    <form className="searchfield" role="search" action="/search">
      <label className="sr" htmlFor="search-q">
        Search
      </label>
      <input
        className="input"
        id="search-q"
        name="q"
        type="search"
        maxLength={100}
        autoComplete="off"
        defaultValue={query}
        placeholder="Search for news, symbols or companies..."
      />
      <Button variant="brand">Search</Button>
    </form>
  );
}
