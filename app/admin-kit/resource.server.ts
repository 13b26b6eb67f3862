import type { EntityName, FilterQuery } from "@mikro-orm/core";
import type { EntityManager } from "@mikro-orm/postgresql";
import type { Total } from "db/count.server";
import type { z } from "zod";
import type { $ZodType } from "zod/v4/core";
import { can, type Noun, type Permission, type Roles } from "~/auth/permissions.server";
import type { Viewer, Writer } from "~/auth/viewer.server";
import type { Cell } from "./cells";
import type { Constraint } from "./constraints.server";
import type { Completion, Sent } from "./derived-values.server";
import type { Field } from "./fields.server";
import type { ListState } from "./list-state";
import type { SaveChoice } from "./save-choice.server";
import type { ShareRatios, WarningCheck } from "./warnings.server";

/** The properties of every list row. */
export type ListedRow = { id: string; version?: number };

/** The properties of every stored record. */
export type ManagedRecord = { id: string; createdAt: Date; updatedAt: Date; version: number };

/** A value derived from a record, with the properties it needs: a list only reads those, so that it never loads long texts without a column.
 */
export type Derived<Row extends ListedRow, Value> = ((row: Row, search?: string) => Value) & {
  reads: readonly (keyof Row & string)[];
};

/**
 * @param reads the properties that `compute` needs, in addition to those of every record
 * @param compute also gets the list's URL search, for links
 */
export const derive = <Row extends ListedRow, Key extends keyof Row & string, Value>(
  reads: readonly Key[],
  compute: (row: Pick<Row, Key | (keyof ManagedRecord & keyof Row)>, search: string) => Value,
): Derived<Row, Value> => Object.assign((row: Row, search = "") => compute(row, search), { reads });

/** Internal records: all rows for viewers with this permission, none for others. */
export const rowsForPermission = <Row extends ListedRow>(
  permission: Permission,
  viewer: Viewer,
): FilterQuery<Row> => (can(viewer, permission) ? {} : ({ id: { $in: [] } } as FilterQuery<Row>));

/** All rows for viewers with this permission, the visible ones for others. */
export const allOrVisible = <Row>(permission: Permission, viewer: Viewer, seen: object): FilterQuery<Row> =>
  (can(viewer, permission) ? {} : seen) as FilterQuery<Row>;

export type NavLink = { label: string; to: string };

/** One column of the back-office's list. Functions return data, never markup. */
export type AnyColumn<Row, CellOf = (row: Row, search?: string) => Cell> = {
  label: string;
  cell: CellOf;
  /** The name of the form field, if the cell can be edited. */
  field?: string;
  /** A picture, which no spreadsheet can hold. */
  picture?: true;
  /** The spreadsheet column for the cell's second line; without it the line is not exported. */
  subLabel?: string;
  /** The property the header sorts by; absent for columns without an order. */
  sort?: keyof Row & string;
  /** A stored property to sort by, if `sort` is computed for the shown rows only. */
  sortedBy?: keyof Row & string;
};

/** A column of stored records. */
export type Column<Row extends ListedRow> = AnyColumn<Row, Derived<Row, Cell>>;

/** A filter above the list, also in the URL. */
export type FilterChoice = {
  name: string;
  label: string;
  options: readonly { value: string; label: string }[];
  /** Only links set it. */
  byLink?: true;
  /** Whether a value is valid that none of the options has. */
  accepts?: (value: string) => boolean;
};

export type Filter<Row extends ListedRow> = FilterChoice & {
  /** @param value one of the options, or one that it accepts. */
  where: (value: string) => FilterQuery<Row>;
};

/** The properties of every back-office list. */
type AnyListing = {
  /** The heading and the menu label. */
  title: string;
  /** As in '18 of 1,204 <plural>'. */
  plural: string;
  /** Its menu entry, if it has none of its own. */
  parent?: NavLink;
  search: { label: string };
  /** Shown if there are no rows. */
  empty: string;
};

/** A list of stored records: the kit reads what its columns need. */
export type Listing<Row extends ListedRow> = AnyListing & {
  columns: readonly Column<Row>[];
  /** The searched columns, or a condition for the search text. */
  search: { in: readonly (keyof Row & string)[] } | { where: (searchText: string) => FilterQuery<Row> };
  filters?: readonly Filter<Row>[];
  /** The name of a choice that can be set for several rows. */
  chosenTogether?: string;
  /** The record's page, if it has one: rows link there and the edit form returns there. */
  detailPath?: Derived<Row, string>;
};

/** A row's position: its sort value as PostgreSQL text, and its id to order equal values. */
export type Position = { value: string | null; id: string };

/** A part of a list: after a number of rows, or after a position. */
export type Range = { limit: number; offset?: number; after?: Position };

