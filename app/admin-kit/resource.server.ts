import type { EntityName, FilterQuery } from "@mikro-orm/core";
import type { EntityManager } from "@mikro-orm/postgresql";
import type { z } from "zod";
import { can, type Permission } from "~/features/auth/permissions.server";
import type { StaffRole, Viewer } from "~/features/auth/viewer.server";
import type { Cell } from "./cells";
import type { Field } from "./fields.server";
import type { Rule } from "./rules.server";

/** What every managed record has. */
export type ManagedRecord = { id: string; createdAt: Date; updatedAt: Date; version: number };

/**
 * What is made of a record for a list, with the properties it is made of: a list reads no others, so that a long text
 * that no column shows is not read for each of its rows.
 */
export type Derived<Row extends ManagedRecord, Value> = ((row: Row, search?: string) => Value) & {
  reads: readonly (keyof Row & string)[];
};

/**
 * @param reads the properties that `make` reads, beside those that every record has
 * @param compute gets the list's state as its URL has it, too, for what leads somewhere or asks something
 */
export const derive = <Row extends ManagedRecord, Key extends keyof Row & string, Value>(
  reads: readonly Key[],
  compute: (row: Pick<Row, Key | keyof ManagedRecord>, search: string) => Value,
): Derived<Row, Value> => Object.assign((row: Row, search = "") => compute(row, search), { reads });

/** For records of staff's business: all of them for who holds this permission, none for anybody else. */
export const rowsForPermission = <Row extends ManagedRecord>(
  permission: Permission,
  viewer: Viewer,
): FilterQuery<Row> => (can(viewer, permission) ? {} : ({ id: { $in: [] } } as FilterQuery<Row>));

export type NavLink = { label: string; to: string };

/** One column of the back-office's list. Functions return data, never markup. */
export type Column<Row extends ManagedRecord> = {
  label: string;
  cell: Derived<Row, Cell>;
  /** A picture, which no spreadsheet can hold. */
  picture?: true;
  /** What the cell's second line is called in a spreadsheet; without it the line is not in there. */
  subLabel?: string;
  /** The property the header sorts by; absent for columns without an order. */
  sort?: keyof Row & string;
};

/** A choice above the list that narrows it, also in the URL. */
export type Filter<Row extends ManagedRecord> = {
  name: string;
  label: string;
  options: readonly { value: string; label: string }[];
  /** @param value one of the options. */
  where: (value: string) => FilterQuery<Row>;
};

/** What a viewer may know of these records. */
export type Visible<Row extends ManagedRecord> = {
  /** Rows that exist for this viewer. */
  where: FilterQuery<Row>;
  /** Properties read from the database; a locked one is not among them, so it cannot leave by any way. */
  select: readonly (keyof Row & string)[];
  /** The record as the API gives it, with the documented names. */
  serialize: (row: Row) => Record<string, unknown>;
};

/**
 * A record declared once. List, form, delete and JSON API come from it; the declaration itself stays on the server,
 * and loaders turn it into plain data.
 */
export type Resource<Row extends ManagedRecord> = {
  entity: EntityName<Row>;
  /** Last part of its addresses: `/admin/<path>` and `/api/<path>`. */
  path: string;
  names: {
    /** As in 'Are you sure you want to delete this <one>?'. */
    one: string;
    /** Counted: '18 of 1,204 <many>'. */
    many: string;
    /** Heading of the list. */
    title: string;
    /** Button and heading of the empty form. */
    add: string;
    /** Heading of the filled form. */
    edit: string;
  };
  /** The entry of the menu it belongs to, where it has none of its own. */
  parent?: NavLink;
  roles: { read: readonly StaffRole[]; write: readonly StaffRole[]; remove: readonly StaffRole[] };
  /** In the order of the form. */
  fields: readonly Field[];
  columns: readonly Column<Row>[];
  /** Columns that 'contains' searches look into, or what the words mean where that is not enough. */
  search: { label: string } & (
    | { in: readonly (keyof Row & string)[] }
    | { where: (searchText: string) => FilterQuery<Row> }
  );
  filters: readonly Filter<Row>[];
  /** Where a record has a page of its own: rows lead there, and its edit form leads back there. */
  detailPath?: Derived<Row, string>;
  /** How people call one record: in its row, in the change log. */
  titleOf: Derived<Row, string>;
  /** One more sentence in the delete confirmation. */
  deleteNote: (row: Row) => string;
  texts: {
    empty: string;
    missing: string;
    failed: { load: string; add: string; update: string; remove: string };
    done: { add: string; update: string; remove: string };
  };
  /** The schema of what `visibleTo` serializes; see `recordSchema`. */
  schema: z.ZodType;
  visibleTo: (viewer: Viewer) => Visible<Row>;
  /**
   * Adds values that follow from the submitted ones, before they are validated.
   * @param before the record as it is, for an update. @returns values to put beside the answers
   */
  computeValues?: (values: Readonly<Record<string, unknown>>, before?: Row) => Record<string, unknown>;
  /**
   * Takes a record out of use instead of deleting it, when others hold on to it; in the delete's transaction.
   * @returns false when it may be deleted
   */
  archiveInstead?: (manager: EntityManager, row: Row) => Promise<boolean>;
  /** Rules over several fields, judged in this order under the lock of the row. */
  rules?: readonly Rule[];
  /**
   * What is allowed but hardly meant: a form asks about it once more, the API keeps it.
   * @param before the record as it is, for an update. @returns what to ask, by field.
   */
  doubts?: (values: Readonly<Record<string, unknown>>, before?: Row) => Record<string, string>;
};

/** The property that holds a resource's picture, if it has one. */
export const pictureField = <Row extends ManagedRecord>(resource: Resource<Row>): Field | undefined =>
  resource.fields.find((field) => field.input === "image");
