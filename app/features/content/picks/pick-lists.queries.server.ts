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

/** How many calls of each list were settled, which the record tells everybody, and the last of those that a viewer may know of. */
const SETTLED_OF = statement("pick-lists.settled", SETTLED)`
  select f.name as list, f.settled, (
           select json_build_object('id', c.id, 'name', c.name, 'endedOn', c.ended_on, 'reason', c.close_reason, 'result', c.result)
             from calls c where c.part is not null and c.list = f.name and ${READABLE}
            order by c.ended_on desc, c.id desc limit 1) as last
    from track_record_figures f where f.reader = 'private' and f.scope = 'list' and f.settled > 0`;

/** What of a list was settled. */
export type SettledOfList = Omit<RowOf<typeof SETTLED>, "list">;

/** Lists are compared over so many months. */
const MONTHS = 12;

/** What a list is for, what is in it, and what it did in a year beside the index, in per cent; `returns` is empty where nothing may be told of it. */
export type PickList = {
  thesis?: string;
  equal: boolean;
  weights: Weight[];
  returns: Close[];
  settled?: SettledOfList;
};

/** The lists by their names, with the columns of the reader's access, and the index they are compared with. */
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
          ...weightsOf(picks),
          returns: returnsOf(picks),
          ...(ended && { settled: { settled: ended.settled, last: ended.last } }),
        },
      ];
    },
  );
  const compared = returnsOf([{ share: null, ticker: null, closes: closes.get(index.id ?? "") }]);
  return {
    index: index.name,
    compared,
    lists: Object.fromEntries(lists) as Partial<Record<PickCategory, PickList>>,
  };
}
