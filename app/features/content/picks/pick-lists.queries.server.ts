import { PickList as PickListRecord } from "db/entities/pick-list";
import { PICK_CATEGORIES, type PickCategory, StockPick } from "db/entities/stock-pick";
import { columns } from "db/entity-columns.server";
import { IS_PUBLISHED } from "db/published";
import { int, json, literal, type RowOf, sql, uuid } from "db/sql";
import { statement, variants } from "db/statement.server";
import { accessTo } from "~/access/access.server";
import { forMembers } from "~/access/for-members.server";
import type { Viewer } from "~/auth/viewer.server";
import type { CallEnd } from "~/features/calls/calls.queries.server";
import { benchmark } from "~/features/calls/track-record/benchmark.queries.server";
import { READABLE, readableFor } from "~/features/calls/track-record/record.queries.server";
import { monthsBefore } from "~/features/markets/company.rules";
import { weeklyCloses } from "~/features/markets/instruments/closes.queries.server";
import { config } from "~/platform/config.server";
import type { Close } from "~/ui/charts/series";
import { dayIn } from "~/ui/dates";
import { listReturns, listWeights, type Weight } from "./pick-lists.rules";
import { ofEachCategory } from "./picks.queries.server";

const OPEN = columns(StockPick, "category", "sharePortfolio");
/**
 * Columns that identify a pick, and the instrument of its price: the price history would identify it, too.
 */
const NAMED = {
  ...columns(StockPick, "ticker"),
  instrumentId: uuid.orNull.from`stock_picks.instrument_id`,
};
const ROWS = { locked: OPEN, members: { ...OPEN, ...forMembers(NAMED) }, full: { ...OPEN, ...NAMED } };

/** The largest picks of a list, which its chart uses. */
export const DRAWN_PICKS = 40;

const LARGEST = variants(
  "picks.largest",
  ROWS,
  (declare, row) => declare`
    select ${row} from (${ofEachCategory(
      (category) => sql`(select id from stock_picks where category = ${category} and ${IS_PUBLISHED}
                          order by share_portfolio desc nulls last, id limit ${DRAWN_PICKS})`,
    )}) as largest join stock_picks using (id)`,
);

type LargestPick = {
  category: PickCategory;
  sharePortfolio: string | null;
  ticker?: string | null;
  instrumentId?: string | null;
};

const SAID = columns(PickListRecord, "category", "thesis");
const THESES = statement("pick-lists.theses", SAID)`select ${SAID} from pick_lists`;

const LAST = json<CallEnd & { name: string }>();
const SETTLED = { list: literal(PICK_CATEGORIES), settled: int, last: LAST.orNull };

/**
 * The number of settled calls of each list, which the track record publishes, and the last one that a viewer
 * may know.
 */
const SETTLED_OF = statement("pick-lists.settled", SETTLED)`
  select f.name as list, f.settled, (
           select json_build_object('id', c.id, 'name', c.name, 'endedOn', c.ended_on, 'reason', c.close_reason, 'result', c.result)
             from calls c where c.part is not null and c.list = f.name and ${READABLE}
            order by c.ended_on desc, c.id desc limit 1) as last
    from track_record_figures f where f.reader = 'private' and f.scope = 'list' and f.settled > 0`;

/** The settled calls of a list. */
export type SettledOfList = Omit<RowOf<typeof SETTLED>, "list">;

/** The months over which lists are compared. */
const MONTHS = 12;

/**
 * A list's purpose, its picks, and its return over a year next to the index, in per cent. `returns` is empty
 * for readers without access.
 */
export type PickList = {
  thesis?: string;
  equal: boolean;
  weights: Weight[];
  returns: Close[];
  settled?: SettledOfList;
};

/** The lists by name with the columns of the reader's access, and the index for comparison. */
export async function pickLists(viewer: Viewer, now: Date) {
  const largest: Promise<LargestPick[]> = LARGEST[accessTo("stock pick", viewer)].all();
  const [found, theses, index, settled] = await Promise.all([
    largest,
    THESES.all(),
    benchmark(),
    SETTLED_OF.all(readableFor(viewer)),
  ]);
  const ids = found.flatMap(({ instrumentId }) => instrumentId ?? []);
  const from = monthsBefore(dayIn(config().siteTz, now), MONTHS);
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
      const thesis = theses.find((list) => list.category === category)?.thesis;
      const ended = settled.find(({ list }) => list === category);
      return [
        category,
        {
          thesis,
          ...listWeights(picks),
          returns: listReturns(picks),
          ...(ended && { settled: { settled: ended.settled, last: ended.last } }),
        },
      ];
    },
  );
  const compared = listReturns([{ share: null, ticker: null, closes: closes.get(index.id ?? "") }]);
  return {
    index: index.name,
    compared,
    lists: Object.fromEntries(lists) as Partial<Record<PickCategory, PickList>>,
  };
}
