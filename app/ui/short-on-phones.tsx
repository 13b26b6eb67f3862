import type { ReactNode } from "react";

type ShortOnPhonesProps = {
  /** How many rows there are. */
  count: number;
  /** What they are: "calls". */
  of: string;
  /** Phones show so many of them, until all are asked for. */
  first: 3 | 4;
  /** A table, a list, or articles side by side. */
  children: ReactNode;
};

/**
 * A list that begins a page: on a phone it leaves room for what comes after it. Its rules are part of the sheets of the pages that
 * have one: a sheet of its own would be one more to wait for.
 */
export function ShortOnPhones({ count, of, first, children }: ShortOnPhonesProps) {
  if (count <= first) return children;
  return (
    <div className={`short short--${first}`}>
      {children}
      <details>
        <summary>
          <span className="when-shut">{`All ${count} ${of}`}</span>
          <span className="when-open">{`The first ${first}`}</span>
        </summary>
      </details>
    </div>
  );
}
