import { LockMode, raw } from "@mikro-orm/core";
import type { EntityManager, FilterQuery } from "@mikro-orm/postgresql";
import type { Writer } from "~/auth/viewer.server";
import { columnOf, propertyOf } from "../field-columns.server";
import { tableOf } from "../find.server";
import { lowerCase } from "../lower-case.server";
import { holdNaming } from "../naming-lock.server";
import { isBlank } from "../parse-submission.server";
import type { ManagedRecord, Pasteable } from "../resource.server";
import type { SentRow } from "./read-rows.server";

/** The field of the caller's own ID. */
const EXTERNAL_ID = "externalId";

/** What a row calls its record: texts by field, as they were sent. */
type Names = Readonly<Record<string, string>>;

/** A text as names are compared: external IDs as they are, others in lower case. */
type Fold = (name: string, text: string) => string;

/** @property key the field that found the record */
export type Found<Row> = { before?: Row; key?: string; problem?: string };

/**
 * Finds the record of each row and locks it: by the caller's own ID, else by the record's natural key, not
 * case-sensitive. All are locked by one statement, in the order of their ids. If some will be added, it looks again
 * when nobody else adds any.
 * @returns by the row's place; undefined for a row that names no record
 */
export async function findNamed<Row extends ManagedRecord>(
  resource: Pasteable<Row>,
  staff: Writer,
  rows: readonly SentRow[],
  manager: EntityManager,
): Promise<(Found<Row> | undefined)[]> {
  const sent = rows.map((row) => readNames(resource, row));
  const lower = await lowerCase(
    sent.flatMap((names) => Object.values(names ?? {})),
    manager,
  );
  const fold: Fold = (name, text) => (name === EXTERNAL_ID ? text : lower(text));
  const named = sent.map(
    (names) =>
      names && Object.fromEntries(Object.entries(names).map(([name, text]) => [name, fold(name, text)])),
  );
  const look = async () => {
    const records = await indexByName(resource, await lockRecords(resource, staff, named, manager), manager);
    return named.map((names, nth) => names && findOne(resource, names, records, sent[nth]));
  };
  let found = await look();
  if (found.some((one) => one && !one.before && !one.problem)) {
    await holdNaming(manager, tableOf(resource));
    found = await look();
  }
  const doubles = findDoubles(resource, named, found);
  return found.map((one, nth) => one && { ...one, problem: doubles.get(nth) ?? one.problem });
}

/** Values that the form would refuse name nothing; their error is found with the other values. */
function readNames<Row extends ManagedRecord>(
  resource: Pasteable<Row>,
  { values }: SentRow,
): Names | undefined {
  if (!values) return undefined;
  const { key, within } = resource.paste;
  const names = [EXTERNAL_ID, ...key, ...(within ? [within] : [])].flatMap((name) => {
    const field = resource.form.fields.find((each) => each.name === name);
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (!field || value === null || isBlank(value)) return [];
    const { success, data } = field.schema.safeParse(value);
    if (!success || typeof data !== "string" || data === "") return [];
    return [[name, data] as const];
  });
  return names.some(([name]) => name !== within) ? Object.fromEntries(names) : undefined;
}

async function lockRecords<Row extends ManagedRecord>(
  resource: Pasteable<Row>,
  staff: Writer,
  named: readonly (Names | undefined)[],
  manager: EntityManager,
): Promise<Row[]> {
  const either = [EXTERNAL_ID, ...resource.paste.key].flatMap((name) => {
    const values = [...new Set(named.flatMap((names) => names?.[name] ?? []))];
    if (values.length === 0) return [];
    const column = columnOf(resource, name);
    const by = name === EXTERNAL_ID ? EXTERNAL_ID : raw((alias) => `lower(${alias}.${column})`);
    return [{ [by]: { $in: values } }];
  });
  if (either.length === 0) return [];
  const where = { $and: [{ $or: either }, resource.visibleTo(staff).where] } as FilterQuery<Row>;
  // Outside the identity map: a flush would compare thousands of unchanged records.
  const options = { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: "asc" }, disableIdentityMap: true };
  return (await manager.find(resource.entity, where, options as never)) as Row[];
}

/** @property having the records that have a text in a field @property textOf the folded text of a record, "" without one */
type Index<Row> = {
  having: (field: string, text: string) => readonly Row[];
  textOf: (record: Row, field: string) => string;
};

