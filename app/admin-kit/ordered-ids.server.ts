import type { EntityName, EntityProperty, FilterQuery, FormulaTable } from "@mikro-orm/core";
import { raw } from "@mikro-orm/core";
import type { QueryBuilder } from "@mikro-orm/postgresql";
import { em } from "db/orm.server";
import { asTable, bothConditions } from "./matches.server";
import type { ListedRow, Position, Range, Total } from "./resource.server";

export type OrderBy<Row> = { property: keyof Row & string; direction: "asc" | "desc" };

/** A search in some columns. @property count the matching rows of the list; without it there is no paging, and any matches will do
 */
export type Search<Row> = { where: FilterQuery<Row>; count?: () => Promise<Total> };

type IdsQuery<Row extends ListedRow> = Range & {
  where: FilterQuery<Row>;
  search?: Search<Row>;
  orderBy: OrderBy<Row>;
};

/** @property column in SQL over the table `r` */
type Order = { property: string; direction: "asc" | "desc"; column: string; nullable: boolean };

/** A range of an order, as SQL over the table `r`. */
type Condition = { text: string; values: readonly (string | null)[] };

type OrderedId = { id: string; value: string | null };

/** The rows to read, their order and number. */
type Part<Row extends ListedRow> = {
  entity: EntityName<Row>;
  where: FilterQuery<Row>;
  order: Order;
  range?: Condition;
  limit: number;
  offset: number;
};

/** The ordered ids of a part of a list, and the last position if more follow. It only reads the order's index, so skipped rows cost almost nothing.
 */
export async function findOrderedIds<Row extends ListedRow>(
  entity: EntityName<Row>,
  { where, search, orderBy, limit, offset = 0, after }: IdsQuery<Row>,
): Promise<{ ids: string[]; next?: Position }> {
  const order = resolveOrder(entity, orderBy);
  const read = search ? await searchReader(search) : readOrdered;
  const found: OrderedId[] = [];
  for (const range of after ? rangesBehind(order, after) : [undefined]) {
    const missing = limit + 1 - found.length;
    if (missing > 0) found.push(...(await read({ entity, where, order, range, limit: missing, offset })));
  }
  const page = found.slice(0, limit);
  return { ids: page.map(({ id }) => id), next: found.length > limit ? page.at(-1) : undefined };
}

function resolveOrder<Row extends ListedRow>(entity: EntityName<Row>, orderBy: OrderBy<Row>): Order {
  const properties: Record<string, SortedBy<Row>> = em().getMetadata(entity).properties;
  const { fieldNames: [name] = [], formula, nullable = false } = properties[orderBy.property] ?? {};
  if (!name) throw new Error(`There is no column for ${orderBy.property}`);
  return { ...orderBy, column: formula ? formula(LISTED, {} as never) : `r.${name}`, nullable };
}

/** The used part of the ORM's property metadata. */
type SortedBy<Row> = Pick<EntityProperty<Row>, "fieldNames" | "formula" | "nullable">;

/** The table of a list, for formulas. */
const LISTED: FormulaTable = { alias: "r", name: "r", qualifiedName: "r", toString: () => "r" };

/** The ranges after a position. Joined by 'or', the query would start at the beginning of the list. */
function rangesBehind({ column, nullable, direction }: Order, { value, id }: Position): Condition[] {
  const sign = direction === "asc" ? ">" : "<";
  if (value === null) return [{ text: `${column} is null and r.id ${sign} ?`, values: [id] }];
  const known = { text: `(${column}, r.id) ${sign} (?, ?)`, values: [value, id] };
  return nullable ? [known, { text: `${column} is null`, values: [] }] : [known];
}

const readOrdered = <Row extends ListedRow>(part: Part<Row>): Promise<OrderedId[]> =>
  run(idsIn(part, matching(part, part.where)), part);

/** Chooses how to read a search. Few matches are collected by the search indexes and sorted. Many matches are close together in any order, so the list is read from its start: sorting them all would take seconds, and the planner cannot estimate words in long texts.
 */
async function searchReader<Row extends ListedRow>({ where: words, count }: Search<Row>) {
  if (!count) return (part: Part<Row>) => readSome(part, words);
  const { total, capped } = await count();
  if (total === 0) return async (): Promise<OrderedId[]> => [];
  return async (part: Part<Row>): Promise<OrderedId[]> => {
    const near = capped ? await readWindows(part, words, NEAR_WINDOWS) : [];
    if (near.length === part.limit) return near;
    return (await readSorted(part, words)) ?? (await readWindows(part, words, FAR_WINDOWS));
  };
}

