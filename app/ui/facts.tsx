import type { ReactNode } from "react";
import { cx } from "./class-names";

export type Fact = { label: string; value: ReactNode };

/** Terms and values: stacked, or in a row below a title. */
export function Facts({ items, row = false }: { items: readonly Fact[]; row?: boolean }) {
  return (
    <dl className={cx("facts", row && "facts--row")}>
      {items.map((fact) => (
        <div key={fact.label}>
          <dt>{fact.label}</dt>
          <dd>{fact.value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The benefits of a membership. */
export function BenefitList({ items }: { items: readonly string[] }) {
  return (
    <ul className="ticks">
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  );
}