async function indexByName<Row extends ManagedRecord>(
  resource: Pasteable<Row>,
  records: readonly Row[],
  manager: EntityManager,
): Promise<Index<Row>> {
  const { key, within } = resource.paste;
  const index = new Map<string, Row[]>();
  const lower = await lowerCase(
    records.flatMap((record) => [...key, within ?? []].flat().map((name) => textIn(resource, record, name))),
    manager,
  );
  const textOf = (record: Row, name: string) => {
    const text = textIn(resource, record, name);
    return name === EXTERNAL_ID ? text : lower(text);
  };
  for (const record of records)
    for (const name of [EXTERNAL_ID, ...resource.paste.key]) {
      const place = JSON.stringify([name, textOf(record, name)]);
      index.set(place, [...(index.get(place) ?? []), record]);
    }
  return { textOf, having: (field, text) => index.get(JSON.stringify([field, text])) ?? [] };
}

function findOne<Row extends ManagedRecord>(
  resource: Pasteable<Row>,
  names: Names,
  { having, textOf }: Index<Row>,
  sent: Names = names,
): Found<Row> {
  const { key, within } = resource.paste;
  const { [EXTERNAL_ID]: own } = names;
  const [known] = own ? having(EXTERNAL_ID, own) : [];
  if (known) return { before: known, key: EXTERNAL_ID };
  for (const [nth, name] of key.entries()) {
    const text = names[name];
    if (text === undefined) continue;
    // A record with another symbol is not the one with this name.
    const lacks = (record: Row, of: readonly string[]) => of.every((each) => textOf(record, each) === "");
    const list = within ? names[within] : undefined;
    const named = having(name, text)
      .filter((record) => list === undefined || textOf(record, within ?? "") === list)
      .filter((record) =>
        lacks(
          record,
          key.slice(0, nth).filter((each) => names[each]),
        ),
      );
    const bare = named.filter((record) => lacks(record, key.slice(0, nth)));
    const [meant, ...others] = named.length > 1 && bare.length > 0 ? bare : named;
    if (others.length > 0)
      return { problem: namesakes(`${name} “${sent[name]}”`, bare.length > 1 ? bare : named) };
    const theirs = meant && textOf(meant, EXTERNAL_ID);
    if (own && theirs) return { problem: `Its record has another external ID: ${theirs}` };
    if (meant) return { before: meant, key: name };
  }
  return {};
}

/** Up to so many namesakes are listed. */
const LISTED = 5;

const namesakes = (name: string, records: readonly { id: string }[]): string =>
  `${records.length} records have the ${name}: give the one that you mean an external ID by its own address or form, and send that. IDs: ${records
    .slice(0, LISTED)
    .map(({ id }) => id)
    .toSorted()
    .join(", ")}${records.length > LISTED ? " and more" : ""}`;

/** Rows for one record: which one is right is unknown. @returns the error by the row's place */
function findDoubles<Row extends ManagedRecord>(
  { paste: { key, within = "" } }: Pasteable<Row>,
  named: readonly (Names | undefined)[],
  found: readonly (Found<Row> | undefined)[],
): Map<number, string> {
  const places = new Map<string, number[]>();
  for (const [nth, names] of named.entries()) {
    if (!names) continue;
    const first = key.find((name) => names[name]);
    const identities = [
      found[nth]?.before?.id,
      names[EXTERNAL_ID] && JSON.stringify([EXTERNAL_ID, names[EXTERNAL_ID]]),
      first && JSON.stringify([first, names[first], names[within] ?? ""]),
    ];
    for (const identity of identities)
      if (identity) places.set(identity, [...(places.get(identity) ?? []), nth]);
  }
  const doubles = new Map<number, string>();
  for (const [identity, rows] of places)
    if (rows.length > 1)
      for (const nth of rows) {
        const other = rows.find((each) => each !== nth);
        const called = identity.startsWith("[") ? JSON.parse(identity)[1] : undefined;
        const name = called ?? Object.values(named[nth] ?? {})[0];
        doubles.set(nth, `Row ${other} is for the same record: ${name}`);
      }
  return doubles;
}

/** A record's text; "" without one. */
const textIn = <Row extends ManagedRecord>(resource: Pasteable<Row>, record: Row, name: string): string =>
  String((record as unknown as Record<string, unknown>)[propertyOf(resource, name)] ?? "");