async function readSome<Row extends ListedRow>(
  part: Part<Row>,
  words: FilterQuery<Row>,
): Promise<OrderedId[]> {
  const [newest] = NEAR_WINDOWS;
  const near = await readWindows(part, words, [newest]);
  if (near.length === part.limit) return near;
  return (await readSorted(part, words)) ?? (await readAny(part, words));
}

/** Any of very many matches, unordered. */
const readAny = <Row extends ListedRow>(part: Part<Row>, words: FilterQuery<Row>): Promise<OrderedId[]> => {
  const value = raw(`(${part.order.column})::text as value`);
  return run(matching(part, bothConditions(part.where, words)).select(["r.id", value] as never), part);
};

/** For many matches: the list's rows that are read first. */
export const NEAR_WINDOWS = [1_000, 10_000] as const;

/** Read if these contain too few and there are too many matches to sort. The last one is the whole list. */
export const FAR_WINDOWS = [100_000, 2_000_000_000] as const;

/** The most matches that are collected and sorted. */
const MOST_SORTED = 30_000;

/** All matches of a part, sorted; undefined if there are too many. */
async function readSorted<Row extends ListedRow>(
  part: Part<Row>,
  words: FilterQuery<Row>,
): Promise<OrderedId[] | undefined> {
  const { column, direction, nullable } = part.order;
  const order = (table: string) =>
    `${table}.value ${sortDirection(direction, nullable)}, ${table}.id ${direction}`;
  const manager = em();
  const matches = matching(part, bothConditions(part.where, words)).select([
    "r.id",
    raw(`${column} as value`),
  ] as never);
  const query = manager.getKnex().raw(
    `with matches as materialized ?,
          few as materialized (select count(*) <= ? as yes from (select from matches limit ?) as counted)
     select few.yes, page.id, page.value::text
       from few left join (select m.id, m.value from matches m where (select yes from few)
                            order by ${order("m")} limit ? offset ?) as page on true
      order by ${order("page")}`,
    [matches.getKnexQuery(), MOST_SORTED, MOST_SORTED + 1, part.limit, part.offset],
  );
  const rows = await manager
    .getConnection()
    .execute<{ yes: boolean; id: string | null; value: string | null }[]>(query);
  return rows[0]?.yes ? rows.flatMap(({ id, value }) => (id === null ? [] : [{ id, value }])) : undefined;
}

async function readWindows<Row extends ListedRow>(
  part: Part<Row>,
  words: FilterQuery<Row>,
  windows: readonly number[],
): Promise<OrderedId[]> {
  let found: OrderedId[] = [];
  for (const rows of windows) {
    const window = inOrder(matching(part, part.where).select("*"), part.order).limit(rows);
    found = await run(idsIn(part, asTable<Row>(window).where(words as never)), part);
    if (found.length === part.limit) break;
  }
  return found;
}

const matching = <Row extends ListedRow>({ entity, range }: Part<Row>, where: FilterQuery<Row>) => {
  const builder = em()
    .createQueryBuilder(entity, "r")
    .where(where as never);
  return range ? builder.andWhere(range.text, [...range.values]) : builder;
};

/** Ids with their sort values as text, which every type converts back exactly. */
const idsIn = <Row extends ListedRow>({ order }: Part<Row>, builder: QueryBuilder<Row>) =>
  inOrder(builder.select(["r.id", raw(`(${order.column})::text as value`)] as never), order);

/** The id orders equal values, so that pages never overlap. */
const inOrder = <Row extends ListedRow>(
  builder: QueryBuilder<Row>,
  { property, nullable, direction }: Order,
): QueryBuilder<Row> => {
  return builder.orderBy([{ [property]: sortDirection(direction, nullable) }, { id: direction }] as never);
};

/** Nulls come last in both directions. Only for nullable columns: the other indexes lack this order. */
const sortDirection = (direction: Order["direction"], nullable: boolean) =>
  nullable ? `${direction} nulls last` : direction;

const run = <Row extends ListedRow>(
  builder: QueryBuilder<Row>,
  { limit, offset }: Part<Row>,
): Promise<OrderedId[]> => builder.limit(limit, offset).execute<OrderedId[]>("all", false);
