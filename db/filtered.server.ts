import type { EntityManager } from "./orm.server";
import type { Queryable } from "./query.server";
import { type ArgsOf, type Fragment, join, type RowOf, type Shape, sql } from "./sql";
import { type Statement, type StatementTag, statement } from "./statement.server";

type Filters = { readonly [name: string]: Fragment };

/** The value of each filter; `true` for one that needs none. */
type FilterValues<Narrowing extends Filters> = {
  readonly [Name in keyof Narrowing]?: Narrowing[Name] extends Fragment<infer Args>
    ? Name extends keyof Args
      ? Args[Name]
      : true
    : never;
};

/** What filters ask for beside the values that they are called after: as the zone of a day. */
type SideValues<Narrowing extends Filters> = Omit<ArgsOf<Narrowing[keyof Narrowing][]>, keyof Narrowing>;

/** A statement that may be narrowed, prepared with each choice of its filters. */
export type Filtered<Row, Values> = {
  all(values: Values, within?: Queryable | EntityManager): Promise<Row[]>;
  first(values: Values, within?: Queryable | EntityManager): Promise<Row | undefined>;
};

/**
 * Declares a statement for each choice of some filters. A filter is asked for by giving the value that it is called
 * after: `{ category: sql`and category = ${text("category")}` }`. Not one condition that is true without a value: the
 * planner could not tell which index it needs.
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
      const narrowed = chosen.length > 0 ? `${name}, by ${chosen.join(" and ")}` : name;
      return [chosen.join(), make(statement(narrowed, row), join(fragments, sql` `))];
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

/** Every choice of some names, each in their order. */
const choices = (names: readonly string[]): string[][] =>
  names.reduce<string[][]>((found, name) => found.flatMap((chosen) => [chosen, [...chosen, name]]), [[]]);
