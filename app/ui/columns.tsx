import { Children, type ReactNode } from "react";
import { cx } from "./class-names";

/** Three newspaper columns with hairlines between; below one another on phones. */
export function Columns({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={cx("cols", className)}>{children}</div>;
}

type ColumnsWithOfferProps = {
  /** The panel that offers what is locked; without one the cards stand together. */
  offer?: ReactNode;
  /** Heads the cards below the panel, for those who go by headings. */
  more: string;
  children: ReactNode;
};

/** Cards of which the first three show what there is; the offer follows at once, where it is still found. */
export function ColumnsWithOffer({ offer, more, children }: ColumnsWithOfferProps) {
  if (!offer) return <Columns>{children}</Columns>;
  const cards = Children.toArray(children);
  const rest = cards.slice(3);
  return (
    <>
      <Columns>{cards.slice(0, 3)}</Columns>
      {offer}
      {rest.length > 0 && (
        <>
          <h2 className="sr">{more}</h2>
          <Columns className="section">{rest}</Columns>
        </>
      )}
    </>
  );
}
