import { Children, type ReactNode } from "react";
import "./locked-rows.css";

type LockedRowsProps = {
  /** The panel that offers access. */
  offer: ReactNode;
  /** The heading of the rows below the panel, for readers who navigate by headings. */
  more: string;
  children: ReactNode;
};

/** Alerts behind the paywall, one line each. The first three are examples; the offer follows at once. */
export function LockedRows({ offer, more, children }: LockedRowsProps) {
  const rows = Children.toArray(children);
  const rest = rows.slice(3);
  return (
    <>
      <div className="locked-rows">{rows.slice(0, 3)}</div>
      {offer}
      {rest.length > 0 && (
        <>
          <h2 className="sr">{more}</h2>
          <div className="locked-rows section">{rest}</div>
        </>
      )}
    </>
  );
}
