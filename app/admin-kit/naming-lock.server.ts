import type { EntityManager } from "db/orm.server";
import { raw, text } from "db/sql";
import { statement } from "db/statement.server";
import type { Field } from "./fields.server";
import type { Paste } from "./resource.server";

/** "name" in ASCII. */
const LOCK = raw("1851878757");

const SHARED = { waited: text.from`pg_advisory_xact_lock_shared(${LOCK}, hashtext(${text("table")}))::text` };
const SHARE = statement("naming-lock.share", SHARED)`select ${SHARED}`;

const HELD = { waited: text.from`pg_advisory_xact_lock(${LOCK}, hashtext(${text("table")}))::text` };
const HOLD = statement("naming-lock.hold", HELD)`select ${HELD}`;

/**
 * For a save that gives a record a name: pushes and pastes that add records of the table wait for its end, and it for
 * theirs. No unique index compares names, because several records may have one.
 */
export const shareNaming = async (manager: EntityManager, table: string): Promise<void> => {
  await SHARE.all({ table }, manager);
};

/** For a push or a paste that adds records: afterwards it sees every record of the table that has a name. */
export const holdNaming = async (manager: EntityManager, table: string): Promise<void> => {
  await HOLD.all({ table }, manager);
};

type Named = { form: { fields: readonly Field[] }; paste?: Paste };

/** Whether a save gives a record a name by which pushes and pastes find it. @param before undefined for a new one */
export function givesName(
  { form: { fields }, paste }: Named,
  values: Readonly<Record<string, unknown>>,
  before?: object,
): boolean {
  if (!paste || !before) return paste !== undefined;
  const was = before as Readonly<Record<string, unknown>>;
  return [...paste.key, paste.within].some((name) => {
    const property = fields.find((field) => field.name === name)?.property;
    return property !== undefined && Object.hasOwn(values, property) && values[property] !== was[property];
  });
}
