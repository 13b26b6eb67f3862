import { authorSlugOf } from "db/author-slug";
import { cappedCount } from "db/count.server";
import { CLOSE_REASONS } from "db/entities/call";
import { day, decimal, literal, type RowOf, sql, text, uuid } from "db/sql";
import { statement } from "db/statement.server";
import type { Viewer } from "~/features/auth/viewer.server";
import { config } from "~/platform/config.server";
import { FIGURES_OF } from "./author-calls.rules";
import { isReadable, readableKinds } from "./record.queries.server";
import { type Figures, figuresOf, resultOf } from "./record.rules";

const BY_AUTHOR = sql`${authorSlugOf("author")} = ${text("slug")}`;
/** As the index of ended calls has it, and that of open ones. */
const ENDED = sql`state <> 'open' and kind <> 'brief' and not mistake`;
const OPEN = sql`state = 'open' and kind <> 'brief'`;

/** On the page of each kind. */
const LISTED = 12;

const CLOSED = {
  direction: literal(["buy", "sell"]),
  madeOn: day.from`(made_at at time zone ${text("zone", "UTC")})::date`,
  endedOn: day.present.from`ended_on`,
  entryPrice: decimal.present.from`entry_price`,
  closePrice: decimal.present.from`close_price`,
  closeRatio: decimal.present.from`close_ratio`,
};
const NEWEST_CLOSED = statement("author-calls.closed", CLOSED)`
  select ${CLOSED} from calls
   where ${BY_AUTHOR} and ${ENDED} and state = 'closed' and entry_price is not null
   order by ended_on desc, id desc limit ${FIGURES_OF}`;

const COUNT = { open: cappedCount(sql`calls where ${BY_AUTHOR} and ${OPEN}`) };
const OPEN_COUNT = statement("author-calls.open-count", COUNT)`select ${COUNT}`;

const CALL = {
  id: uuid,
  author: text.present,
  kind: literal(["alert", "pick"]),
  recordId: uuid.from`record_id`,
  list: text.orNull,
  symbol: text,
  name: text,
  direction: literal(["buy", "sell"]),
  madeOn: day.from`(made_at at time zone ${text("zone", "UTC")})::date`,
};
const END = {
  ...CALL,
  state: literal(["closed", "withdrawn"]),
  endedOn: day.present.from`ended_on`,
  reason: literal(CLOSE_REASONS).orNull.from`close_reason`,
  entryPrice: decimal.orNull.from`entry_price`,
  closePrice: decimal.orNull.from`close_price`,
  closeRatio: decimal.orNull.from`close_ratio`,
};
const ENDED_CALLS = statement("author-calls.ended", END)`
  select ${END} from calls where ${BY_AUTHOR} and ${ENDED} and ${isReadable(sql`calls`)}
   order by ended_on desc, id desc limit ${LISTED}`;

const OPEN_CALLS = statement("author-calls.open", CALL)`
  select ${CALL} from calls where ${BY_AUTHOR} and ${OPEN} and ${isReadable(sql`calls`)}
   order by made_at desc, id desc limit ${LISTED}`;

export type OpenCall = RowOf<typeof CALL>;
/** `result` in per cent; null for what was withdrawn or never had a price. */
export type EndedCall = Omit<RowOf<typeof END>, "entryPrice" | "closePrice" | "closeRatio"> & {
  result: number | null;
};

export type AuthorCalls = {
  /** Of all calls of theirs that were closed, whoever asks; the index is not compared. */
  figures: Figures;
  /** How many are open, whoever asks. */
  openCount: number;
  /** The newest of those that the viewer may know. */
  ended: EndedCall[];
  open: OpenCall[];
};

/** What an author called, as one viewer may know it: by the rule of the record. @param slug of the author's address */
export async function callsBy(viewer: Viewer, slug: string): Promise<AuthorCalls> {
  const { siteTz: zone, trackRecordDays } = config();
  const known = { slug, zone, kinds: readableKinds(viewer), publicDays: trackRecordDays ?? null };
  const [closed, count, ended, open] = await Promise.all([
    NEWEST_CLOSED.all({ slug, zone }),
    OPEN_COUNT.first({ slug }),
    ENDED_CALLS.all(known),
    // Nothing that is open is public.
    known.kinds.length === 0 ? [] : OPEN_CALLS.all(known),
  ]);
  const figures = figuresOf(closed.map((call) => ({ ...call, indexFrom: null, indexTo: null })));
  return { figures, openCount: count?.open ?? 0, ended: ended.map(withResult), open };
}

function withResult({ entryPrice, closePrice, closeRatio, ...call }: RowOf<typeof END>): EndedCall {
  if (entryPrice === null || closePrice === null || closeRatio === null) return { ...call, result: null };
  const closed = { ...call, entryPrice, closePrice, closeRatio, indexFrom: null, indexTo: null };
  return { ...call, result: resultOf(closed) };
}
