import {
  type Column,
  type Fragment,
  literal,
  type RowOf,
  raw,
  type Shape,
  sql,
  timestamp,
  uuid,
} from "./sql";
import { statement } from "./statement.server";

type Positioned = { id: string; createdAt: Date };

/** A record's position in time. The id decides between equal times. */
const OWN_PLACE = sql`(${timestamp("createdAt")}::timestamptz, ${uuid("id")}::uuid)`;

/**
 * Declares the records just before and just after a given one, by time.
 * @param from the text after `from` with at least one condition: 'news where true'
 */
export function neighbours<const Row extends Shape & { id: Column<string>; createdAt: Column<Date> }>(
  name: string,
  row: Row,
  from: Fragment<object>,
): (place: Positioned) => Promise<{ previous?: RowOf<Row>; next?: RowOf<Row> }> {
  const side = (which: "previous" | "next", comparison: "<" | ">", direction: "asc" | "desc") => sql`
    (select ${row as Shape}, ${raw(`'${which}'`)} as side from ${from} and (created_at, id) ${raw(comparison)} ${OWN_PLACE}
      order by created_at ${raw(direction)}, id ${raw(direction)} limit 1)`;
  const find = statement(name, { ...row, side: literal(["previous", "next"]) })`
    ${side("previous", "<", "desc")} union all ${side("next", ">", "asc")}`;
  return async ({ id, createdAt }) => {
    const found = await find.all({ id, createdAt } as never);
    return Object.fromEntries(found.map(({ side, ...record }) => [side, record]));
  };
}
