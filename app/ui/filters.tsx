import type { ReactNode } from "react";
import { Button } from "./button";
import { Icon } from "./icon";

type FilterFormProps = {
  /** The list's own URL; its query is what the form sends. */
  action?: string;
  /** Names the search for screen readers: "Search news". */
  label: string;
  submit?: string;
  /** What must survive a new search (sort, size). */
  keep?: Record<string, string>;
  /** Fields; the search field with `wide`. */
  children: ReactNode;
};

/** One GET form for search and filters: what was asked stands in the URL. */
export function FilterForm({ action, label, submit = "Apply", keep = {}, children }: FilterFormProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: the search element is too young for many screen readers
    <form className="filters" method="get" action={action} role="search" aria-label={label}>
      {Object.entries(keep).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
      <div className="buttons">
        <Button>{submit}</Button>
      </div>
    </form>
  );
}

type ChipsProps = {
  /** `to` is the list without this filter. */
  items: readonly { label: string; to: string }[];
  clearTo: string;
};

/** The filters in force; each goes away on its own. Nothing is drawn when there are none. */
export function Chips({ items, clearTo }: ChipsProps) {
  if (items.length === 0) return null;
  return (
    <ul className="chips" aria-label="Active filters">
      {items.map((item) => (
        <li key={item.label}>
          <a className="chip" href={item.to}>
            <span className="sr">Remove filter </span>
            {item.label}
            <Icon name="close" />
          </a>
        </li>
      ))}
      <li>
        <a href={clearTo}>Clear all</a>
      </li>
    </ul>
  );
}
