import { Children, type ReactNode } from "react";
import { cx } from "./class-names";

/** Three newspaper columns with hairlines; stacked on phones. */
export function Columns({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={cx("cols", className)}>{children}</div>;
}

type ColumnsWithOfferProps = {
  /** The panel that offers the locked content; without it the cards stay together. */
  offer?: ReactNode;
  /** The heading of the cards below the panel. */
  more: string;
  children: ReactNode;
};

/** The first three cards show what there is, and the offer follows them. */
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
