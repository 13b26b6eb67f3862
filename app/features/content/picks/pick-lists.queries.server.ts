import { type PickCategory, StockPick } from "db/entities/stock-pick";
import { columns } from "db/entity-columns.server";
import { sql, uuid } from "db/sql";
import { variants } from "db/statement.server";
import { benchmark } from "~/features/calls/benchmark.queries.server";
import type { Access } from "~/features/entitlements/access.server";
import { forMembers } from "~/features/entitlements/for-members.server";
import { dayOfMoment, monthsBefore } from "~/features/markets/company/company.rules";
import { weeklyCloses } from "~/features/markets/instruments/closes.queries.server";
import type { Close } from "~/ui/charts/series";
import { returnsOf, type Weight, weightsOf } from "./pick-lists.rules";
import { ofEachCategory } from "./picks.queries.server";

const OPEN = columns(StockPick, "category", "sharePortfolio");
/** Which picks these are, and whose price they have: its past would tell. */
const NAMED = {
  ...columns(StockPick, "ticker"),
  instrumentId: uuid.orNull.from`stock_picks.instrument_id`,
};
const ROWS = { locked: OPEN, members: { ...OPEN, ...forMembers(NAMED) }, full: { ...OPEN, ...NAMED } };

/** Of a list so many picks are drawn, the largest. */
export const DRAWN_PICKS = 40;

const LARGEST = variants(
  "picks.largest",
  ROWS,
  (declare, row) => declare`
    select ${row} from (${ofEachCategory(
      (category) => sql`(select id from stock_picks where category = ${category}
                          order by share_portfolio desc nulls last, id limit ${DRAWN_PICKS})`,
    )}) as largest join stock_picks using (id)`,
);

type LargestPick = {
  category: PickCategory;
  sharePortfolio: string | null;
  ticker?: string | null;
  instrumentId?: string | null;
};

/** Lists are compared over so many months. */
const MONTHS = 12;

/** What is in a list, and what it did in a year beside the index, in per cent; `returns` is empty where nothing may be told of it. */
export type PickList = { equal: boolean; weights: Weight[]; returns: Close[] };

/** The lists by their names, with the columns of the reader's access, and the index they are compared with. */
export async function pickLists(access: Access, now: Date) {
  const found: LargestPick[] = await LARGEST[access].all();
  const index = await benchmark();
  const ids = found.flatMap(({ instrumentId }) => instrumentId ?? []);
  const from = monthsBefore(dayOfMoment(now), MONTHS);
  const closes =
    ids.length === 0 ? new Map() : await weeklyCloses([...ids, ...(index.id ? [index.id] : [])], from);
  const listed = (category: PickCategory) =>
    found
      .filter((pick) => pick.category === category)
      .map(({ sharePortfolio, ticker = null, instrumentId }) => ({
        share: sharePortfolio,
        ticker,
        closes: closes.get(instrumentId ?? ""),
      }));
  const lists = [...new Set(found.map(({ category }) => category))].map(
    (category): [PickCategory, PickList] => {
      const picks = listed(category);
      return [category, { ...weightsOf(picks), returns: returnsOf(picks) }];
    },
  );
  const compared = returnsOf([{ share: null, ticker: null, closes: closes.get(index.id ?? "") }]);
  return {
    index: index.name,
    compared,
    lists: Object.fromEntries(lists) as Partial<Record<PickCategory, PickList>>,
  };
}
