import { Children, type ReactNode } from "react";
import "./locked-rows.css";

type LockedRowsProps = {
  /** The panel that offers what is locked. */
  offer: ReactNode;
  /** Heads the rows below the panel, for those who go by headings. */
  more: string;
  children: ReactNode;
};

/** Locked alerts, each in a line of its own: the first three show what there is, the offer follows at once. */
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
