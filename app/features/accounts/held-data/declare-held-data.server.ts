import type { EntityManager } from "db/orm.server";
import { array, columnList, type Fragment, raw, type Shape, sql, text, uuid } from "db/sql";
import { type StatementTag, statement } from "db/statement.server";
import type { Topic } from "./topics.rules";

/** The person whose data it is. @property addresses all current and former ones, in lower case */
export type Person = { memberId: string; addresses: string[] };

/** A member whose account is being deleted. @property photo the id of their picture */
export type Leaving = Person & { names: string[]; photo: string | null; paid: boolean };

/** Why a column is not in the export. */
export type Hidden =
  /** An id or an internal code, which says nothing about the person. */
  | "technical"
  /** A hash or an encrypted value, which nobody can read. */
  | "secret"
  /** It is about staff or another member. */
  | "somebody else"
  /** The member already has it, as an email. */
  | "sent"
  /** Deleted automatically within days: an address that requested an email. */
  | "short-lived";

type Declared = {
  /** With its schema if that is not `public`. */
  table: string;
  topic: Topic;
  /** The condition for the person's rows. */
  rows: Fragment;
  /**
   * The exported columns and their key.
   * @property one at most one row exists.
   * @property also a further condition
   */
  exported?: { as: string; row: Shape; order: string; one?: boolean; also?: Fragment };
  /** Every other column of the table. */
  hidden: { readonly [Why in Hidden]?: string };
  /** What remains after the deletion of the account. Remaining rows have no name or address of the person. */
  afterDeletion:
    | "nothing"
    | "kept: tax law"
    | "kept: one trial each"
    | "kept: log of staff"
    | "kept: expires";
  /** Runs in the deletion's transaction. Absent if the member's row cascades, or if all rows stay. */
  forget?: (manager: EntityManager, leaving: Leaving) => Promise<unknown>;
  /** Runs after the commit: deletes data outside the database. */
  discard?: (leaving: Leaving) => Promise<unknown>;
};

export type DeclaredData = Declared & {
  /** Absent if nothing is exported. */
  read?: (person: Person) => Promise<unknown>;
};

export const OF_MEMBER = sql`member_id = ${uuid("memberId")}`;

/** Rows whose text column is one of the person's addresses. */
export const ofAddress = (column: string): Fragment =>
  sql`lower(${raw(column)}) = any(${array(text)("addresses")})`;

/** Declares a table's data about a member. */
export const declareData = (declared: Declared): DeclaredData =>
  declared.exported ? { ...declared, read: buildReader(declared, declared.exported) } : declared;

const buildReader = (
  { table, rows }: Declared,
  { as, row, order, one, also = sql`true` }: NonNullable<Declared["exported"]>,
): DeclaredData["read"] =>
  reading(
    (statement(`export.${as}`, row) as StatementTag<never>)`
      select ${columnList(row)} from ${raw(table)} where ${rows} and ${also} order by ${raw(order)}`,
    one === true,
  );

const reading =
  (made: { all: (args: never) => Promise<unknown[]> }, isOne: boolean): DeclaredData["read"] =>
  async (person) => {
    const found = await made.all(person as never);
    return isOne ? (found[0] ?? null) : found;
  };
