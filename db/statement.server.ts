import { type EntityManager, readsForMany } from "./orm.server";
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

/** The values of a statement by name, left out where it asks for none, and the transaction it belongs to. */
export type Given<Args> = object extends Args
  ? [values?: Args, within?: Queryable | EntityManager]
  : [values: Args, within?: Queryable | EntityManager];

/** What is known of a statement before it runs: enough to have PostgreSQL prepare it, or to try it. */
export type DeclaredStatement = {
  /** As in 'news.latest': the room, and what it asks for. */
  readonly name: string;
  /** With `?` for each of `params`. */
  readonly text: string;
  readonly params: readonly Param[];
  /** What its rows hold. */
  readonly row: { readonly [property: string]: TypeFacts };
};

const declared: DeclaredStatement[] = [];

/** Every statement of the modules that are loaded. */
export const declaredStatements = (): readonly DeclaredStatement[] => declared;

/**
 * One question to the database, or one change, declared once when its module is loaded; see `statement`.
 * Decimals come as strings, moments as `Date`.
 */
export class Statement<Row, Args> implements DeclaredStatement {
  private numbered: string | undefined;

  constructor(
    readonly name: string,
    readonly text: string,
    readonly params: readonly Param[],
    readonly row: DeclaredStatement["row"],
  ) {}

  /** Outside a transaction a statement of what many will get is kept parsed and planned by each connection. */
  all(...[values, within]: Given<Args>): Promise<Row[]> {
    if (!within && readsForMany()) return this.allPrepared((values ?? {}) as Args);
    return query<Row>(this.text, this.bind((values ?? {}) as Values), within);
  }

  /**
   * The same, kept parsed and planned whoever asks: for what every request asks, and what stands beside every page.
   * @param within a transaction, whose settings the plan is made by
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

  /** For what changes something and has nothing to tell. */
  async run(...given: Given<Args>): Promise<void> {
    await this.all(...given);
  }
}

type Values = { readonly [name: string]: unknown };

/** The driver's own way of writing parameters. */
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
 * Declares a statement: its name, the shape of its rows, its text. To be called where a module begins, never while a
 * request is answered: the text is put together once.
 *
 *     const BY_TICKER = statement("briefs.by-ticker", columns(DailyBrief, "id", "createdAt"))`
 *       select ${columns…} from daily_briefs where ticker = ${text("ticker")}`;
 *     await BY_TICKER.all({ ticker: "TSLA" });
 *
 * The compiler knows rows and values by it. That PostgreSQL knows the same is what tests/db/statements.test.ts asks:
 * it has every statement prepared and compares names, types and, as far as they can be told, nulls.
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

/** Declares a statement whose rows nobody reads: a change, as a rule. */
export const command = (name: string): StatementTag<Record<never, never>> => statement(name, {});

/**
 * Declares the reading of one row, and the same under the row's lock for whoever is going to change it: its function reads
 * without a transaction, and locks within one. @param row as for `statement`, whose text it takes, too
 */
export function lockable<const Row extends Shape>(name: string, row: Row) {
  return <const Parts extends readonly SqlPart[]>(texts: TemplateStringsArray, ...parts: Parts) => {
    type Declared = Statement<RowOf<Row>, ArgsOf<Parts>>;
    const text = sql(texts, ...parts);
    const read = statement(`${name}.read`, row)`${text}` as unknown as Declared;
    const lock = statement(`${name}.lock`, row)`${text} for update` as unknown as Declared;
    return (...given: Given<ArgsOf<Parts>>): Promise<RowOf<Row> | undefined> =>
      (given[1] ? lock : read).first(...given);
  };
}

/** Statements that PostgreSQL takes one after another, without values or rows: what makes a table of one's own. */
export type Script = {
  readonly name: string;
  readonly text: string;
  run(within: EntityManager): Promise<void>;
};

const scripts: Script[] = [];

export const declaredScripts = (): readonly Script[] => scripts;

/** Declares a script. It runs in the transaction that it is given. */
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
 * Declares the same statement for several shapes, as for readers who may see more or less. `row` stands for the columns
 * of each: `variants("news.latest", { locked: OPEN, full: ALL }, (declare, row) => declare`select ${row} from news`)`.
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

/** Declares one statement for each of some words, as for the orders of a list. */
export function forEachOf<const Word extends string, Made>(
  words: readonly Word[],
  make: (word: Word) => Made,
): { readonly [Each in Word]: Made } {
  return Object.fromEntries(words.map((word) => [word, make(word)])) as { [Each in Word]: Made };
}
