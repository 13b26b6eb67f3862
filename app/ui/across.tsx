import type { ReactNode } from "react";

type AcrossProps = {
  /** Stands beside the right column. */
  beside: ReactNode;
  /** Begins where the right column has ended, and runs across below it. */
  children: ReactNode;
};

/** A page in two parts, so that no column of it stands empty: beside the right column, and below it across the page. */
export function Across({ beside, children }: AcrossProps) {
  return (
    <>
      <div className="beside">{beside}</div>
      <div className="below">{children}</div>
    </>
  );
}
