import type { EntityName, FilterQuery } from "@mikro-orm/core";
import { EntitySchema, sql } from "@mikro-orm/core";
import { em } from "db/orm.server";
import { COUNT_LIMIT } from "db/query.server";
import { isUuid } from "~/web/uuid";
import type { ListedRow, Page } from "./resource.server";

/** What is asked of a declaration here. */
type Table<Row> = { entity: EntityName<Row> };

export type PageQuery<Row extends ListedRow> = {
  where: FilterQuery<Row>;
  select?: readonly (keyof Row & string)[];
  orderBy: { property: keyof Row & string; direction: "asc" | "desc" };
  limit: number;
  offset: number;
};

/** One page of rows as plain, unmanaged objects, with how many there are. */
export async function findPage<Row extends ListedRow>(
  table: Table<Row>,
  { where, select, orderBy, limit, offset }: PageQuery<Row>,
): Promise<Page<Row>> {
  const { property, direction } = orderBy;
  const options = {
    ...readOptions(table, select),
    // The id decides between equal values, so that pages never overlap.
    orderBy: [{ [property]: orderOf(table, property, direction) }, { id: direction }],
    limit,
    offset,
  };
  const [rows, total] = await Promise.all([
    em().find<Row>(table.entity, where, options as never),
    countCapped(table, where),
  ]);
  return { rows, total: Math.min(total, COUNT_LIMIT), capped: total > COUNT_LIMIT };
}

/** The table of a declaration's records. Known before the ORM has started. */
export function tableOf<Row extends ListedRow>({ entity }: Pick<Table<Row>, "entity">): string {
  if (!(entity instanceof EntitySchema)) throw new Error("Entities are declared with defineEntity");
  return entity.meta.tableName;
}

/** What is not known comes last either way. Said of columns that allow it only: the others' indexes know no such order. */
function orderOf<Row extends ListedRow>(table: Table<Row>, property: string, direction: "asc" | "desc") {
  const properties: Record<string, { nullable?: boolean }> = em().getMetadata(table.entity).properties;
  return properties[property]?.nullable ? `${direction} nulls last` : direction;
}

async function countCapped<Row extends ListedRow>(
  table: Table<Row>,
  where: FilterQuery<Row>,
): Promise<number> {
  const manager = em();
  const inner = manager
    .createQueryBuilder(table.entity, "r")
    .select("r.id" as never)
    .where(where)
    .limit(COUNT_LIMIT + 1);
  const counted = manager.getKnex().count({ total: "*" }).from(inner.getKnexQuery().as("counted"));
  const rows: { total: string | number }[] = await manager.getConnection().execute(counted);
  return Number(rows[0]?.total ?? 0);
}

/** One row, or undefined when this viewer's rows hold no such id. */
export async function findRow<Row extends ListedRow>(
  table: Table<Row>,
  id: string | undefined,
  { where, select }: Partial<Pick<PageQuery<Row>, "where" | "select">> = {},
): Promise<Row | undefined> {
  if (!isUuid(id)) return undefined;
  const both = { $and: [{ id }, where ?? {}] } as FilterQuery<Row>;
  return (await em().findOne<Row>(table.entity, both, readOptions(table, select) as never)) ?? undefined;
}

/** The ORM's own types cannot follow a declaration's list of properties; callers hand this over as it is. */
function readOptions<Row extends ListedRow>(table: Table<Row>, select?: readonly (keyof Row & string)[]) {
  const picture = pictureRelation(table);
  const readsPicture = picture !== undefined && (!select || select.includes(picture as keyof Row & string));
  const pictureFields = ["id", "width", "height", "widths"].map((column) => `${picture}.${column}`);
  return {
    disableIdentityMap: true,
    populate: readsPicture ? [picture] : [],
    ...(select
      ? { fields: [...select.filter((name) => name !== picture), ...(readsPicture ? pictureFields : [])] }
      : {}),
  };
}

/** The property that leads to a stored picture; also of records whose picture is not the form's business. */
export function pictureRelation<Row extends ListedRow>(table: Table<Row>): string | undefined {
  const { relations } = em().getMetadata(table.entity);
  return relations.find(({ targetMeta }) => targetMeta?.tableName === "images")?.name;
}

/** The pattern of `like` that finds these words anywhere, whatever characters they have. */
export const likePattern = (searchText: string): string => `%${searchText.replace(/[\\%_]/g, "\\$&")}%`;

/** Rows in which any of these properties contains the words, in any casing. */
export function containsText<Row extends ListedRow>(
  properties: readonly (keyof Row & string)[],
  searchText: string,
): FilterQuery<Row> {
  const pattern = likePattern(searchText);
  return { $or: properties.map((property) => ({ [property]: { $ilike: pattern } })) } as FilterQuery<Row>;
}

/** Rows created on these days (yyyy-mm-dd) of the site's time zone, both inclusive. */
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
