import { cappedCount } from "db/count.server";
import { PICK_CATEGORIES, type PickCategory } from "db/entities/stock-pick";
import { IS_PUBLISHED } from "db/published";
import { array, int, literal, sql, text, timestamp } from "db/sql";
import { statement } from "db/statement.server";
import { OF_CATEGORY, ofEachCategory } from "./picks.queries.server";

const NEWEST_FIGURES = ofEachCategory(
  (category) =>
    sql`(select max(updated_at) as at from stock_picks where category = ${category} and ${IS_PUBLISHED})`,
);

const TOTALS = {
  all: statement("picks.totals", { total: int, asOf: timestamp.orNull })`
    select ${{ total: cappedCount(sql`stock_picks where ${IS_PUBLISHED} order by created_at`) }}, max(at) as "asOf" from (${NEWEST_FIGURES}) as newest`,
  ofCategory: statement("picks.totals, by category", { total: int, asOf: timestamp.orNull })`
    select ${{ total: cappedCount(sql`stock_picks where ${OF_CATEGORY} order by created_at`) }},
           (select max(updated_at) from stock_picks where ${OF_CATEGORY}) as "asOf"`,
};

/** The number of picks, counted up to `COUNT_LIMIT`, and the time of the newest figure. */
export async function pickTotals(category?: PickCategory): Promise<{ total: number; asOf: Date | null }> {
  const found = await (category ? TOTALS.ofCategory.first({ category }) : TOTALS.all.first());
  return found ?? { total: 0, asOf: null };
}

const USED = {
  category: literal(PICK_CATEGORIES),
  count: cappedCount(
    sql`stock_picks p where p.category = known.category and ${IS_PUBLISHED} order by p.created_at`,
  ),
};
const IN_USE = statement("picks.categories", USED)`
  select ${USED} from unnest(${array(text)("known", [...PICK_CATEGORIES])}::text[])
         with ordinality as known (category, place)
   where exists (select 1 from stock_picks p where p.category = known.category and ${IS_PUBLISHED}) order by place`;

/** The categories that contain picks, in the order of the specification, section 3, with their counts. */
export const categoriesInUse = (): Promise<{ category: PickCategory; count: number }[]> =>
  IN_USE.all({ known: [...PICK_CATEGORIES] });
