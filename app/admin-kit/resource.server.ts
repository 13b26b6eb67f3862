import type { EntityName, FilterQuery } from "@mikro-orm/core";
import type { EntityManager } from "@mikro-orm/postgresql";
import type { z } from "zod";
import { can, type Noun, type Permission } from "~/auth/permissions.server";
import type { StaffRole, StaffViewer, Viewer } from "~/auth/viewer.server";
import type { Cell } from "./cells";
import type { Completion, Sent } from "./completion.server";
import type { Constraint } from "./constraints.server";
import type { Field } from "./fields.server";
import type { ListState } from "./list-state";
import type { ShareRatios, WarningCheck } from "./warnings.server";

/** What every line of a list has. */
export type ListedRow = { id: string; version?: number };

/** What every stored record has. */
export type ManagedRecord = { id: string; createdAt: Date; updatedAt: Date; version: number };

/**
 * What is made of a record for a list, with the properties it is made of: a list reads no others, so that a long text
 * that no column shows is not read for each of its rows.
 */
export type Derived<Row extends ListedRow, Value> = ((row: Row, search?: string) => Value) & {
  reads: readonly (keyof Row & string)[];
};

/**
 * @param reads the properties that `make` reads, beside those that every record has
 * @param compute gets the list's state as its URL has it, too, for what leads somewhere or asks something
 */
export const derive = <Row extends ListedRow, Key extends keyof Row & string, Value>(
  reads: readonly Key[],
  compute: (row: Pick<Row, Key | (keyof ManagedRecord & keyof Row)>, search: string) => Value,
): Derived<Row, Value> => Object.assign((row: Row, search = "") => compute(row, search), { reads });

/** For records of staff's business: all of them for who holds this permission, none for anybody else. */
export const rowsForPermission = <Row extends ListedRow>(
  permission: Permission,
  viewer: Viewer,
): FilterQuery<Row> => (can(viewer, permission) ? {} : ({ id: { $in: [] } } as FilterQuery<Row>));

/** Of records that readers see some of: those, or all of them for who holds this permission. */
export const allOrVisible = <Row>(permission: Permission, viewer: Viewer, seen: object): FilterQuery<Row> =>
  (can(viewer, permission) ? {} : seen) as FilterQuery<Row>;

export type NavLink = { label: string; to: string };

/** One column of the back-office's list. Functions return data, never markup. */
export type AnyColumn<Row, CellOf = (row: Row, search?: string) => Cell> = {
  label: string;
  cell: CellOf;
  /** The field of the form that the cell shows, by its name, where it can be changed in its row. */
  field?: string;
  /** A picture, which no spreadsheet can hold. */
  picture?: true;
  /** What the cell's second line is called in a spreadsheet; without it the line is not in there. */
  subLabel?: string;
  /** The property the header sorts by; absent for columns without an order. */
  sort?: keyof Row & string;
  /** Where that is worked out for the rows that are shown: the property that is kept for an order of all of them. */
  sortedBy?: keyof Row & string;
};

/** A column of stored records. */
export type Column<Row extends ListedRow> = AnyColumn<Row, Derived<Row, Cell>>;

/** A choice above the list that narrows it, also in the URL. */
export type FilterChoice = {
  name: string;
  label: string;
  options: readonly { value: string; label: string }[];
  /** It is chosen by a link alone, and its value is the id of a record. */
  byLink?: true;
};

export type Filter<Row extends ListedRow> = FilterChoice & {
  /** @param value one of the options. */
  where: (value: string) => FilterQuery<Row>;
};

/** What any list of the back-office says of itself. */
type AnyListing = {
  /** Its heading, and its label in the menu. */
  title: string;
  /** Counted: '18 of 1,204 <plural>'. */
  plural: string;
  /** The entry of the menu it belongs to, where it has none of its own. */
  parent?: NavLink;
  search: { label: string };
  /** Said where there is no row. */
  empty: string;
};

/** A list of stored records: the kit reads what its columns need. */
export type Listing<Row extends ListedRow> = AnyListing & {
  columns: readonly Column<Row>[];
  /** Columns that 'contains' searches look into, or what the words mean where that is not enough. */
  search: { in: readonly (keyof Row & string)[] } | { where: (searchText: string) => FilterQuery<Row> };
  filters?: readonly Filter<Row>[];
  /** The choice of the form that is also made for several rows at once, by its name. */
  chosenTogether?: string;
  /** Where a record has a page of its own: rows lead there, and its edit form leads back there. */
  detailPath?: Derived<Row, string>;
};

/** Where a row stands in an order: what it is sorted by, as PostgreSQL writes it, and its id between equal values. */
export type Position = { value: string | null; id: string };

