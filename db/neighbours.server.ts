import { query } from "./query.server";

type Positioned = { id: string; createdAt: Date };

/**
 * The records just before and just after one, by time; the id decides between equal times.
 * @param columns what is read of each, `id` and `created_at as "createdAt"` among it
 * @param where what its table's rows must be, in SQL
 */
export async function neighbours<Row extends Positioned>(
  { columns, table, where = "true" }: { columns: string; table: string; where?: string },
  { id, createdAt }: Positioned,
): Promise<{ previous?: Row; next?: Row }> {
  const side = (name: "previous" | "next", comparison: "<" | ">", direction: "asc" | "desc") => `
    (select ${columns}, '${name}' as side from ${table}
      where ${where} and (created_at, id) ${comparison} (?::timestamptz, ?::uuid)
      order by created_at ${direction}, id ${direction} limit 1)`;
  const found = await query<Row & { side: "previous" | "next" }>(
    `${side("previous", "<", "desc")} union all ${side("next", ">", "asc")}`,
    [createdAt, id, createdAt, id],
  );
  return Object.fromEntries(found.map(({ side, ...row }) => [side, row]));
}
