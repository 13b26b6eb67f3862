import type { EntityManager } from "db/orm.server";
import { array, columnList, type Fragment, raw, type Shape, sql, text, uuid } from "db/sql";
import { type StatementTag, statement } from "db/statement.server";
import type { Topic } from "./topics.rules";

/** Whose data it is. @property addresses every one they have or had, in lower case */
export type Person = { memberId: string; addresses: string[] };

/** A member whose account is deleted now. @property photo the id of their picture */
export type Leaving = Person & { names: string[]; photo: string | null; paid: boolean };

/** Why a column of a person's rows is not in the export. */
export type Hidden =
  /** An id, or a word of the program's, which says nothing about the person. */
  | "technical"
  /** A hash or a sealed value: nobody reads it. */
  | "secret"
  /** It is about staff, or about another member. */
  | "somebody else"
  /** The member has it already: an email as it was sent. */
  | "sent"
  /** It goes by itself within days: an address that an email was asked for with. */
  | "short-lived";

type Declared = {
  /** With its schema where that is not `public`. */
  table: string;
  topic: Topic;
  /** Which rows are the person's. */
  rows: Fragment;
  /** What the export reads of them, under which name. @property one whether there is one row at most. @property also a condition more */
  exported?: { as: string; row: Shape; order: string; one?: boolean; also?: Fragment };
  /** Every other column of the table. */
  hidden: { readonly [Why in Hidden]?: string };
  /** What stays of the rows when the account is deleted. What is kept has no name and no address of the person. */
  afterDeletion:
    | "nothing"
    | "kept: tax law"
    | "kept: one trial each"
    | "kept: log of staff"
    | "kept: ends by itself";
  /** In the transaction of the deletion. Absent where the member's own row takes these along, or where all of it is kept. */
  forget?: (manager: EntityManager, leaving: Leaving) => Promise<unknown>;
  /** After its commit: what lies outside of the database. */
  discard?: (leaving: Leaving) => Promise<unknown>;
};

export type Held = Declared & {
  /** Absent where nothing is exported. */
  read?: (person: Person) => Promise<unknown>;
};

export const OF_MEMBER = sql`member_id = ${uuid("memberId")}`;

/** Rows whose column of text is one of the person's addresses. */
export const ofAddress = (column: string): Fragment =>
  sql`lower(${raw(column)}) = any(${array(text)("addresses")})`;

/** Declares what a table holds about a member. */
export const held = (declared: Declared): Held =>
  declared.exported ? { ...declared, read: readerOf(declared, declared.exported) } : declared;

const readerOf = (
  { table, rows }: Declared,
  { as, row, order, one, also = sql`true` }: NonNullable<Declared["exported"]>,
): Held["read"] =>
  reading(
    (statement(`export.${as}`, row) as StatementTag<never>)`
      select ${columnList(row)} from ${raw(table)} where ${rows} and ${also} order by ${raw(order)}`,
    one === true,
  );

const reading =
  (made: { all: (args: never) => Promise<unknown[]> }, isOne: boolean): Held["read"] =>
  async (person) => {
    const found = await made.all(person as never);
    return isOne ? (found[0] ?? null) : found;
  };
