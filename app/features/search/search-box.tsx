import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { SearchBox as Box } from "~/ui/search-box";

const SITE = {
  action: "/search",
  label: "Search",
  placeholder: "Search for news, symbols or companies...",
} as const;

/** The search box in the top bar. */
export function SearchBox({ query }: { query?: string }) {
  return (
    <Box {...SITE} id="q" className="search" query={query}>
      <button type="submit" aria-label="Search">
        <Icon name="search" />
      </button>
    </Box>
  );
}

/** The search box in the page, where the top bar has no room. */
export function SearchField({ query }: { query?: string }) {
  return (
    <Box {...SITE} id="search-q" className="searchfield" query={query}>
      <Button variant="brand">Search</Button>
    </Box>
  );
}
