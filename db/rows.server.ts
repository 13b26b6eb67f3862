import { orm } from "./orm.server";

/**
 * Plain rows of a statement, the cheap way for what needs no entities.
 * Values travel beside the text as bound parameters: the ORM's own `execute` would write them into it.
 * @param text SQL with `?` for each of `values`; columns named as the row's properties (`created_at as "createdAt"`).
 */
export async function rows<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
  const result: { rows: Row[] } = await orm()
    .em.getKnex()
    .raw(text, [...values] as never);
  return result.rows;
}