/** @property next the position of the last row, if more follow */
export type Slice<Row> = { rows: Row[]; next?: Position };
export type { Total };

export type SpreadsheetColumn<Row> = readonly [label: string, text: (row: Row) => string];

/** Reads and counts the rows of a list. */
export type QueriedRows<Row> = {
  /** @param count as below, run once per list; without it any matches are found, see `Search` */
  find: (range: Range, count?: () => Promise<Total>) => Promise<Slice<Row>>;
  count: () => Promise<Total>;
};

/** A list with its own query. */
export type QueriedListing<Row extends ListedRow> = AnyListing & {
  columns: readonly AnyColumn<Row>[];
  filters?: readonly FilterChoice[];
  /** Opens the list for a state; the query translates it to SQL. */
  open: (state: ListState) => QueriedRows<Row>;
  /** The spreadsheet columns after the id, if they differ from the list's. */
  spreadsheet?: readonly SpreadsheetColumn<Row>[];
};

export type FormText = {
  /** The form's heading; for new records also the button's label. */
  title: string;
  done: string;
  failed: string;
};

/** The texts for changing a record, and for adding one if possible. */
export type FormTexts = { add?: FormText; update: FormText };

/** The form of a record, for browser and API. */
export type Form<Row extends ManagedRecord> = FormTexts & {
  /** In the order of the form. */
  fields: readonly Field[];
  /** Derives values from the submitted ones, before constraints are checked.
   * @param before the current record, for an update @returns values to add to the answers
   */
  computeValues?: (
    values: Readonly<Record<string, unknown>>,
    before: Row | undefined,
    staff: Writer,
  ) => Record<string, unknown>;
  /** Rules over several fields, checked in this order with the row locked. */
  constraints?: readonly Constraint[];
  /** Derives figures that depend on submitted ones and were not sent themselves. They are added before constraints are checked, and reported.
   */
  completeValues?: (sent: Sent<Row>) => Completion;
  /** Needed if submitted prices are compared with earlier ones: there may be a split between them. */
  sharesSince?: ShareRatios<Row>;
  /**
   * Checks for values that are allowed but probably wrong: forms, rows and pastes ask for confirmation; the
   * API saves and reports them.
   */
  warnings?: readonly WarningCheck<Row>[];
  /** Another sentence about who can read what, in addition to `visibleTo`. @param typed the form's texts */
  readersNote?: (typed: Readonly<Record<string, string>>) => string | undefined;
};

/** Deletion, for list and API. */
export type Removal<Row extends ListedRow> = {
  /** One more sentence in the confirmation. */
  note: (row: Row) => string;
  /** Archives a record instead of deleting it if others refer to it; runs in the delete's transaction.
   * @returns false if it may be deleted
   */
  archiveInstead?: (manager: EntityManager, row: Row) => Promise<boolean>;
  /**
   * Why it cannot be deleted now, such as a page that shows it. Runs in the delete's transaction with the row
   * locked.
   */
  deletionBlocker?: (manager: EntityManager, row: Row) => Promise<string | undefined>;
  /**
   * It stays in the bin for `BIN_DAYS`. Returns whether a restored record is unchanged, a draft, or gets new
   * dates because nobody could read it in the meantime.
   */
  bin?: (held: Partial<Row>, now: Date) => "as it was" | "redated" | "draft";
  /** Whether a deletion withdraws a call, which no restore gives back; by default only if it comes back redated. */
  hasCall?: (row: Readonly<Row>) => boolean;
  done: string;
  failed: string;
};

/** A query parameter of a list in the API: only records with this value, in a column that an index serves. */
export type ListFilter = {
  name: string;
  /** The property that the viewer must be allowed to read. */
  property: string;
  /** For the API's description. */
  schema: $ZodType;
  /** Some readers may not use it. */
  locked?: boolean;
  /** @throws AppError 422 for a value that no record can have */
  where: (sent: string) => object;
};

/** The record in the API, with the documented names. */
export type Api<Row extends ListedRow> = {
  /** The schema of `serialize`; see `recordSchema`. */
  schema: z.ZodType;
  /** @param viewer properties that were not selected for them are null. */
  serialize: (row: Row, viewer: Viewer) => Record<string, unknown>;
  /** What its lists can be filtered by. */
  filters?: readonly ListFilter[];
};

/** What a viewer may see of these records. */
export type Visible<Row extends ListedRow> = {
  /** Rows that exist for this viewer. */
  where: FilterQuery<Row>;
  /** The properties to read. Locked ones are not included, so they can never leave the server. */
  select: readonly (keyof Row & string)[];
  /** Further properties for list columns, computed for the shown rows and not for forms. */
  listed?: readonly (keyof Row & string)[];
  /** Rows of which the viewer may see more, with all their properties. */
  more?: Pick<Visible<Row>, "where" | "select">;
  /** Although it is read, the viewer must not learn when a row was changed. */
  hidesChanges?: boolean;
};

