import { type EntityManager, orm } from "./orm.server";

/** PostgreSQL's type number of timestamptz. */
const TIMESTAMPTZ = 1184;

type Answer = { rows: Record<string, unknown>[]; fields: { name: string; dataTypeID: number }[] };

/**
 * Plain rows of a statement, the cheap way for what needs no entities.
 * Values travel beside the text as bound parameters: the ORM's own `execute` would write them into it.
 * Decimals come as strings, moments as `Date`; the ORM sets its driver to leave moments as text, so they are made here.
 * @param text SQL with `?` for each of `values`; columns named as the row's properties (`created_at as "createdAt"`).
 * @param within runs it in this manager's transaction.
 */
export async function rows<Row>(
  text: string,
  values: readonly unknown[] = [],
  within?: EntityManager,
): Promise<Row[]> {
  const asked = orm()
    .em.getKnex()
    .raw(text, [...values] as never);
  const transaction = within?.getTransactionContext();
  const answer: Answer = await (transaction ? asked.transacting(transaction as never) : asked);
  const moments = (answer.fields ?? []).filter(({ dataTypeID }) => dataTypeID === TIMESTAMPTZ);
  for (const row of moments.length > 0 ? answer.rows : []) {
    for (const { name } of moments) {
      const moment = row[name];
      if (typeof moment === "string") row[name] = new Date(moment);
    }
  }
  return answer.rows as Row[];
}
