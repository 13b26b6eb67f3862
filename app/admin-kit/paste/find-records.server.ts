import { LockMode, raw } from "@mikro-orm/core";
import type { EntityManager, FilterQuery } from "@mikro-orm/postgresql";
import { em } from "db/orm.server";
import type { StaffViewer } from "~/auth/viewer.server";
import { isUuid } from "~/web/uuid";
import { columnOf, propertyOf } from "../field-columns.server";
import { tableOf } from "../find.server";
import { lowerCase } from "../lower-case.server";
import { bothConditions } from "../matches.server";
import { holdNaming } from "../naming-lock.server";
import type { ManagedRecord, Paste, Pasteable } from "../resource.server";
import { currentManager } from "../transaction.server";
import { ID } from "./targets.server";

/** How a row names its record. @property text with its list, equal for two rows of one record */
export type RowKey = { field: string; value: string; within?: string; text: string };

/**
 * @param lower see `lowerCase`
 * @returns undefined if a row names no record
 */
export function rowKey(
  paste: Paste,
  texts: Readonly<Record<string, string>>,
  lower: (text: string) => string,
  assumed?: string,
): RowKey | undefined {
  const field = [ID, ...paste.key].find((name) => texts[name]);
  if (field === undefined) return undefined;
  const value = lower(texts[field] ?? "");
  const within = paste.within && field !== ID ? lower(texts[paste.within] || assumed || "") : undefined;
  return { field, value, within, text: JSON.stringify([field, value, within]) };
}

export type FoundRecords<Row> = { of: (key: RowKey) => { before?: Row; problem?: string } };

/** Finds the records that rows name, not case-sensitive.
 * @param within a transaction, which locks them in the order of their ids, so that two pastes do not deadlock. If
 * some will be added, it looks again when nobody else adds any
 */
export async function findRecords<Row extends ManagedRecord>(
  resource: Pasteable<Row>,
  staff: StaffViewer,
  keys: readonly RowKey[],
  within?: EntityManager,
): Promise<FoundRecords<Row>> {
  const found = await findOnce(resource, staff, keys, within);
  const isNew = (key: RowKey) => key.field !== ID && Object.values(found.of(key)).every((one) => !one);
  if (!within || !keys.some(isNew)) return found;
  await holdNaming(within, tableOf(resource));
  return findOnce(resource, staff, keys, within);
}

async function findOnce<Row extends ManagedRecord>(
  resource: Pasteable<Row>,
  staff: StaffViewer,
  keys: readonly RowKey[],
  within?: EntityManager,
): Promise<FoundRecords<Row>> {
  const found = new Map<string, Row[]>();
  const list = resource.paste.within ?? ID;
  const fields = [...new Set(keys.map((key) => key.field))];
  const rows: [field: string, row: Row][] = [];
  for (const field of fields) {
    const values = [...new Set(keys.filter((key) => key.field === field).map(({ value }) => value))];
    for (const row of await lockNamed(resource, staff, field, values, within)) rows.push([field, row]);
  }
  const lower = await lowerCase(
    rows.flatMap(([field, row]) => [field, list].map((name) => textIn(resource, row, name))),
    within ?? currentManager(),
  );
  for (const [field, row] of rows) {
    const key = JSON.stringify([field, lower(textIn(resource, row, field))]);
    found.set(key, [...(found.get(key) ?? []), row]);
  }
  const withinOf = (row: Row) => lower(textIn(resource, row, list));
  return {
    of({ field, value, within: own }) {
      const named = found.get(JSON.stringify([field, value])) ?? [];
      const meant = own ? named.filter((row) => withinOf(row) === own) : named;
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
  String((row as unknown as Record<string, unknown>)[propertyOf(resource, name)] ?? "");
