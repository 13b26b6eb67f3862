import { LockMode, raw } from "@mikro-orm/core";
import type { EntityManager, FilterQuery } from "@mikro-orm/postgresql";
import { em } from "db/orm.server";
import type { StaffViewer } from "~/auth/viewer.server";
import { isUuid } from "~/web/uuid";
import { columnOf, propertyOf } from "../field-columns.server";
import { bothConditions } from "../matches.server";
import type { ManagedRecord, Paste, Pasteable } from "../resource.server";
import { ID } from "./targets.server";

/** How a row names its record. @property text in lower case with its list, equal for two rows of one record */
export type RowKey = { field: string; value: string; within?: string; text: string };

/** @returns undefined if a row names no record */
export function rowKey(
  paste: Paste,
  texts: Readonly<Record<string, string>>,
  assumed?: string,
): RowKey | undefined {
  const field = [ID, ...paste.key].find((name) => texts[name]);
  if (field === undefined) return undefined;
  const value = (texts[field] ?? "").toLowerCase();
  const within =
    paste.within && field !== ID ? (texts[paste.within] || assumed || "").toLowerCase() : undefined;
  return { field, value, within, text: JSON.stringify([field, value, within]) };
}

export type FoundRecords<Row> = { of: (key: RowKey) => { before?: Row; problem?: string } };

/** Finds the records that rows name, not case-sensitive.
 * @param within a transaction, which locks them in the order of their ids, so that two pastes do not deadlock
 */
export async function findRecords<Row extends ManagedRecord>(
  resource: Pasteable<Row>,
  staff: StaffViewer,
  keys: readonly RowKey[],
  within?: EntityManager,
): Promise<FoundRecords<Row>> {
  const found = new Map<string, Row[]>();
  for (const field of new Set(keys.map((key) => key.field))) {
    const values = [...new Set(keys.filter((key) => key.field === field).map(({ value }) => value))];
    for (const row of await lockNamed(resource, staff, field, values, within)) {
      const key = JSON.stringify([field, textIn(resource, row, field)]);
      found.set(key, [...(found.get(key) ?? []), row]);
    }
  }
  const withinOf = (row: Row) => textIn(resource, row, resource.paste.within ?? ID);
  return {
    of({ field, value, within: list }) {
      const named = found.get(JSON.stringify([field, value])) ?? [];
      const meant = list ? named.filter((row) => withinOf(row) === list) : named;
      if (meant.length > 1) return { problem: `${meant.length} records have this name: add an ID column` };
      return { before: meant[0] };
    },
  };
}

async function lockNamed<Row extends ManagedRecord>(
  resource: Pasteable<Row>,
  staff: StaffViewer,
  field: string,
  values: readonly string[],
  within: EntityManager | undefined,
): Promise<Row[]> {
  const known = field === ID ? values.filter(isUuid) : values;
  if (known.length === 0) return [];
  const column = columnOf(resource, field);
  const named = { [field === ID ? ID : raw((alias) => `lower(${alias}.${column})`)]: { $in: known } };
  const where = bothConditions<Row>(named as FilterQuery<Row>, resource.visibleTo(staff).where);
  const options = within
    ? { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: "asc" } }
    : { disableIdentityMap: true };
  return (await (within ?? em()).find(resource.entity, where, options as never)) as Row[];
}

const textIn = <Row extends ManagedRecord>(resource: Pasteable<Row>, row: Row, name: string): string =>
  String((row as unknown as Record<string, unknown>)[propertyOf(resource, name)] ?? "").toLowerCase();
