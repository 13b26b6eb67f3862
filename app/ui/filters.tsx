import type { ReactNode } from "react";
import { Button } from "./button";
import { Icon } from "./icon";

type FilterFormProps = {
  /** The list's URL; the form sends its query. */
  action?: string;
  /** The search's name for screen readers: "Search news". */
  label: string;
  submit?: string;
  /** Parameters to keep in a new search (sort, size). */
  keep?: Record<string, string>;
  /** Fields; the search field with `wide`. */
  children: ReactNode;
};

/** One GET form for search and filters, so that the URL contains both. */
export function FilterForm({ action, label, submit = "Apply", keep = {}, children }: FilterFormProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: many screen readers do not support the search element yet
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

/** The active filters, each removable. Renders nothing without any. */
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
