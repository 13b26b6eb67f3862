import { Button, IconLink } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { SearchBox } from "~/ui/search-box";

const GO_TO = {
  action: "/admin/go",
  suggestionsFrom: "/admin/go.json",
  label: "Go to a screen or a record",
  placeholder: "Go to a screen or a record...",
} as const;

/** In the back-office's bar; on narrow screens a link to its page. */
export function GoToBox() {
  return (
    <>
      <SearchBox {...GO_TO} id="go" className="search">
        <button type="submit" aria-label="Go">
          <Icon name="search" />
        </button>
      </SearchBox>
      <IconLink icon="search" label={GO_TO.label} to={GO_TO.action} className="narrow" />
    </>
  );
}

/** The same box on its page. */
export function GoToField({ query }: { query: string }) {
  return (
    <SearchBox
      {...GO_TO}
      label="Screen or record"
      landmark="Go to"
      id="go-q"
      className="go-field"
      query={query}
    >
      <Button variant="brand">Go</Button>
    </SearchBox>
  );
}
