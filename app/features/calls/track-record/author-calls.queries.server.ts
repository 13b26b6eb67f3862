import { authorSlugOf } from "db/author-slug";
import { cappedCount } from "db/count.server";
import { CLOSE_REASONS } from "db/entities/call";
import { siteDayOf } from "db/site-day";
import { bool, day, type Fragment, float, int, literal, type RowOf, sql, text, uuid } from "db/sql";
import { statement } from "db/statement.server";
import type { Viewer } from "~/auth/viewer.server";
import { companySymbol } from "~/features/markets/instruments/named-by.queries.server";
import { callIsOpen } from "../open.queries.server";
import { FIGURES_OF } from "./author-calls.rules";
import { PUBLIC_UNTIL } from "./public-calls.server";
import { isOfKinds, isReadable, LAST_READABLE_END, readableFor } from "./record.queries.server";

const BY_AUTHOR = sql`${authorSlugOf("author")} = ${text("slug")}`;
/** As the index of ended calls has it, and that of open ones. */
const ENDED = sql`state <> 'open' and kind <> 'brief' and not mistake`;
const OPEN = sql`${callIsOpen(sql`calls`)} and kind <> 'brief'`;

/**
 * Their calls that ended last, in the order of an index that knows the days, of those that a viewer may know unless they are held back:
 * that is asked of these alone. Asked of all an author's calls at once, the planner looked each of them up before it sorted them.
 */
const newestEnded = (which: Fragment<object>) => sql`(
  select * from calls where ${BY_AUTHOR} and ${which} and (waits_from <= ${PUBLIC_UNTIL} or ${isOfKinds(sql`calls`)})
     and ended_on <= ${LAST_READABLE_END}
   order by ended_on desc, id desc limit ${FIGURES_OF}) as newest`;

/** On the page of each kind. */
const LISTED = 12;

/** In per cent, but for the counts; null where nothing was settled. */
const FIGURES = {
  settled: int.from`(count(*) filter (where readable))::int`,
  right: int.from`(count(*) filter (where readable and result > 0))::int`,
  mean: float.orNull.from`avg(result) filter (where readable)`,
  median: float.orNull.from`percentile_cont(0.5) within group (order by result) filter (where readable)`,
  /** Whether there may be older ones that are in no figure. */
  ofNewest: bool.from`count(*) = ${FIGURES_OF}`,
  open: cappedCount(sql`calls where ${BY_AUTHOR} and ${OPEN} and ${isOfKinds(sql`calls`)}`),
};
/**
 * What each call came to is kept by the record, as are the calls that are in it. Of one author there are so few that a count which goes
 * up, or a mean that moves, tells whose locked call it was: only what the viewer may know is in them.
 */
const KEPT_FIGURES = statement("author-calls.figures", FIGURES)`
  select ${FIGURES} from (
    select result, ${isReadable(sql`newest`)} as readable from ${newestEnded(sql`${ENDED} and part is not null`)}) as looked_at`;

const CALL = {
  id: uuid,
  author: text.present,
  kind: literal(["alert", "pick"]),
  recordId: uuid.from`record_id`,
  list: text.orNull,
  symbol: text,
  companySymbol: companySymbol("calls", "symbol"),
  name: text,
  direction: literal(["buy", "sell"]),
  madeOn: day.from`${siteDayOf(sql`made_at`)}`,
};
const END = {
  ...CALL,
  companySymbol: companySymbol("newest", "symbol"),
  state: literal(["closed", "withdrawn"]),
  endedOn: day.present.from`ended_on`,
  reason: literal(CLOSE_REASONS).orNull.from`close_reason`,
  /** In per cent; null for what was withdrawn or never had a price. */
  result: float.orNull,
};
const ENDED_CALLS = statement("author-calls.ended", END)`
  select ${END} from ${newestEnded(ENDED)} where ${isReadable(sql`newest`)}
   order by ended_on desc, id desc limit ${LISTED}`;

const OPEN_CALLS = statement("author-calls.open", CALL)`
  select ${CALL} from calls where ${BY_AUTHOR} and ${OPEN} and ${isReadable(sql`calls`)}
   order by made_at desc, id desc limit ${LISTED}`;

export type AuthorsCall = RowOf<typeof CALL>;
export type EndedCall = RowOf<typeof END>;

export type AuthorCalls = {
  /** Of their calls that the viewer may know: of the settled ones, and how many are open. The index is not compared. */
  figures: RowOf<typeof FIGURES>;
  /** The newest of those that the viewer may know. */
  ended: EndedCall[];
  open: AuthorsCall[];
  /** Whether the viewer may know of any open call, of whomever. */
  readsOpen: boolean;
};

const NO_CALLS = { settled: 0, right: 0, mean: null, median: null, ofNewest: false, open: 0 };

/** What an author called, as one viewer may know it: by the rule of the record. @param slug of the author's address */
export async function callsBy(viewer: Viewer, slug: string): Promise<AuthorCalls> {
  const known = { ...readableFor(viewer), slug };
  const [figures = NO_CALLS, ended, open] = await Promise.all([
    KEPT_FIGURES.first({ ...readableFor(viewer), slug }),
    ENDED_CALLS.all(known),
    // Nothing that is open is public.
    known.kinds.length === 0 ? [] : OPEN_CALLS.all(known),
  ]);
  return { figures, ended, open, readsOpen: known.kinds.length > 0 };
}
