import type { EntityManager } from "./orm.server";
import type { Queryable } from "./query.server";
import { type ArgsOf, type Fragment, join, type RowOf, type Shape, sql } from "./sql";
import { type Statement, type StatementTag, statement } from "./statement.server";

type Filters = { readonly [name: string]: Fragment };

/** The value of each filter. `true` for a filter without a value. */
type FilterValues<Narrowing extends Filters> = {
  readonly [Name in keyof Narrowing]?: Narrowing[Name] extends Fragment<infer Args>
    ? Name extends keyof Args
      ? Args[Name]
      : true
    : never;
};

/**
 * Further values that filters need, besides those that they are named after: the zone of a day, for example.
 */
type SideValues<Narrowing extends Filters> = Omit<ArgsOf<Narrowing[keyof Narrowing][]>, keyof Narrowing>;

/** A statement with optional filters, prepared for each combination of them. */
export type Filtered<Row, Values> = {
  all(values: Values, within?: Queryable | EntityManager): Promise<Row[]>;
  first(values: Values, within?: Queryable | EntityManager): Promise<Row | undefined>;
};

/**
 * Declares a statement for each combination of some filters. A filter applies if the value of its name is
 * given: `{ category: sql`and category = ${text("category")}` }`. One condition that is true without a value
 * would hide from the planner which index it needs.
 */
export function filtered<const Row extends Shape, const Narrowing extends Filters, Args>(
  name: string,
  row: Row,
  filters: Narrowing,
  make: (declare: StatementTag<RowOf<Row>>, chosen: Fragment<object>) => Statement<RowOf<Row>, Args>,
): Filtered<RowOf<Row>, Args & FilterValues<Narrowing> & SideValues<Narrowing>> {
  const names = Object.keys(filters);
  const made = new Map(
    choices(names).map((chosen) => {
      const fragments = chosen.map((each) => filters[each] as Fragment<object>);
      const filterName = chosen.length > 0 ? `${name}, by ${chosen.join(" and ")}` : name;
      return [chosen.join(), make(statement(filterName, row), join(fragments, sql` `))];
    }),
  );
  const chosenBy = (values: FilterValues<Narrowing>) => {
    const found = made.get(names.filter((each) => values[each] !== undefined).join());
    return found as unknown as Filtered<RowOf<Row>, FilterValues<Narrowing>>;
  };
  return {
    all: (values, within) => chosenBy(values).all(values, within),
    first: (values, within) => chosenBy(values).first(values, within),
  };
}

/** All combinations of the names, each in the given order. */
const choices = (names: readonly string[]): string[][] =>
  names.reduce<string[][]>((found, name) => found.flatMap((chosen) => [chosen, [...chosen, name]]), [[]]);
