/** A PostgreSQL type, and the driver's JavaScript type for its values. */
export type TypeFacts<Value = unknown> = {
  /** PostgreSQL's names for a column of the type (`regtype`). Several if the driver converts them alike. */
  readonly columnNames: readonly string[];
  /** PostgreSQL's possible names for a parameter of the type. */
  readonly paramNames: readonly string[];
  readonly nullable: boolean;
  /** Its column is nullable, but the statement's condition excludes nulls. */
  readonly ruledOut: boolean;
  /** A value for test runs of a statement. */
  readonly sample: Value;
};

/**
 * The same for use in statements. In the shape of a row it is a column of that type. Called with a name it is
 * a parameter: `where id = ${uuid("id")}`.
 */
export type SqlType<Value> = TypeFacts<Value> & {
  <const Name extends string>(name: Name, sample?: Value): Param<Name, Value>;
  /** The same, nullable. */
  readonly orNull: SqlType<Value | null>;
  /** The same for a nullable column whose nulls the statement's condition excludes. */
  readonly present: SqlType<Value>;
  /** A computed column: `int.from`count(*)::int``. */
  from<const Parts extends readonly SqlPart[]>(
    text: TemplateStringsArray,
    ...parts: Parts
  ): Column<Value, ArgsOf<Parts>>;
};

/** A value that is bound to a statement by its name, never written into the text. */
export type Param<Name extends string = string, Value = unknown> = {
  readonly name: Name;
  readonly type: TypeFacts<Value>;
  readonly sample: Value;
  /** The value of a `setting`. Callers do not pass it. */
  readonly value?: () => Value;
};

/** A piece of SQL: text around parameters. Only the compiler knows `~args`. */
export type Fragment<Args = unknown> = {
  readonly texts: readonly string[];
  readonly params: readonly Param[];
  readonly "~args"?: Args;
};

/** A column of a row, and its SQL. */
export type Column<Value = unknown, Args = unknown> = {
  readonly type: TypeFacts<Value>;
  readonly sql: Fragment<Args>;
};

/** The columns of a statement's rows, by property name. A type alone is the column of that name. */
export type Shape = { readonly [property: string]: TypeFacts | Column };

/**
 * What fills the gaps of a statement: values, pieces, the columns of a shape, and numbers in the source.
 * Strings are not allowed, so user input cannot become SQL.
 */
export type SqlPart = Param | Fragment | Shape | number;

type ValueOf<Entry> = Entry extends { readonly type: TypeFacts<infer Value> }
  ? Value
  : Entry extends TypeFacts<infer Value>
    ? Value
    : never;

/** The row that a shape describes. */
export type RowOf<Row extends Shape> = { -readonly [Key in keyof Row]: ValueOf<Row[Key]> };

type ArgsOfPart<Part> =
  Part extends Param<infer Name, infer Value>
    ? { readonly [Key in Name]: Value }
    : Part extends Fragment<infer Args>
      ? Args
      : Part extends number
        ? object
        : { [Key in keyof Part]: Part[Key] extends Column<unknown, infer Args> ? Args : object }[keyof Part];

type Intersection<Union> = (Union extends unknown ? (member: Union) => void : never) extends (
  member: infer All,
) => void
  ? All
  : never;

/** The values that the parts need, by name. */
export type ArgsOf<Parts extends readonly SqlPart[]> = Parts extends readonly []
  ? object
  : Intersection<ArgsOfPart<Parts[number]>>;

type TypeNames = {
  /** The names of its column types. */
  names: readonly string[];
  /** Further types that accept such a parameter: a number fits every numeric type. */
  alsoTakenFor?: readonly string[];
};

type Nulls = "none" | "some" | "ruled out";

function sqlType<Value>(names: TypeNames, sample: Value, nulls: Nulls = "none"): SqlType<Value> {
  const { names: columnNames, alsoTakenFor = [] } = names;
  const param = (name: string, own: Value = sample): Param<string, Value> => ({ name, type, sample: own });
  const type: SqlType<Value> = Object.defineProperties(param, {
    columnNames: { value: columnNames },
    paramNames: { value: [...columnNames, ...alsoTakenFor] },
    nullable: { value: nulls === "some" },
    ruledOut: { value: nulls === "ruled out" },
    sample: { value: sample },
    orNull: { get: () => sqlType<Value | null>(names, sample, "some") },
    present: { get: () => sqlType(names, sample, "ruled out") },
    from: {
      value: (text: TemplateStringsArray, ...parts: SqlPart[]) => ({ type, sql: sql(text, ...parts) }),
    },
  }) as SqlType<Value>;
  return type;
}

