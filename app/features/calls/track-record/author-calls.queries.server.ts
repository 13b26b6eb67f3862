import { authorSlugOf } from "db/author-slug";
import { cappedCount } from "db/count.server";
import { CLOSE_REASONS } from "db/entities/call";
import { siteDayOf } from "db/site-day";
import { bool, day, type Fragment, float, int, literal, type RowOf, sql, text, uuid } from "db/sql";
import { statement } from "db/statement.server";
import type { Viewer } from "~/auth/viewer.server";
import { companySymbol } from "~/features/markets/instruments/linked-company.queries.server";
import { callIsOpen } from "../call-is-open.queries.server";
import { AUTHOR_FIGURE_LIMIT } from "./author-calls.rules";
import { PUBLIC_UNTIL } from "./public-calls.server";
import { isOfKinds, isReadable, LAST_READABLE_END, readableFor } from "./record.queries.server";

const BY_AUTHOR = sql`${authorSlugOf("author")} = ${text("slug")}`;
/** The conditions of the indexes on ended and on open calls. */
const ENDED = sql`state <> 'open' and kind <> 'brief' and not mistake`;
const OPEN = sql`${callIsOpen(sql`calls`)} and kind <> 'brief'`;

/**
 * An author's last ended calls, in the order of an index on days. The viewer may know them unless they are
 * held back, which is checked for these rows only. Checked for all calls, the planner would look up each one
 * before sorting.
 */
const newestEnded = (which: Fragment<object>) => sql`(
  select * from calls where ${BY_AUTHOR} and ${which} and (waits_from <= ${PUBLIC_UNTIL} or ${isOfKinds(sql`calls`)})
     and ended_on <= ${LAST_READABLE_END}
   order by ended_on desc, id desc limit ${AUTHOR_FIGURE_LIMIT}) as newest`;

/** The number of calls of each kind on the page. */
const CALLS_PER_KIND = 12;

/** In per cent, except counts; null if nothing was settled. */
const FIGURES = {
  settled: int.from`(count(*) filter (where readable))::int`,
  right: int.from`(count(*) filter (where readable and result > 0))::int`,
  mean: float.orNull.from`avg(result) filter (where readable)`,
  median: float.orNull.from`percentile_cont(0.5) within group (order by result) filter (where readable)`,
  /** Whether older calls may exist that the figures leave out. */
  ofNewest: bool.from`count(*) = ${AUTHOR_FIGURE_LIMIT}`,
  open: cappedCount(sql`calls where ${BY_AUTHOR} and ${OPEN} and ${isOfKinds(sql`calls`)}`),
};
/**
 * The figures include only calls that the viewer may see. An author has so few calls that a changed count or
 * mean would reveal a paid call's result.
 */
const AUTHOR_FIGURES = statement("author-calls.figures", FIGURES)`
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
  /** In per cent; null for a withdrawn call or one without a price. */
  result: float.orNull,
};
const ENDED_CALLS = statement("author-calls.ended", END)`
  select ${END} from ${newestEnded(ENDED)} where ${isReadable(sql`newest`)}
   order by ended_on desc, id desc limit ${CALLS_PER_KIND}`;

const OPEN_CALLS = statement("author-calls.open", CALL)`
  select ${CALL} from calls where ${BY_AUTHOR} and ${OPEN} and ${isReadable(sql`calls`)}
   order by made_at desc, id desc limit ${CALLS_PER_KIND}`;

export type AuthorsCall = RowOf<typeof CALL>;
export type EndedCall = RowOf<typeof END>;

export type AuthorCalls = {
  /**
   * The figures of the calls that the viewer may see, and the number of open ones. There is no index
   * comparison.
   */
  figures: RowOf<typeof FIGURES>;
  /** The newest calls that the viewer may see. */
  ended: EndedCall[];
  open: AuthorsCall[];
  /** Whether the viewer may see open calls of any author. */
  readsOpen: boolean;
};

const NO_CALLS = { settled: 0, right: 0, mean: null, median: null, ofNewest: false, open: 0 };

/**
 * An author's calls that a viewer may see, by the rule of the track record. @param slug of the author's
 * address
 */
export async function authorCalls(viewer: Viewer, slug: string): Promise<AuthorCalls> {
  const known = { ...readableFor(viewer), slug };
  const [figures = NO_CALLS, ended, open] = await Promise.all([
    AUTHOR_FIGURES.first({ ...readableFor(viewer), slug }),
    ENDED_CALLS.all(known),
    // Open calls are never public.
    known.kinds.length === 0 ? [] : OPEN_CALLS.all(known),
  ]);
  return { figures, ended, open, readsOpen: known.kinds.length > 0 };
}
