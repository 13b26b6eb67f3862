import { type EntityManager, isReadForMany } from "./orm.server";
import { type Queryable, query, queryPrepared } from "./query.server";
import {
  type ArgsOf,
  columnList,
  type Fragment,
  type Param,
  type RowOf,
  type Shape,
  type SqlPart,
  sql,
  type TypeFacts,
} from "./sql";

/** The values of a statement by name, optional if it has none, and its transaction. */
export type Given<Args> = object extends Args
  ? [values?: Args, within?: Queryable | EntityManager]
  : [values: Args, within?: Queryable | EntityManager];

/** The facts about a statement that PostgreSQL needs to prepare it, or to try it. */
export type DeclaredStatement = {
  /** For example 'news.latest': its feature, and its result. */
  readonly name: string;
  /** With `?` for each of `params`. */
  readonly text: string;
  readonly params: readonly Param[];
  /** The types of its rows, by property. */
  readonly row: { readonly [property: string]: TypeFacts };
};

const declared: DeclaredStatement[] = [];

/** Every statement of the loaded modules. */
export const declaredStatements = (): readonly DeclaredStatement[] => declared;

/**
 * A query or a change, declared once when its module loads, see `statement`. Decimals are strings, times are
 * `Date`.
 */
export class Statement<Row, Args> implements DeclaredStatement {
  private numbered: string | undefined;

  constructor(
    readonly name: string,
    readonly text: string,
    readonly params: readonly Param[],
    readonly row: DeclaredStatement["row"],
  ) {}

  /** Outside a transaction, each connection keeps statements for many readers parsed and planned. */
  all(...[values, within]: Given<Args>): Promise<Row[]> {
    if (!within && isReadForMany()) return this.allPrepared((values ?? {}) as Args);
    return query<Row>(this.text, this.bind((values ?? {}) as Values), within);
  }

  /**
   * The same, parsed and planned for all callers: for statements of every request, and for side parts of
   * pages.
   * @param within a transaction, whose settings affect the plan
   */
  allPrepared(values: Args, within?: Queryable): Promise<Row[]> {
    this.numbered ??= numbered(this.text);
    return queryPrepared<Row>(this.name, this.numbered, this.bind(values as Values), within);
  }

  private bind(values: Values): unknown[] {
    return this.params.map(({ name, value }) => (value ? value() : values[name]));
  }

  async first(...given: Given<Args>): Promise<Row | undefined> {
    const [row] = await this.all(...given);
    return row;
  }

  /** For a change that returns no rows. */
  async run(...given: Given<Args>): Promise<void> {
    await this.all(...given);
  }
}

type Values = { readonly [name: string]: unknown };

/** The driver's notation for parameters. */
function numbered(text: string): string {
  let number = 0;
  return text.replace(/\?/g, () => {
    number += 1;
    return `$${number}`;
  });
}

export type StatementTag<Row> = <const Parts extends readonly SqlPart[]>(
  texts: TemplateStringsArray,
  ...parts: Parts
) => Statement<Row, ArgsOf<Parts>>;

/**
 * Declares a statement: its name, the shape of its rows, its text. Call it when the module loads, never
 * during a request: the text is assembled once.
 *
 *     const BY_TICKER = statement("briefs.by-ticker", columns(DailyBrief, "id", "createdAt"))`
 *       select ${columns…} from daily_briefs where ticker = ${text("ticker")}`;
 *     await BY_TICKER.all({ ticker: "TSLA" });
 *
 * It gives rows and values their types. tests/db/statements.test.ts checks them against PostgreSQL: it
 * prepares every statement and compares names, types and, as far as possible, nulls.
 */
export function statement<const Row extends Shape>(name: string, row: Row): StatementTag<RowOf<Row>> {
  return (texts, ...parts) => {
    const { texts: between, params } = sql(texts, ...parts);
    if (between.some((text) => text.includes("?")))
      throw new Error(`${name}: a question mark is no SQL of ours`);
    const types = Object.entries(row).map(([property, entry]) => [
      property,
      "sql" in entry ? entry.type : entry,
    ]);
    const made = new Statement<never, never>(
      name,
      between.join("?").trim(),
      params,
      Object.fromEntries(types),
    );
    declared.push(made);
    return made as never;
  };
}

/** Declares a statement without rows, usually a change. */
export const command = (name: string): StatementTag<Record<never, never>> => statement(name, {});

/**
 * Declares a read of one row, and the same with a row lock for a later change. The function reads without a
 * transaction, and locks within one.
 * @param row as for `statement`, followed by the same kind of text
 */
export function readOrLock<const Row extends Shape>(name: string, row: Row) {
  return <const Parts extends readonly SqlPart[]>(texts: TemplateStringsArray, ...parts: Parts) => {
    type Declared = Statement<RowOf<Row>, ArgsOf<Parts>>;
    const text = sql(texts, ...parts);
    const read = statement(`${name}.read`, row)`${text}` as unknown as Declared;
    const lock = statement(`${name}.lock`, row)`${text} for update` as unknown as Declared;
    return (...given: Given<ArgsOf<Parts>>): Promise<RowOf<Row> | undefined> =>
      (given[1] ? lock : read).first(...given);
  };
}

/** Statements without values or rows that run in sequence, such as those that create a temporary table. */
export type Script = {
  readonly name: string;
  readonly text: string;
  run(within: EntityManager): Promise<void>;
};

const scripts: Script[] = [];

export const declaredScripts = (): readonly Script[] => scripts;

/** Declares a script. It runs in the given transaction. */
export function script(name: string) {
  return (texts: TemplateStringsArray, ...parts: number[]): Script => {
    const text = sql(texts, ...parts).texts.join("");
    const made: Script = {
      name,
      text,
      run: async (within) => {
        await query(text, [], within);
      },
    };
    scripts.push(made);
    return made;
  };
}

/**
 * Declares the same statement for several shapes, such as for readers with more or less access. `row` is the
 * list of each shape's columns: `variants("news.latest", { locked: OPEN, full: ALL }, (declare, row) =>
 * declare`select ${row} from news`)`.
 */
export function variants<const Shapes extends { readonly [variant: string]: Shape }, Args>(
  name: string,
  shapes: Shapes,
  make: (
    declare: StatementTag<never>,
    row: Fragment<object>,
    variant: keyof Shapes & string,
  ) => Statement<never, Args>,
): { readonly [Variant in keyof Shapes]: Statement<RowOf<Shapes[Variant]>, Args> } {
  const made = Object.entries(shapes).map(([variant, shape]) => {
    const declare: StatementTag<never> = statement(`${name}, ${variant}`, shape) as never;
    return [variant, make(declare, columnList(shape), variant)];
  });
  return Object.fromEntries(made);
}

/** Declares one statement for each word, such as for each order of a list. */
export function forEachOf<const Word extends string, Made>(
  words: readonly Word[],
  make: (word: Word) => Made,
): { readonly [Each in Word]: Made } {
  return Object.fromEntries(words.map((word) => [word, make(word)])) as { [Each in Word]: Made };
}
