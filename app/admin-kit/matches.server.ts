import type { EntityName, FilterQuery } from "@mikro-orm/core";
import type { QueryBuilder } from "@mikro-orm/postgresql";
import { em } from "db/orm.server";
import { SEARCH_LIMIT } from "db/query.server";
import type { ListedRow, Total } from "./resource.server";

type Table<Row> = { entity: EntityName<Row> };

/** The newest rows of a table that tell how common some words are, and how many of them have what is very common. */
const SAMPLE = { rows: 200, common: 25 } as const;

/** Very common words are counted among so many of the newest rows first, most of which are not read. */
const NEWEST_COUNTED = 10_000;

export const NEWEST_FIRST = { createdAt: "desc", id: "desc" } as const;

/** Both conditions. */
export const bothConditions = <Row>(one: FilterQuery<Row>, other: FilterQuery<Row>) =>
  ({ $and: [one, other] }) as FilterQuery<Row>;

/** The ids of some rows of a table, which is called `r`. */
export const queryIds = <Row extends ListedRow>({ entity }: Table<Row>, where: FilterQuery<Row>) =>
  em()
    .createQueryBuilder(entity, "r")
    .select("r.id" as never)
    .where(where as never);

/** What a query finds as a table called `r`. */
export const asTable = <Row extends ListedRow>(builder: QueryBuilder<Row>): QueryBuilder<Row> =>
  em().createQueryBuilder(builder, "r");

/** @param counted rows counted up to one more than the limit, which tells that there are others. */
export const cappedTotal = (counted: number, limit: number): Total => ({
  total: Math.min(counted, limit),
  capped: counted > limit,
});

/**
 * How many rows of a list have the words, counted up to `SEARCH_LIMIT`. An index of trigrams names every row that may have
 * them, a million of 'the' in a quarter of a second: what is as common as that is counted among the newest rows, if these have as
 * many as are counted.
 */
export async function countFound<Row extends ListedRow>(
  table: Table<Row>,
  where: FilterQuery<Row>,
  words: FilterQuery<Row>,
): Promise<Total> {
  const both = bothConditions(where, words);
  const most = SEARCH_LIMIT + 1;
  const sampled = await countAmongNewest(table, words, { newest: SAMPLE.rows, most: SAMPLE.common });
  if (sampled === SAMPLE.common) {
    const among = await countAmongNewest(table, both, { newest: NEWEST_COUNTED, most });
    if (among === most) return cappedTotal(among, SEARCH_LIMIT);
  }
  return cappedTotal(await countIndexed(queryIds(table, both), most), SEARCH_LIMIT);
}

async function countAmongNewest<Row extends ListedRow>(
  { entity }: Table<Row>,
  where: FilterQuery<Row>,
  { newest, most }: { newest: number; most: number },
): Promise<number> {
  const rows = em()
    .createQueryBuilder(entity, "r")
    .select("*")
    .orderBy(NEWEST_FIRST as never)
    .limit(newest);
  const found = asTable<Row>(rows as QueryBuilder<Row>)
    .select("r.id" as never)
    .where(where as never)
    .limit(most);
  return (await found.execute<unknown[]>("all", false)).length;
}

/**
 * Counts matches by the indexes of what is searched.
 * @param most what is not counted further
 */
async function countIndexed<Row extends ListedRow>(
  matches: QueryBuilder<Row>,
  most: number,
): Promise<number> {
  const manager = em();
  const knex = manager.getKnex();
  const counted = knex
    // Apart from the limit, beside which the planner takes it for cheaper to read a large table until enough is found:
    // of a word that nobody has that is the whole table.
    .withMaterialized("matches", matches.getKnexQuery())
    .count({ total: "*" })
    .from(knex.select(knex.raw("1")).from("matches").limit(most).as("counted"));
  const [row]: { total: string | number }[] = await manager.getConnection().execute(counted);
  return Number(row?.total ?? 0);
}
