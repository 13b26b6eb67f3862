import { type Column, type Fragment, type Shape, sql, type TypeFacts } from "db/sql";
import type { ReadingAccess } from "./access.server";

/** Items that Premium members can read. */
export const FOR_MEMBERS: Fragment<object> = sql`audience = 'members'`;

/** Items that can be read in full, by access. */
export const READ_WITH: Record<ReadingAccess, Fragment<object>> = { full: sql`true`, members: FOR_MEMBERS };

/** The columns of a row, by property, that need no values. */
export type Columns = { readonly [property: string]: Column<unknown, object> };

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
export const forMembers = <Row extends Columns>(row: Row): OrNull<Row> => onlyWhere(FOR_MEMBERS, row);

/** Columns that are null except in items that meet the condition. The database decides. */
export function onlyWhere<Row extends Columns>(condition: Fragment<object>, row: Row): OrNull<Row> {
  const entries = Object.entries(row).map(([property, { type, sql: column }]) => [
    property,
    { type: orNull(type), sql: sql`case when ${condition} then ${column} end` },
  ]);
  return Object.fromEntries(entries) satisfies Shape as OrNull<Row>;
}