const SAMPLE_ID = "00000000-0000-4000-8000-000000000000";
const TEXT: TypeNames = { names: ["text", "citext", "character"] };

export const uuid = sqlType({ names: ["uuid"] }, SAMPLE_ID);
/** Addresses (`citext`) and currencies (`character`) are text, too. */
export const text = sqlType(TEXT, "sample");
export const int = sqlType(
  { names: ["integer", "smallint"], alsoTakenFor: ["bigint", "double precision"] },
  1,
);
export const float = sqlType({ names: ["double precision"] }, 1);
/** An exact figure, as a string. */
export const decimal = sqlType({ names: ["numeric"] }, "1.00");
export const bool = sqlType({ names: ["boolean"] }, true);
/** A time, as a `Date`. */
export const timestamp = sqlType({ names: ["timestamp with time zone"] }, new Date("2026-07-16T13:40:00Z"));
/** A day as yyyy-mm-dd. The driver returns it as text; the statement decides its time zone. */
export const day = sqlType({ names: ["date"] }, "2026-07-16");

/** One of these words. */
export const literal = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  sqlType<Words[number]>(TEXT, words[0]);

/** JSON that the application stored, or a statement built. Its type is not verified. */
export const json = <Value>() => sqlType({ names: ["json", "jsonb"] }, {} as Value);

export const array = <Value>({ columnNames, sample }: TypeFacts<Value>) =>
  sqlType<Value[]>({ names: columnNames.map((name) => `${name}[]`) }, [sample]);

/**
 * A piece of SQL for use in statements, written in the source. Its gaps take parameters, other pieces and the
 * columns of a shape, never a string.
 */
export const sql = <const Parts extends readonly SqlPart[]>(
  texts: TemplateStringsArray,
  ...parts: Parts
): Fragment<ArgsOf<Parts>> => assemble(texts, parts);

/** A value that is the same for all callers and known only when the statement runs: a site setting. */
export const setting = <Value>(
  name: string,
  type: TypeFacts<Value>,
  value: () => Value,
): Fragment<object> => ({
  texts: ["", ""],
  params: [{ name, type, sample: value(), value }],
});

/** Joins pieces, with `separator` between them. */
export function join<const Parts extends readonly Fragment[]>(
  fragments: Parts,
  separator: Fragment,
): Fragment<ArgsOf<Parts>> {
  const parts = fragments.flatMap((fragment, index) => (index > 0 ? [separator, fragment] : [fragment]));
  return assemble(Array(parts.length + 1).fill(""), parts);
}

function assemble(between: readonly string[], parts: readonly SqlPart[]): Fragment<never> {
  const texts = [between[0] ?? ""];
  const params: Param[] = [];
  parts.forEach((part, index) => {
    const piece = fragmentOf(part);
    const [first = "", ...rest] = piece.texts;
    texts.push((texts.pop() ?? "") + first, ...rest);
    texts.push((texts.pop() ?? "") + (between[index + 1] ?? ""));
    params.push(...piece.params);
  });
  return { texts, params };
}

function fragmentOf(part: SqlPart): Fragment {
  if (typeof part === "number") return raw(String(part));
  if (isFragment(part)) return part;
  return isParam(part) ? { texts: ["", ""], params: [part] } : columnList(part);
}

const isParam = (part: Param | Shape): part is Param => typeof part.name === "string";
const isFragment = (part: Param | Fragment | Shape): part is Fragment =>
  "texts" in part && Array.isArray(part.texts);

/** SQL from a string in the source: a formula of an entity, the name of its table. Never from input. */
export const raw = (text: string): Fragment<object> => ({ texts: [text], params: [] });

/** The columns of a shape, as written after `select` and `returning`. */
export function columnList(shape: Shape): Fragment<object> {
  const read = Object.entries(shape).map(([property, entry]): Fragment<object> => {
    const name = `"${property}"`;
    if (!("sql" in entry)) return raw(name);
    const { texts, params } = entry.sql;
    return { texts: [...texts.slice(0, -1), `${texts.at(-1)} as ${name}`], params };
  });
  return join(read, raw(", "));
}