/** A part of a list: behind so many rows, or behind the one that stands at a position. */
export type Range = { limit: number; offset?: number; after?: Position };

/** @property next where the last row stands; absent where it is the last of all */
export type Slice<Row> = { rows: Row[]; next?: Position };
export type Total = { total: number; capped: boolean };

export type SpreadsheetColumn<Row> = readonly [label: string, text: (row: Row) => string];

/** How the rows of a list are read and counted. */
export type QueriedRows<Row> = {
  /** @param count as below, asked once for all parts of a list; without it some rows are found, see `Search` */
  find: (range: Range, count?: () => Promise<Total>) => Promise<Slice<Row>>;
  count: () => Promise<Total>;
};

/** A list with a query of its own. */
export type QueriedListing<Row extends ListedRow> = AnyListing & {
  columns: readonly AnyColumn<Row>[];
  filters?: readonly FilterChoice[];
  /** The list that was asked for; what `state` means in SQL is its query's knowledge. */
  open: (state: ListState) => QueriedRows<Row>;
  /** The columns of its spreadsheet, after the id, where they are others than the list's. */
  spreadsheet?: readonly SpreadsheetColumn<Row>[];
};

export type FormText = {
  /** Heading of the form; of the empty one also the button that leads to it. */
  title: string;
  done: string;
  failed: string;
};

/** What is said of changing a record, and of adding one where that can be done; also where the form itself is written by hand. */
export type FormTexts = { add?: FormText; update: FormText };

/** Changing, by form and by JSON alike. */
export type Form<Row extends ManagedRecord> = FormTexts & {
  /** In the order of the form. */
  fields: readonly Field[];
  /**
   * Adds values that follow from the submitted ones, before they are validated.
   * @param before the record as it is, for an update. @returns values to put beside the answers
   */
  computeValues?: (
    values: Readonly<Record<string, unknown>>,
    before: Row | undefined,
    staff: StaffViewer,
  ) => Record<string, unknown>;
  /** What must hold between several fields, judged in this order under the lock of the row. */
  constraints?: readonly Constraint[];
  /**
   * What follows from the figures that were sent, where others that depend on them were not: it is put beside them, before
   * constraints judge it, and said.
   */
  completeValues?: (sent: Sent<Row>) => Completion;
  /** Where prices of before are compared with those that were sent: a split may have come between. */
  sharesSince?: ShareRatios<Row>;
  /** What is allowed but hardly meant: form, row and paste ask about it once more, the API keeps it and says so. */
  warnings?: readonly WarningCheck<Row>[];
  /** One more sentence on who gets what of it, beside what `visibleTo` says of its fields. @param typed as the form has it */
  readersNote?: (typed: Readonly<Record<string, string>>) => string | undefined;
};

/** Deleting, from the list and by JSON alike. */
export type Removal<Row extends ListedRow> = {
  /** One more sentence in the confirmation. */
  note: (row: Row) => string;
  /**
   * Takes a record out of use instead of deleting it, when others hold on to it; in the delete's transaction.
   * @returns false when it may be deleted
   */
  archiveInstead?: (manager: EntityManager, row: Row) => Promise<boolean>;
  /** Why it may not be deleted now: what still shows it. Asked in the delete's transaction, with the row locked. */
  deletionBlocker?: (manager: EntityManager, row: Row) => Promise<string | undefined>;
  /** It stays in the bin for `BIN_DAYS`. Whether it comes back with its dates, dated anew, since a call that nobody could read is said again, or as a draft. */
  bin?: (held: Partial<Row>, now: Date) => "as it was" | "dated anew" | "draft";
  done: string;
  failed: string;
};

/** The record as the API gives it, with the documented names. */
export type Api<Row extends ListedRow> = {
  /** Of what `serialize` makes; see `recordSchema`. */
  schema: z.ZodType;
  /** @param viewer who gets it: what was not selected for them is null. */
  serialize: (row: Row, viewer: Viewer) => Record<string, unknown>;
};

/** What a viewer may know of these records. */
export type Visible<Row extends ListedRow> = {
  /** Rows that exist for this viewer. */
  where: FilterQuery<Row>;
  /** Properties read from the database; a locked one is not among them, so it cannot leave by any way. */
  select: readonly (keyof Row & string)[];
  /** What lists read beside those, as far as their columns show it: worked out for the rows they show, and for no form. */
  listed?: readonly (keyof Row & string)[];
  /** Of which of these rows the viewer may know more, and all that is read of them. */
  more?: Pick<Visible<Row>, "where" | "select">;
};

