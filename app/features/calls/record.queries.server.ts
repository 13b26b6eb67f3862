import { AUDIENCES } from "db/columns";
import { CALL_KINDS, CALL_STATES, CLOSE_REASONS } from "db/entities/call";
import { array, bool, day, decimal, type Fragment, int, literal, type RowOf, sql, text, uuid } from "db/sql";
import { statement } from "db/statement.server";
import type { Viewer } from "~/features/auth/viewer.server";
import { accessTo, readsAll } from "~/features/entitlements/access.server";
import { instrumentBySymbol } from "~/features/markets/instruments/instruments.queries.server";
import { config } from "~/platform/config.server";
import { STATE, stateOf } from "./call-states.server";
import { isPublic } from "./public-calls.server";

/** Who may read a record may read of its call at once; for all others it becomes public. Briefs are views, and no part of it. */
const READABLE_AS = { alert: "trade alert", pick: "stock pick" } as const;

/** Each kind with each audience of which a viewer may read: `alert members`. */
export const readableKinds = (viewer: Viewer): string[] =>
  (["alert", "pick"] as const).flatMap((kind) =>
    AUDIENCES.filter((audience) => readsAll(accessTo(READABLE_AS[kind], viewer), audience)).map(
      (audience) => `${kind} ${audience}`,
    ),
  );

/** Whether a viewer may know of a call; needs the parameters `kinds` and `publicDays`. @param call what its row goes by */
export const isReadable = (call: Fragment<object>) => sql`
  coalesce(${isPublic(call)} or ${call}.kind || ' ' || ${call}.audience = any(${array(text)("kinds")}::text[]), false)`;

/** What everybody's figures are made of. */
const RESULT = {
  kind: literal(["alert", "pick"]),
  list: text.orNull,
  direction: literal(["buy", "sell"]),
  madeOn: day,
  endedOn: day.present.from`ended_on`,
  entryPrice: decimal.present.from`entry_price`,
  closePrice: decimal.present.from`close_price`,
  closeRatio: decimal.present.from`close_ratio`,
  indexFrom: decimal.orNull.from`index_from.close`,
  indexTo: decimal.orNull.from`index_to.close`,
};

/** What tells which call it is, for those who may know. */
const named = (column: Fragment<object>) => sql`case when readable then ${column} end`;
const NAMED = {
  readable: bool,
  id: uuid.orNull.from`${named(sql`id`)}`,
  symbol: text.orNull.from`${named(sql`symbol`)}`,
  name: text.orNull.from`${named(sql`name`)}`,
  currency: text.orNull.from`${named(sql`currency`)}`,
  reason: literal(CLOSE_REASONS).orNull.from`${named(sql`close_reason`)}`,
};

/** The last close of the index until a day, of a week at most. */
export const indexUntil = (on: Fragment<object>) => sql`
  left join lateral (
    select close from daily_prices where instrument_id = ${uuid.orNull("index")} and day <= ${on} and day > ${on} - 7
     order by day desc limit 1)`;

const ROW = { ...RESULT, ...NAMED };
const CLOSED = statement("record.closed", ROW)`
  select ${ROW} from (
    select c.*, (c.made_at at time zone ${text("zone", "UTC")})::date as "madeOn", ${isReadable(sql`c`)} as readable
      from calls c where c.state = 'closed' and c.kind <> 'brief' and c.entry_price is not null) as closed
    ${indexUntil(sql`"madeOn"`)} as index_from on true
    ${indexUntil(sql`ended_on`)} as index_to on true
   order by ended_on, closed.id`;

export type ClosedRow = RowOf<typeof ROW>;

/** What calls are compared with. `id` is null where it has no instrument yet: then nothing is compared. */
export type Benchmark = { id: string | null; symbol: string; name: string };

export async function benchmark(): Promise<Benchmark> {
  const { benchmarkSymbol: symbol } = config();
  return (await instrumentBySymbol(symbol)) ?? { id: null, symbol, name: symbol };
}

/** The calls that were closed, in the order in which they ended; those that a viewer may not know without their names. */
export function closedCalls(viewer: Viewer, index: Benchmark): Promise<ClosedRow[]> {
  const { siteTz, trackRecordDays } = config();
  return CLOSED.all({
    zone: siteTz,
    kinds: readableKinds(viewer),
    publicDays: trackRecordDays ?? null,
    index: index.id,
  });
}

const COUNT = {
  kind: literal(CALL_KINDS),
  state: literal(CALL_STATES),
  mistake: bool,
  count: int.from`count(*)::int`,
};
const COUNTS = statement("record.counts", COUNT)`
  select ${COUNT} from calls group by kind, state, mistake`;

export type CallCount = RowOf<typeof COUNT>;

/** How many calls there are of each kind and state. */
export const callCounts = (): Promise<CallCount[]> => COUNTS.all();

const ENDED = statement("record.ended-call", STATE)`
  select ${STATE} from calls where id = ${uuid("id")} and state <> 'open' and kind <> 'brief' and not mistake
     and ${isReadable(sql`calls`)}`;

/** A call that ended and that a viewer may know of; undefined for any other. @param id a UUID */
export async function endedCall(viewer: Viewer, id: string) {
  const row = await ENDED.first({
    id,
    kinds: readableKinds(viewer),
    publicDays: config().trackRecordDays ?? null,
  });
  return row && stateOf(row);
}
