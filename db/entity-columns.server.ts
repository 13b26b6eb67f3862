import { type EntitySchema, type Opt, type Type, UnderscoreNamingStrategy } from "@mikro-orm/core";
import { PostgreSqlPlatform } from "@mikro-orm/postgresql";
import {
  array,
  bool,
  type Column,
  day,
  decimal,
  float,
  int,
  json,
  type TypeFacts,
  text,
  timestamp,
  uuid,
} from "./sql";

/** The value of a property in a statement: the key of a relation, without the ORM's mark for defaults. */
type Plain<Value> = Value extends null | undefined
  ? null
  : Value extends { unwrap(): unknown }
    ? string
    : Value extends Opt<infer Stored>
      ? Stored
      : Value;

type Columns<Entity, Key extends keyof Entity> = {
  [Property in Key]: Column<Plain<Entity[Property]>, object>;
};

/**
 * Columns of an entity's table, named like its properties. `select ${columns(News, "id", "createdAt")} from
 * news` reads `id` and `created_at as "createdAt"`. A name that the entity lacks is a compile error.
 */
export function columns<Entity, Key extends keyof Entity & string>(
  entity: EntitySchema<Entity>,
  ...keys: Key[]
): Columns<Entity, Key> {
  return read(entity, keys, "");
}

/** The same for a table with an alias: `columnsAs("n", News, "id")` reads `n.id`. */
export function columnsAs<Entity, Key extends keyof Entity & string>(
  alias: string,
  entity: EntitySchema<Entity>,
  ...keys: Key[]
): Columns<Entity, Key> {
  return read(entity, keys, `${alias}.`);
}

/** One column, for a row that uses another name: `{ paidAt: columnAs("p", Payment, "paymentDate") }`. */
export function columnAs<Entity, Key extends keyof Entity & string>(
  alias: string,
  entity: EntitySchema<Entity>,
  key: Key,
): Column<Plain<Entity[Key]>, object> {
  return columnsAs(alias, entity, key)[key];
}

function read<Entity, Key extends keyof Entity & string>(
  entity: EntitySchema<Entity>,
  keys: Key[],
  prefix: string,
): Columns<Entity, Key> {
  const entries = keys.map((key): [Key, Column] => {
    const property = propertyOf(entity, key);
    const name = `${prefix}${columnName(key, property)}`;
    return [key, { type: columnType(property), sql: { texts: [name], params: [] } }];
  });
  return Object.fromEntries(entries) as Columns<Entity, Key>;
}

/** The parts of a property's declaration that this file uses. */
type Property = {
  type?: Type<unknown> | (new () => Type<unknown>);
  kind?: string;
  enum?: boolean;
  nullable?: boolean;
  fieldName?: string;
  columnType?: string;
};

/**
 * Relations are declared in functions, because entities refer to each other. The function returns a builder.
 */
function propertyOf({ meta }: { meta: { properties: object } }, key: string): Property {
  const declared = (meta.properties as Record<string, Property | (() => { "~options": Property })>)[key];
  if (!declared) throw new Error(`There is no property ${key}`);
  return typeof declared === "function" ? declared()["~options"] : declared;
}

const naming = new UnderscoreNamingStrategy();
const platform = new PostgreSqlPlatform();

const isRelation = ({ kind }: Property) => kind === "m:1" || kind === "1:1";

function columnName(key: string, property: Property): string {
  if (property.fieldName) return property.fieldName;
  return isRelation(property) ? naming.joinKeyColumnName(key, "id") : naming.propertyToColumnName(key);
}

/** Column types as the ORM writes them into `create table`. */
const TYPES: [declared: RegExp, type: TypeFacts][] = [
  [/^uuid$/, uuid],
  [/^(text|citext|char\(\d+\))$/, text],
  [/^(int|smallint)$/, int],
  [/^numeric/, decimal],
  [/^double precision$/, float],
  [/^boolean$/, bool],
  [/^timestamptz/, timestamp],
  [/^date$/, day],
  [/^jsonb$/, json()],
  [/^text\[\]$/, array(text)],
  [/^int\[\]$/, array(int)],
  [/^uuid\[\]$/, array(uuid)],
];

function columnType(property: Property): TypeFacts {
  const declared = declaredType(property);
  const type = TYPES.find(([pattern]) => pattern.test(declared))?.[1];
  if (!type) throw new Error(`No statement has read a column of type ${declared} so far`);
  const { columnNames, paramNames, sample } = type;
  return { columnNames, paramNames, sample, nullable: property.nullable ?? false, ruledOut: false };
}

function declaredType(property: Property): string {
  if (isRelation(property)) return "uuid";
  if (property.enum || !property.type) return "text";
  const type = typeof property.type === "function" ? new property.type() : property.type;
  return property.columnType ?? type.getColumnType(property as never, platform);
}