type Declaration = {
  /** Last part of its addresses: `/admin/<path>`. */
  path: string;
  /** What permissions about it are about: they say what asks for the password. */
  noun: Noun;
  roles: { read: readonly StaffRole[]; write: readonly StaffRole[]; remove: readonly StaffRole[] };
  /** Said when they cannot be read. */
  loadFailed: string;
};

/** Records of a table, whatever is done with them. */
export type Stored<Row extends ListedRow> = Declaration & {
  entity: EntityName<Row>;
  /** How people call one record: in its row, in the change log. */
  titleOf: Derived<Row, string>;
  visibleTo: (viewer: Viewer) => Visible<Row>;
};

/** One write of a record: without `before` it was added, or is `back` from the bin; without `after` it was deleted. */
export type Written<Row> = { before?: Readonly<Row>; after?: Readonly<Row>; staff: StaffViewer; back?: true };

/** Of which each has an address of its own. */
type Addressed<Row extends ListedRow> = Stored<Row> & {
  /** As in 'Are you sure you want to delete this <singular>?'. */
  singular: string;
  /** Said where an address names none of them. */
  missing: string;
  /** What writes bring with them elsewhere, in their own transaction: when this throws, nothing is written. No record is there twice. */
  afterWrite?: (manager: EntityManager, written: readonly Written<Row>[]) => Promise<void>;
};

/** Records that are changed; there are as many of them as there are. */
export type Changeable<Row extends ManagedRecord> = Addressed<Row> & { form: Form<Row>; api?: Api<Row> };

/** How rows of a spreadsheet become records: docs/back-office-kit.md. */
export type Paste = {
  /** Fields that tell which record a row means: by the first of them that the row has. An id goes before them. */
  key: readonly string[];
  /** A choice that is part of the key: the same name in another list is another record. */
  within?: string;
  /** A choice that is made once for the rows that do not say. */
  assumed?: string;
  /** What else a column is called, by its field, as `columnKey` writes it. */
  synonyms?: Readonly<Record<string, readonly string[]>>;
};

/** Records that are added, too. */
export type Editable<Row extends ManagedRecord> = Changeable<Row> & {
  form: { add: FormText };
  paste?: Paste;
};

/** Records that are added and changed by rows of a spreadsheet. */
export type Pasteable<Row extends ManagedRecord> = StoredList<Row> & Editable<Row> & { paste: Paste };
export type Removable<Row extends ListedRow> = Addressed<Row> & { removal: Removal<Row> };
export type Exposed<Row extends ListedRow> = Addressed<Row> & { api: Api<Row> };

/** A list of stored records; what can be done with them has its buttons there. */
export type StoredList<Row extends ListedRow> = Stored<Row> & {
  listing: Listing<Row>;
  singular?: string;
  form?: FormTexts & { fields?: readonly Field[] };
  removal?: Removal<Row>;
  paste?: Paste;
  /** Its page can be looked at before readers see it. */
  hasPreview?: true;
};

export type QueriedList<Row extends ListedRow> = Declaration & {
  titleOf: (row: Row) => string;
  listing: QueriedListing<Row>;
};

/** Anything that has a list in the back-office. */
export type Listed<Row extends ListedRow> = StoredList<Row> | QueriedList<Row>;

/**
 * An ordinary managed record, declared once. List, form, delete and JSON API come from it; the declaration itself
 * stays on the server, and loaders turn it into plain data. A record that lacks a part is of the types above.
 */
export type Resource<Row extends ManagedRecord> = StoredList<Row> &
  Editable<Row> &
  Removable<Row> &
  Exposed<Row>;

/** Whether it has every part. */
export const isResource = <Row extends ManagedRecord>(
  declared: Listed<Row> | Resource<Row>,
): declared is Resource<Row> =>
  isRemovable(declared) && "api" in declared && declared.form?.fields !== undefined;

/** Whether its rows can be deleted from their list. */
export const isRemovable = <Row extends ListedRow>(
  resource: Listed<Row>,
): resource is StoredList<Row> & Removable<Row> => "removal" in resource;

/** Whether each of its rows has a form. */
export const hasForm = <Row extends ListedRow>(
  resource: Listed<Row>,
): resource is StoredList<Row> & Addressed<Row> => "form" in resource && "missing" in resource;

/** Whether rows of a spreadsheet can be pasted into its list. */
export const isPasteable = <Row extends ManagedRecord>(
  resource: StoredList<Row> & Editable<Row>,
): resource is Pasteable<Row> => resource.paste !== undefined;

/** The field that holds a picture, if the form has one. */
export const pictureField = ({ fields }: { fields: readonly Field[] }): Field | undefined =>
  fields.find((field) => field.input === "picture");
