import type { ReactNode } from "react";

type ShortOnPhonesProps = {
  /** How many rows there are. */
  count: number;
  /** What they are: "calls". */
  of: string;
  /** What opens the others, where more exist than there are rows: "The 8 nearest"; without, "All 8 calls". */
  all?: string;
  /** Phones show so many of them, until all are asked for. */
  first: 3 | 4;
  /** A table, a list, or articles side by side. */
  children: ReactNode;
};

/**
 * A list that begins a page: on a phone it leaves room for what comes after it. Its rules are part of the sheets of the pages that
 * have one: a sheet of its own would be one more to wait for.
 */
export function ShortOnPhones({
  count,
  of,
  all = `All ${count} ${of}`,
  first,
  children,
}: ShortOnPhonesProps) {
  if (count <= first) return children;
  return (
    <div className={`short short--${first}`}>
      {children}
      <details>
        <summary>
          <span className="when-shut">{all}</span>
          <span className="when-open">{`The first ${first}`}</span>
        </summary>
      </details>
    </div>
  );
}
