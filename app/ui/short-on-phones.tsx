import type { ReactNode } from "react";

type ShortOnPhonesProps = {
  /** The number of rows. */
  count: number;
  /** What they are: "calls". */
  of: string;
  /** The button's label, if more exist than there are rows: "The 8 nearest"; "All 8 calls" by default. */
  all?: string;
  /** Rows that phones show at first. */
  first: 3 | 4;
  /** A table, a list, or articles side by side. */
  children: ReactNode;
};

/**
 * A list at the start of a page: phones show fewer rows to leave room for the rest. Its rules are in the
 * pages' sheets to avoid another request.
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
