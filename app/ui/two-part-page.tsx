import type { ReactNode } from "react";

type AcrossProps = {
  /** The content next to the right column. */
  beside: ReactNode;
  /** The full-width content below the right column. */
  children: ReactNode;
};

/** A page in two parts, next to the right column and below it, so that no column stays empty. */
export function Across({ beside, children }: AcrossProps) {
  return (
    <>
      <div className="beside">{beside}</div>
      <div className="below">{children}</div>
    </>
  );
}
