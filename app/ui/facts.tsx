import type { ReactNode } from "react";
import { cx } from "./class-names";

export type Fact = { label: string; value: ReactNode };

/** Terms and their values: down the page, or in a row under a title. */
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

/** What a membership holds, each line at its bell. */
export function BenefitList({ items }: { items: readonly string[] }) {
  return (
    <ul className="ticks">
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  );
}
