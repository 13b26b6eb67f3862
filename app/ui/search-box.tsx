import { createElement, type ReactNode } from "react";

export type SearchBoxProps = {
  id: string;
  className: string;
  /** The results page, which gets the query as `q`. */
  action: string;
  /** The source of suggestions, if it is not the site's search. */
  suggestionsFrom?: string;
  label: string;
  /** The search's name, if a page has two. */
  landmark?: string;
  placeholder: string;
  /** The current query, on the results page. */
  query?: string;
  /** The button. */
  children: ReactNode;
};

/**
 * A GET form to a results page. `<search-box>` adds suggestions (enhance/search.ts) and announces their
 * number; a live region must exist before its text.
 */
export function SearchBox(props: SearchBoxProps) {
  const { id, className, action, suggestionsFrom, label, landmark, placeholder, query, children } = props;
  return createElement(
    "search-box",
    { class: className, from: suggestionsFrom },
    // biome-ignore lint/a11y/useSemanticElements: many screen readers do not support the search element yet
    <form role="search" aria-label={landmark} action={action}>
      <label className="sr" htmlFor={id}>
        {label}
      </label>
      <input
        className="input"
        id={id}
        name="q"
        dir="auto"
        type="search"
        minLength={2}
        maxLength={100}
        autoComplete="off"
        defaultValue={query}
        placeholder={placeholder}
      />
      {children}
    </form>,
    <p className="sr" role="status" />,
  );
}
