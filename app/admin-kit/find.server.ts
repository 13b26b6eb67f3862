import type { EntityName, FilterQuery } from "@mikro-orm/core";
import { EntitySchema, sql } from "@mikro-orm/core";
import type { EntityManager, QueryBuilder } from "@mikro-orm/postgresql";
import { cappedTotal } from "db/count.server";
import { em } from "db/orm.server";
import { COUNT_LIMIT } from "db/query.server";
import { isUuid } from "~/web/uuid";
import { bothConditions, NEWEST_FIRST, queryIds } from "./matches.server";
import { findOrderedIds, type OrderBy, type Search } from "./ordered-ids.server";
import type { ListedRow, Range, Slice, Total, Visible } from "./resource.server";
import { currentManager } from "./transaction.server";

/** The part of a declaration that is used here. */
type Table<Row> = { entity: EntityName<Row> };

export type PageQuery<Row extends ListedRow> = Range & {
  where: FilterQuery<Row>;
  search?: Search<Row>;
  select?: readonly (keyof Row & string)[];
  more?: Visible<Row>["more"];
  orderBy: OrderBy<Row>;
};

/**
 * Some rows of a list as plain, unmanaged objects. It finds the ids first, so that skipped rows are not read.
 */
export async function findSlice<Row extends ListedRow>(
  table: Table<Row>,
  { select, more, ...query }: PageQuery<Row>,
): Promise<Slice<Row>> {
  const { ids, next } = await findOrderedIds(table.entity, query);
  if (ids.length === 0) return { rows: [], next };
  // The condition again: a row may have been hidden from this viewer between the two queries.
  const where = bothConditions<Row>({ id: amongIds(ids) } as FilterQuery<Row>, query.where);
  const found = await em().find<Row>(table.entity, where, readOptions(table, select) as never);
  // A second query for rows with more visible properties: locked properties of the others are never read.
  const known = more
    ? await em().find<Row>(
        table.entity,
        bothConditions<Row>(where, more.where),
        readOptions(table, more.select) as never,
      )
    : [];
  const byId = new Map([...found, ...known].map((row) => [row.id, row]));
  return { rows: ids.flatMap((id) => byId.get(id) ?? []), next };
}

/**
 * Hides the ids from the planner, which then assumes a short list and uses the key. With a thousand visible
 * ids it would scan the table.
 */
const amongIds = (ids: readonly string[]) => sql`any((select ${`{${ids.join(",")}}`}::text)::uuid[])`;

/** The number of rows, counted up to `COUNT_LIMIT`. */
export const countMatching = <Row extends ListedRow>(table: Table<Row>, where: FilterQuery<Row>) =>
  // With this order the planner counts by an index alone.
  countUpTo(COUNT_LIMIT, queryIds(table, where).orderBy(NEWEST_FIRST as never));

async function countUpTo<Row extends ListedRow>(limit: number, ids: QueryBuilder<Row>): Promise<Total> {
  const manager = em();
  const inner = ids.limit(limit + 1);
  const counted = manager.getKnex().count({ total: "*" }).from(inner.getKnexQuery().as("counted"));
  const rows: { total: string | number }[] = await manager.getConnection().execute(counted);
  return cappedTotal(Number(rows[0]?.total ?? 0), limit);
}

/** The table of a declaration's records; available before the ORM starts. */
export function tableOf<Row extends ListedRow>({ entity }: Pick<Table<Row>, "entity">): string {
  if (!(entity instanceof EntitySchema)) throw new Error("Entities are declared with defineEntity");
  return entity.meta.tableName;
}

/** One row, or undefined if this viewer cannot see the id. @param manager of the current transaction */
export async function findRow<Row extends ListedRow>(
  table: Table<Row>,
  id: string | undefined,
  { where, select, more }: Partial<Visible<Row>> = {},
  manager: EntityManager = currentManager(),
): Promise<Row | undefined> {
  if (!isUuid(id)) return undefined;
  const both = { $and: [{ id }, where ?? {}] } as FilterQuery<Row>;
  const known =
    more &&
    (await manager.findOne<Row>(
      table.entity,
      bothConditions<Row>(both, more.where),
      readOptions(table, more.select) as never,
    ));
  if (known) return known;
  return (await manager.findOne<Row>(table.entity, both, readOptions(table, select) as never)) ?? undefined;
}

/** Query options. The ORM's types cannot follow a declaration's property list. */
function readOptions<Row extends ListedRow>(table: Table<Row>, select?: readonly (keyof Row & string)[]) {
  const picture = pictureRelation(table);
  const readsPicture = picture !== undefined && (!select || select.includes(picture as keyof Row & string));
  const pictureFields = ["id", "width", "height", "widths", "alt", "focus"].map(
    (column) => `${picture}.${column}`,
  );
  return {
    disableIdentityMap: true,
    populate: readsPicture ? [picture] : [],
    ...(select
      ? { fields: [...select.filter((name) => name !== picture), ...(readsPicture ? pictureFields : [])] }
      : {}),
  };
}

/** The relation to a stored picture, also if the form does not contain it. */
export function pictureRelation<Row extends ListedRow>(table: Table<Row>): string | undefined {
  const { relations } = em().getMetadata(table.entity);
  return relations.find(({ targetMeta }) => targetMeta?.tableName === "images")?.name;
}

/** Rows created between these days (yyyy-mm-dd, inclusive) in the site's time zone. */
export function createdBetween<Row extends ListedRow>(
  zone: string,
  { from, to }: { from?: string; to?: string },
): FilterQuery<Row> {
  return {
    createdAt: {
      ...(from ? { $gte: sql`(${from}::date::timestamp at time zone ${zone})` } : {}),
      ...(to ? { $lt: sql`((${to}::date + 1)::timestamp at time zone ${zone})` } : {}),
    },
  } as unknown as FilterQuery<Row>;
}