type Declaration = {
  /** Last part of its addresses: `/admin/<path>`. */
  path: string;
  /** The noun of its permissions, which decide when the password is needed. */
  noun: Noun;
  roles: Record<"read" | "write" | "remove", Roles>;
  /** Shown if they cannot be loaded. */
  loadFailed: string;
};

/** Records of a table. */
export type Stored<Row extends ListedRow> = Declaration & {
  entity: EntityName<Row>;
  /** A record's name in its row and in the change log. */
  titleOf: Derived<Row, string>;
  visibleTo: (viewer: Viewer) => Visible<Row>;
};

/**
 * One write of a record: without `before` it was added, or restored from the bin (`back`); without `after` it
 * was deleted.
 */
export type Written<Row> = { before?: Readonly<Row>; after?: Readonly<Row>; staff: Writer; back?: true };

/** Records with addresses. */
type Addressed<Row extends ListedRow> = Stored<Row> & {
  /** As in 'Are you sure you want to delete this <singular>?'. */
  singular: string;
  /** The message if an address names none of them. */
  missing: string;
  /** Runs in the transaction of the writes: if it throws, nothing is written. Each record occurs once. */
  afterWrite?: (manager: EntityManager, written: readonly Written<Row>[]) => Promise<void>;
};

/** Records that can be changed but not added. */
export type ChangeableResource<Row extends ManagedRecord> = Addressed<Row> & {
  form: Form<Row>;
  api?: Api<Row>;
  /** What else is chosen with a save. The registry sets it, where rooms meet. */
  saveChoice?: SaveChoice;
};

/** How spreadsheet rows become records: docs/back-office-kit.md. */
export type Paste = {
  /** Fields that identify a row's record: the first one in the row counts, after the id. */
  key: readonly string[];
  /** A choice that is part of the key: the same name under another choice is another record. */
  within?: string;
  /** A choice that is made once for rows without a value. */
  assumed?: string;
  /** Other column names by field, as `columnKey` writes them. */
  synonyms?: Readonly<Record<string, readonly string[]>>;
};

/** Records that can also be added. */
export type Editable<Row extends ManagedRecord> = ChangeableResource<Row> & {
  form: { add: FormText };
  paste?: Paste;
};

/** Records that spreadsheet rows can add and change. */
export type Pasteable<Row extends ManagedRecord> = StoredList<Row> & Editable<Row> & { paste: Paste };
export type Removable<Row extends ListedRow> = Addressed<Row> & { removal: Removal<Row> };
export type Exposed<Row extends ListedRow> = Addressed<Row> & { api: Api<Row> };

/** A list of stored records, with buttons for their actions. */
export type StoredList<Row extends ListedRow> = Stored<Row> & {
  listing: Listing<Row>;
  singular?: string;
  form?: FormTexts & { fields?: readonly Field[] };
  removal?: Removal<Row>;
  paste?: Paste;
  /** Its page has a preview. */
  hasPreview?: true;
};

export type QueriedList<Row extends ListedRow> = Declaration & {
  titleOf: (row: Row) => string;
  listing: QueriedListing<Row>;
};

/** Anything with a back-office list. */
export type Listed<Row extends ListedRow> = StoredList<Row> | QueriedList<Row>;

/** A managed record, declared once. List, form, deletion and JSON API are built from it. The declaration stays on the server; loaders turn it into plain data. Records that lack a part use the types above.
 */
export type Resource<Row extends ManagedRecord> = StoredList<Row> &
  Editable<Row> &
  Removable<Row> &
  Exposed<Row>;

/** Whether the declaration is complete. */
export const isResource = <Row extends ManagedRecord>(
  declared: Listed<Row> | Resource<Row>,
): declared is Resource<Row> =>
  isRemovable(declared) && "api" in declared && declared.form?.fields !== undefined;

/** Whether rows can be deleted from the list. */
export const isRemovable = <Row extends ListedRow>(
  resource: Listed<Row>,
): resource is StoredList<Row> & Removable<Row> => "removal" in resource;

/** Whether each row has a form. */
export const hasForm = <Row extends ListedRow>(
  resource: Listed<Row>,
): resource is StoredList<Row> & Addressed<Row> => "form" in resource && "missing" in resource;

/** Whether spreadsheet rows can be pasted. */
export const isPasteable = <Row extends ManagedRecord>(
  resource: StoredList<Row> & Editable<Row>,
): resource is Pasteable<Row> => resource.paste !== undefined;

/** The field that holds a picture, if the form has one. */
export const pictureField = ({ fields }: { fields: readonly Field[] }): Field | undefined =>
  fields.find((field) => field.input === "picture");
