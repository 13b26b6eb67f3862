import { type Column, type Fragment, type Shape, sql, type TypeFacts } from "db/sql";
import type { ReadingAccess } from "./access.server";

/** Items that Premium members can read. */
export const FOR_MEMBERS: Fragment<object> = sql`audience = 'members'`;

/** Items that can be read in full, by access. */
export const READ_WITH: Record<ReadingAccess, Fragment<object>> = { full: sql`true`, members: FOR_MEMBERS };

type OrNull<Row extends { readonly [property: string]: Column }> = {
  [Property in keyof Row]: Row[Property] extends Column<infer Value> ? Column<Value | null, object> : never;
};

const orNull = ({ columnNames, paramNames, sample }: TypeFacts): TypeFacts => ({
  columnNames,
  paramNames,
  sample,
  nullable: true,
  ruledOut: false,
});

/**
 * Columns that Premium members read as null, unless the item is for all paid members. The database decides.
 */
export function forMembers<Row extends { readonly [property: string]: Column<unknown, object> }>(
  row: Row,
): OrNull<Row> {
  const entries = Object.entries(row).map(([property, { type, sql: column }]) => [
    property,
    { type: orNull(type), sql: sql`case when ${FOR_MEMBERS} then ${column} end` },
  ]);
  return Object.fromEntries(entries) satisfies Shape as OrNull<Row>;
}
