/** A type of PostgreSQL's, and what the driver makes of its values. */
export type TypeFacts<Value = unknown> = {
  /** What PostgreSQL calls a column of it (`regtype`); several where the driver makes the same of them. */
  readonly columnNames: readonly string[];
  /** What PostgreSQL may call a parameter of it. */
  readonly paramNames: readonly string[];
  readonly nullable: boolean;
  /** Its column allows nothing to be there, but the statement's own condition does not. */
  readonly ruledOut: boolean;
  /** A value that a statement can be tried with. */
  readonly sample: Value;
};

/**
 * The same as it is written in statements. In the shape of a row it is a column of that type; called with a name it is
 * a parameter: `where id = ${uuid("id")}`.
 */
export type SqlType<Value> = TypeFacts<Value> & {
  <const Name extends string>(name: Name, sample?: Value): Param<Name, Value>;
  /** The same, where there may be nothing. */
  readonly orNull: SqlType<Value | null>;
  /** The same for a column that may be empty, where the statement's own condition leaves out the rows in which it is. */
  readonly present: SqlType<Value>;
  /** A column that is worked out: `int.from`count(*)::int``. */
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
  /** Of a value that is the same for whoever asks: what it is. Nobody gives it. */
  readonly value?: () => Value;
};

/** A piece of SQL: text around parameters. `~args` is known to the compiler only. */
export type Fragment<Args = unknown> = {
  readonly texts: readonly string[];
  readonly params: readonly Param[];
  readonly "~args"?: Args;
};

/** A column of a row, and the SQL it is read by. */
export type Column<Value = unknown, Args = unknown> = {
  readonly type: TypeFacts<Value>;
  readonly sql: Fragment<Args>;
};

/** What a statement's rows hold, by the names of their properties. A type alone is the column of that name. */
export type Shape = { readonly [property: string]: TypeFacts | Column };

/**
 * What may stand in the gaps of a statement: values, pieces, the columns of a shape, and numbers of the source's own.
 * No string is among it, so what somebody typed cannot become SQL.
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

/** The values that parts ask for, by name. */
export type ArgsOf<Parts extends readonly SqlPart[]> = Parts extends readonly []
  ? object
  : Intersection<ArgsOfPart<Parts[number]>>;

type TypeNames = {
  /** What a column of it is called. */
  names: readonly string[];
  /** What else a parameter may be taken for: a number goes wherever a number is wanted. */
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
/** A moment, as a `Date`. */
export const timestamp = sqlType({ names: ["timestamp with time zone"] }, new Date("2026-07-16T13:40:00Z"));
/** A day as yyyy-mm-dd. The driver gives it as text; the zone it is a day of is the statement's business. */
export const day = sqlType({ names: ["date"] }, "2026-07-16");

/** One of these words. */
export const literal = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  sqlType<Words[number]>(TEXT, words[0]);

/** What the application stored, or a statement built: nothing looks into it, the type is taken on trust. */
export const json = <Value>() => sqlType({ names: ["json", "jsonb"] }, {} as Value);

export const array = <Value>({ columnNames, sample }: TypeFacts<Value>) =>
  sqlType<Value[]>({ names: columnNames.map((name) => `${name}[]`) }, [sample]);

/**
 * A piece of SQL, to be part of statements. It is written in the source: its gaps take parameters, other pieces and
 * the columns of a shape, never a string.
 */
export const sql = <const Parts extends readonly SqlPart[]>(
  texts: TemplateStringsArray,
  ...parts: Parts
): Fragment<ArgsOf<Parts>> => assemble(texts, parts);

/** A value that is the same for whoever asks, and known only when the statement runs: a setting of the site's. */
export const setting = <Value>(
  name: string,
  type: TypeFacts<Value>,
  value: () => Value,
): Fragment<object> => ({
  texts: ["", ""],
  params: [{ name, type, sample: value(), value }],
});

/** Pieces one after another, with `separator` between them. */
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

/** SQL that is made of text elsewhere in the source: a formula of an entity, the name of its table. Never of input. */
export const raw = (text: string): Fragment<object> => ({ texts: [text], params: [] });

/** What a shape reads, as it stands after `select` and `returning`. */
export function columnList(shape: Shape): Fragment<object> {
  const read = Object.entries(shape).map(([property, entry]): Fragment<object> => {
    const name = `"${property}"`;
    if (!("sql" in entry)) return raw(name);
    const { texts, params } = entry.sql;
    return { texts: [...texts.slice(0, -1), `${texts.at(-1)} as ${name}`], params };
  });
  return join(read, raw(", "));
}
