import { createElement, type ReactNode } from "react";

export type SearchBoxProps = {
  id: string;
  className: string;
  /** Where Enter leads, with what was typed as `q`. */
  action: string;
  /** Where the drop-down asks while one types, when that is not the site's search. */
  suggestionsFrom?: string;
  label: string;
  /** What the search is called where a page has two. */
  landmark?: string;
  placeholder: string;
  /** What was searched for, on the page of results. */
  query?: string;
  /** The button. */
  children: ReactNode;
};

/**
 * A GET form to a page of results. `<search-box>` adds the drop-down of answers (enhance/search.ts), and says in the
 * status how many there are: what is to be read out must be there before its words.
 */
export function SearchBox(props: SearchBoxProps) {
  const { id, className, action, suggestionsFrom, label, landmark, placeholder, query, children } = props;
  return createElement(
    "search-box",
    { class: className, from: suggestionsFrom },
    // biome-ignore lint/a11y/useSemanticElements: the search element is too young for many screen readers
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
