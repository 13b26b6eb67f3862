import type { EntityName, FilterQuery } from "@mikro-orm/core";
import type { QueryBuilder } from "@mikro-orm/postgresql";
import { cappedTotal, type Total } from "db/count.server";
import { em } from "db/orm.server";
import { SEARCH_LIMIT } from "db/query.server";
import type { ListedRow } from "./resource.server";

type Table<Row> = { entity: EntityName<Row> };

/** The newest rows that show how common a search is; it is very common if `common` of them match. */
const SAMPLE = { rows: 200, common: 25 } as const;

/** Very common words are first counted among this many newest rows. */
const NEWEST_COUNTED = 10_000;

export const NEWEST_FIRST = { createdAt: "desc", id: "desc" } as const;

/** Both conditions. */
export const bothConditions = <Row>(one: FilterQuery<Row>, other: FilterQuery<Row>) =>
  ({ $and: [one, other] }) as FilterQuery<Row>;

/** A query for ids, with the table alias `r`. */
export const queryIds = <Row extends ListedRow>({ entity }: Table<Row>, where: FilterQuery<Row>) =>
  em()
    .createQueryBuilder(entity, "r")
    .select("r.id" as never)
    .where(where as never);

/** A query's result as a table with the alias `r`. */
export const asTable = <Row extends ListedRow>(builder: QueryBuilder<Row>): QueryBuilder<Row> =>
  em().createQueryBuilder(builder, "r");

/** The number of matching rows, counted up to `SEARCH_LIMIT`. The trigram index finds every row that may match, for 'the' a million in a quarter of a second. Words that common are counted among the newest rows first, which usually contain enough matches.
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

/** Counts matches by the search indexes.
 * @param most where counting stops
 */
async function countIndexed<Row extends ListedRow>(
  matches: QueryBuilder<Row>,
  most: number,
): Promise<number> {
  const manager = em();
  const knex = manager.getKnex();
  const counted = knex
    // Materialised apart from the limit: with the limit the planner would scan the table until it finds
    // enough, which for a word without matches is the whole table.
    .withMaterialized("matches", matches.getKnexQuery())
    .count({ total: "*" })
    .from(knex.select(knex.raw("1")).from("matches").limit(most).as("counted"));
  const [row]: { total: string | number }[] = await manager.getConnection().execute(counted);
  return Number(row?.total ?? 0);
}
